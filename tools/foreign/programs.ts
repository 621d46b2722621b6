import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Outcome, Program, RunOptions, Source } from './judge.ts';

/** Judges are kept outside of the project: they are no part of it, and their licences are their own. */
const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'perene-foreign');

/** Published schemas by their addresses, such as `www.openarchives.org/OAI/2.0/OAI-PMH.xsd`. */
export const SCHEMAS = join(CACHE, 'schemas');

const ENVIRONMENT = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
);

/** Runs a program to its end, whatever its exit status. */
export const run = (
  command: string,
  words: readonly string[],
  { input = '', cwd, environment = ENVIRONMENT }: RunOptions & { environment?: Readonly<Record<string, string>> } = {},
): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, words, { cwd, env: environment });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, stdout, stderr }));
  });

const runOrThrow = async (command: string, words: readonly string[], options: RunOptions = {}): Promise<string> => {
  const { status, stdout, stderr } = await run(command, words, options);
  if (status !== 0) throw new Error(`${command} ${words.join(' ')}: ${stderr || stdout}`);
  return stdout;
};

/** Fills a folder all at once, so that an interruption leaves none that is half full. */
const fillOnce = async (folder: string, fill: (partial: string) => Promise<void>): Promise<void> => {
  if (existsSync(folder)) return;
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  await fill(partial);
  renameSync(partial, folder);
};

/** Brings a program here; throws if it cannot be had. */
export const bring = (source: Source): Promise<Program> =>
  'npm' in source ? bringFromNpm(source.npm, source.version) : bringFromDebian(source.debian, source.program);

const bringFromNpm = async (name: string, version: string): Promise<Program> => {
  const folder = join(CACHE, 'npm', `${name.replace('/', '+')}@${version}`);
  await fillOnce(folder, async (partial) => {
    // Scripts of packages would download browsers; the project brings one.
    const words = ['install', '--prefix', partial, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    await runOrThrow('npm', [...words, `${name}@${version}`], { cwd: partial });
    writeFileSync(join(partial, 'load.mjs'), 'export const load = (name) => import(name);\n');
  });
  const { load } = (await import(pathToFileURL(join(folder, 'load.mjs')).href)) as { load: Program['load'] };
  return {
    version,
    folder,
    load,
    pathOf: (program) => join(folder, 'node_modules', '.bin', program),
    environment: ENVIRONMENT,
    run: (words, { program = name, ...options } = {}) =>
      run(join(folder, 'node_modules', '.bin', program), words, options),
  };
};

/** The state of a package and its version, in the language of dpkg-query. */
const DPKG_FORMAT = `\${db:Status-Status} \${Version}`;

const bringFromDebian = async (name: string, command: string): Promise<Program> => {
  const installed = await run('dpkg-query', ['-W', '--showformat', DPKG_FORMAT, name]).catch(() => undefined);
  const [status, here] = installed?.stdout.split(' ') ?? [];
  if (status === 'installed' && here !== undefined) {
    return {
      version: here,
      folder: undefined,
      load: noModules,
      pathOf: (program) => program,
      environment: ENVIRONMENT,
      run: (words, { program = command, ...options } = {}) => run(program, words, options),
    };
  }
  const folder = join(CACHE, 'debian', name);
  await fillOnce(folder, (partial) => unpack(name, partial));
  const environment = environmentIn(folder);
  return {
    version: readFileSync(join(folder, 'version'), 'utf8'),
    folder,
    load: noModules,
    pathOf: (program) => findProgram(folder, program),
    environment,
    run: (words, { program = command, ...options } = {}) =>
      run(findProgram(folder, program), words, { ...options, environment }),
  };
};

const noModules = async (): Promise<never> => {
  throw new Error('a program of Debian has no modules to load');
};

/** Downloads a package with all that it needs and the machine lacks, and unpacks them; nothing is installed. */
const unpack = async (name: string, folder: string): Promise<void> => {
  const plan = await runOrThrow('apt-get', ['--simulate', 'install', '--no-install-recommends', name]);
  const packages = [...plan.matchAll(/^Inst (\S+) \((\S+)/gm)];
  await runOrThrow('apt-get', ['-qq', 'download', ...packages.map(([, wanted = '']) => wanted)], { cwd: folder });
  for (const file of readdirSync(folder)) {
    await runOrThrow('dpkg-deb', ['--extract', join(folder, file), folder]);
    rmSync(join(folder, file));
  }
  writeFileSync(join(folder, 'version'), packages.find(([, wanted]) => wanted === name)?.[2] ?? '');
};

const PROGRAM_FOLDERS = ['usr/bin', 'usr/sbin', 'bin', 'sbin'];
const LIBRARY_FOLDERS = ['usr/lib/x86_64-linux-gnu', 'usr/lib/aarch64-linux-gnu', 'usr/lib', 'lib/x86_64-linux-gnu'];

const findProgram = (folder: string, program: string): string =>
  PROGRAM_FOLDERS.map((place) => join(folder, place, program)).find(existsSync) ?? program;

const environmentIn = (folder: string): Record<string, string> => {
  const before = (places: readonly string[], name: string): string =>
    [...places.map((place) => join(folder, place)), ENVIRONMENT[name] ?? ''].filter(Boolean).join(delimiter);
  const perl = LIBRARY_FOLDERS.map((place) => join(place, 'perl5')).flatMap((place) =>
    existsSync(join(folder, place)) ? readdirSync(join(folder, place)).map((version) => join(place, version)) : [],
  );
  return {
    ...ENVIRONMENT,
    LC_ALL: 'C.UTF-8',
    PATH: before(PROGRAM_FOLDERS, 'PATH'),
    LD_LIBRARY_PATH: before(LIBRARY_FOLDERS, 'LD_LIBRARY_PATH'),
    PERL5LIB: before(['usr/share/perl5', ...perl], 'PERL5LIB'),
    PYTHONPATH: before(['usr/lib/python3/dist-packages'], 'PYTHONPATH'),
  };
};
