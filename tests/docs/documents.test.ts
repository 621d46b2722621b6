import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REFUSALS } from '@perene/api/refusals';
import { describe, expect, it } from 'vitest';
import { SETTINGS } from '../../packages/server/src/config/setting-names.ts';
import { readSettings } from '../../packages/server/src/config/settings.ts';
import { readSettingsFile } from '../../packages/server/src/config/settings-file.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { DOCUMENTS, readDocument as read } from './shown-commands.ts';

describe('README.md', () => {
  it('gives the two commands that the project has', () => {
    const { scripts } = JSON.parse(read('package.json'));
    for (const name of ['start', 'test', 'bench']) expect(scripts).toHaveProperty(name);
    expect(read('README.md')).toContain('npm start');
    expect(read('README.md')).toContain('npm test');
    expect(read('.ci/run')).toMatch(/^npm test$/m);
  });
});

/** Whether the link leads to a file; addresses of a running node begin with a slash. */
const isThere = (link: string, folder: URL): boolean => link.startsWith('/') || existsSync(new URL(link, folder));

describe('documents', () => {
  it.each(DOCUMENTS.map((path) => [path]))('%s links to files that are there', (path) => {
    const folder = new URL(`../../${path}`, import.meta.url);
    const links = [...read(path).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !isThere(link, folder))).toEqual([]);
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
    const table = (status: 'exit' | 'http') =>
      Object.fromEntries(Object.entries(REFUSALS).map(([code, statuses]) => [code, statuses[status]]));
    expect(column(2)).toEqual(table('exit'));
    expect(column(3)).toEqual(table('http'));
  });
});
