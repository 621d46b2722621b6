import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const PACKAGES = readdirSync(join(root, 'packages'));

const readManifest = (name: string) => JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'));

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** The files that npm would publish, by the name of the folder. */
const packed = new Map<string, { readonly bytes: Uint8Array<ArrayBuffer>; readonly files: readonly string[] }>();

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'perene-packages-'));
  for (const name of PACKAGES) {
    const words = ['pack', '--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder];
    const printed = execFileSync('npm', words, { cwd: join(root, 'packages', name), encoding: 'utf8' });
    // Some versions of npm list what they packed, others name it by package.
    const [result] = Object.values<Packed>(JSON.parse(printed));
    if (result === undefined) throw new Error(`npm packed nothing of ${name}`);
    const bytes = new Uint8Array(readFileSync(join(folder, result.filename)));
    packed.set(name, { bytes, files: result.files.map(({ path }) => path) });
  }
  rmSync(folder, { recursive: true });
});

const packageOf = (name: string) => {
  const result = packed.get(name);
  if (result === undefined) throw new Error(`${name} was not packed`);
  return result;
};

describe.each(PACKAGES)('packages/%s', (name) => {
  it('is packed with its README, its license, and no tests', () => {
    const { files } = packageOf(name);
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
    expect(files.filter((path) => /\.test\.|\.tsbuildinfo$/.test(path))).toEqual([]);
    expect(files.some((path) => path.startsWith('dist/'))).toBe(true);
  });

  it('has nothing that publint finds wrong', async () => {
    const { messages } = await publint({ pack: { tarball: packageOf(name).bytes.buffer }, strict: true });
    const manifest = readManifest(name);
    expect(messages.map((message) => formatMessage(message, manifest))).toEqual([]);
  });

  it('says what it is, alike in all packages', () => {
    const { version, license, engines } = readManifest('core');
    expect(readManifest(name)).toMatchObject({
      name: `@perene/${name}`,
      version,
      license,
      engines,
      description: expect.any(String),
      keywords: expect.arrayContaining(['persistent-identifier']),
      publishConfig: { access: 'public', provenance: true },
    });
  });

  it('asks for the other packages in its own version', () => {
    const { version, dependencies = {} } = readManifest(name);
    const own = Object.entries(dependencies).filter(([other]) => other.startsWith('@perene/'));
    expect(own.filter(([, wanted]) => wanted !== version)).toEqual([]);
  });
});

describe.each(PACKAGES.filter((name) => '.' in (readManifest(name).exports ?? {})))('types of packages/%s', (name) => {
  it('are found wherever modules are, as attw checks', async () => {
    const result = await checkPackage(createPackageFromTarballData(packageOf(name).bytes));
    if (!result.types) throw new Error('the package has no types');
    // The packages have modules only, which `require` and the resolution of Node.js 10 do not support.
    const problems = result.problems.filter(
      (problem) =>
        !('resolutionKind' in problem && ['node10', 'node16-cjs'].includes(problem.resolutionKind)) &&
        problem.kind !== 'CJSResolvesToESM',
    );
    expect(problems).toEqual([]);
    expect(Object.keys(result.entrypoints)).toEqual(expect.arrayContaining(['.']));
  });
});
