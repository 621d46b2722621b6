import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SETTINGS } from '../../packages/server/src/config/setting-names.ts';
import { readSettings } from '../../packages/server/src/config/settings.ts';
import { readSettingsFile } from '../../packages/server/src/config/settings-file.ts';
import { EXIT_STATUS_OF_REFUSALS } from '../../packages/server/src/transports/cli/perene/run-perene.ts';
import { STATUS_OF_REFUSALS } from '../../packages/server/src/transports/http/refusal-statuses.ts';
import { runNoid, runPerene } from '../fixtures/run-command.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The commands that a document shows, each with what it says they print. */
const shownCommands = (path: string): readonly { command: string; output: string }[] =>
  [...read(path).matchAll(/```console\n\$ (.*)\n([\s\S]*?)```/g)].map(([, command = '', output = '']) => ({
    command,
    output,
  }));

/** Words as a shell would split them. */
const split = (command: string): readonly string[] =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

/** Moments differ from run to run, folders from machine to machine, and this document grows. */
const withoutMoments = (text: string): string =>
  text
    .replace(/ in \S+perene\.sqlite/, ' in <path>')
    .replaceAll(/\/\d{4}\/\d\d\.[\d.]+/g, '/<moment>')
    .replaceAll(/\b([2-9A-X]+W[2-9A-X]*)\/4[2-9A-U]+(?:W[2-9A-U]+)?/g, '$1/<moment>')
    .replaceAll(/\d{4}-\d\d-\d\d(?!T)/g, '<day>')
    .replaceAll(/\(\d+(?:\.\d+)? kB\)/g, '(<size>)')
    .replaceAll(/(Sample identifiers would be) "\S+" and "\S+"/g, '$1 <samples>');

const PROGRAMS = { perene: runPerene, noid: runNoid };

describe.each(['README.md', 'docs/noid.md'])('%s', (path) => {
  const commands = shownCommands(path);
  const folder = mkdtempSync(join(tmpdir(), 'perene-shown-'));
  copyFileSync(new URL('../../README.md', import.meta.url), join(folder, 'README.md'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('shows commands', () => expect(commands.length).toBeGreaterThan(4));

  it.each(commands)('tells the truth about $command', async ({ command, output }) => {
    const [npx, program = '', ...words] = split(command);
    expect(npx).toBe('npx');
    expect(Object.keys(PROGRAMS)).toContain(program);
    const { stdout, stderr } = await PROGRAMS[program as keyof typeof PROGRAMS](words, { cwd: folder });
    expect(withoutMoments(stdout + stderr)).toBe(withoutMoments(output));
  });
});

describe('README.md', () => {
  it('gives the two commands that the project has', () => {
    const { scripts } = JSON.parse(read('package.json'));
    for (const name of ['start', 'test', 'bench']) expect(scripts).toHaveProperty(name);
    expect(read('README.md')).toContain('npm start');
    expect(read('README.md')).toContain('npm test');
    expect(read('.ci/run')).toMatch(/^npm test$/m);
  });
});

describe('documents', () => {
  it.each([
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'docs/api.md',
    'docs/arks.md',
    'docs/federation.md',
    'docs/importing.md',
    'docs/moving-items.md',
    'docs/migrating-from-noid.md',
    'docs/noid.md',
    'docs/noid-differences.md',
    'docs/operating.md',
    'docs/protocol.md',
    'docs/refusals.md',
    'docs/resolving.md',
    'docs/settings.md',
    'vectors/README.md',
    'benchmarks/README.md',
  ])('%s links to files that are there', (path) => {
    const folder = new URL(`../../${path}`, import.meta.url);
    const links = [...read(path).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !existsSync(new URL(link, folder)))).toEqual([]);
  });

  it('docs/settings.md lists every setting with its flag, variable and meaning', () => {
    const rows = read('docs/settings.md').match(/^\| `.*$/gm);
    expect(rows).toEqual(
      Object.entries(SETTINGS).map(
        ([name, { flag, variable, help }]) => `| \`${name}\` | \`${flag}\` | \`${variable}\` | ${help} |`,
      ),
    );
  });

  it('docs/settings.md shows a file that is read', () => {
    const [, example = ''] = /```json\n([\s\S]*?)```/.exec(read('docs/settings.md')) ?? [];
    const path = join(createTemporaryFolder(), 'settings.json');
    writeFileSync(path, example);
    expect(readSettings({ flags: {}, environment: {}, file: readSettingsFile(path) }).identity).toMatchObject({
      repositoryPrefix: 'example.org/www',
    });
  });

  it('docs/refusals.md explains every refusal with its exit and HTTP status, and no other', () => {
    const rows = [...read('docs/refusals.md').matchAll(/^\| `([a-z-]+)` \| (\d) \| (\d{3}) \|/gm)];
    const column = (index: number) => Object.fromEntries(rows.map((row) => [row[1], Number(row[index])]));
    expect(column(2)).toEqual(EXIT_STATUS_OF_REFUSALS);
    expect(column(3)).toEqual(STATUS_OF_REFUSALS);
  });
});
