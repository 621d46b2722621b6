import { spawn } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OF_TESTS } from '../fixtures/of-tests.ts';

export interface ShownCommand {
  readonly command: string;
  readonly output: string;
}

const ROOT = new URL('../../', import.meta.url);

export const readDocument = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

/** Every document that people read, by its path from the root. */
export const DOCUMENTS: readonly string[] = globSync(['*.md', 'docs/*.md', 'vectors/*.md', 'benchmarks/*.md'], {
  cwd: fileURLToPath(ROOT),
}).sort();

/** Returns the commands that a document shows in blocks of `console`, each with the output that it shows. */
export const shownCommands = (path: string): readonly ShownCommand[] =>
  [...readDocument(path).matchAll(/```console\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((text) => {
        const end = text.indexOf('\n');
        return { command: text.slice(0, end), output: text.slice(end + 1) };
      }),
  );

const REPOSITORY = String.raw`localhost\/perene\.8080\/\d{4}\/\d\d\.[\d.]*\d`;
const IBIP = String.raw`LK47B6WD49\/4[2-9A-U]+(?:W[2-9A-U]+)?`;
const LABEL = new RegExp(`${REPOSITORY}|${IBIP}`, 'g');

/** Leaves out what differs from run to run: moments, folders, and the size of a document that is deposited. */
const withoutMoments = (text: string): string =>
  text
    .replace(/ in \S+perene\.sqlite/, ' in <path>')
    .replaceAll(/\/\d{4}\/\d\d\.[\d.]+/g, '/<moment>')
    .replaceAll(/\b([2-9A-X]+W[2-9A-X]*)\/4[2-9A-U]+(?:W[2-9A-U]+)?/g, '$1/<moment>')
    .replaceAll(/<moment> +/g, '<moment>  ')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replaceAll(/\d{4}-\d\d-\d\d(?!T)/g, '<day>')
    .replaceAll(/^rows +\d+$/gm, 'rows <count>')
    .replaceAll(/\(\d+(?:\.\d+)? kB\)/g, '(<size>)')
    .replaceAll(/(Sample identifiers would be) "\S+" and "\S+"/g, '$1 <samples>');

/** Installs the programs under the names that documents use. */
const installPrograms = (folder: string): string => {
  const programs = join(folder, '.programs');
  mkdirSync(programs, { recursive: true });
  const install = (name: string, line: string): void => {
    const path = join(programs, name);
    writeFileSync(path, `#!/bin/sh\n${line}\n`);
    chmodSync(path, 0o755);
  };
  const bin = fileURLToPath(new URL('packages/server/bin/', ROOT));
  install('perene', `exec "${process.execPath}" "${bin}perene.cjs" "$@"`);
  install('noid', `exec "${process.execPath}" "${bin}noid.cjs" "$@"`);
  install('npx', 'exec "$@"');
  return programs;
};

export interface Place {
  readonly folder: string;
  /** Texts of documents, and what stands for them in this test. */
  readonly replacements?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs a command as a reader would, in a shell, and returns all that it printed. */
export const runInShell = (command: string, { folder, environment = {} }: Place): Promise<string> =>
  new Promise((resolve, reject) => {
    const path = [installPrograms(folder), process.env['PATH'] ?? ''].join(delimiter);
    const child = spawn('sh', ['-c', command], { cwd: folder, env: { ...OF_TESTS, ...environment, PATH: path } });
    let printed = { out: '', error: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed = { ...printed, out: printed.out + text };
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      printed = { ...printed, error: printed.error + text };
    });
    child.on('error', reject);
    child.on('close', () => resolve(printed.out + printed.error));
  });

const replaceAll = (text: string, pairs: Iterable<readonly [string, string]>): string =>
  [...pairs].reduce((replaced, [from, to]) => replaced.replaceAll(from, to), text);

/**
 * Runs the commands of a document in order, and returns what the document says and what is true, both without moments.
 */
export const compareCommands = async (
  path: string,
  place: Place,
): Promise<{ readonly said: readonly ShownCommand[]; readonly seen: readonly ShownCommand[] }> => {
  const commands = shownCommands(path);
  const replacements = Object.entries(place.replacements ?? {});
  /** Labels of the document, and those that were given here instead. */
  const labels = new Map<string, string>();
  const seen: ShownCommand[] = [];
  for (const { command, output } of commands) {
    const printed = await runInShell(replaceAll(command, [...replacements, ...labels]), place);
    const given = printed.match(LABEL) ?? [];
    for (const [index, label] of (output.match(LABEL) ?? []).entries()) {
      const instead = given[index];
      if (instead !== undefined && !labels.has(label)) labels.set(label, instead);
    }
    const back = replacements.map(([from, to]) => [to, from] as const);
    seen.push({ command, output: withoutMoments(replaceAll(printed, back)) });
  }
  return { said: commands.map(({ command, output }) => ({ command, output: withoutMoments(output) })), seen };
};
