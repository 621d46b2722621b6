import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPostgresDatabase } from '../fixtures/databases.ts';
import { administratorKey } from '../fixtures/places.ts';
import { runInProcess } from '../fixtures/run-in-process.ts';
import { serveInProcess } from '../fixtures/serve-in-process.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { compareCommands, DOCUMENTS, type Place, readDocument, runInShell, shownCommands } from './shown-commands.ts';

const write = (folder: string, path: string, content: string): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), content);
};

const perene = async (folder: string, ...words: readonly string[]): Promise<string> => {
  const { status, stdout, stderr } = await runInProcess(words, { cwd: folder });
  if (status !== 0) throw new Error(stderr);
  return stdout;
};

const REPORT = 'Heron Marsh had a good year.\n\n';

const importItem = async (folder: string, record: object): Promise<void> => {
  write(folder, 'report.pdf', 'content');
  write(folder, 'import.jsonl', `${JSON.stringify({ files: ['report.pdf'], ...record })}\n`);
  await perene(folder, 'import', 'import.jsonl');
};

const openFolder = (folder: string): Place => ({
  folder,
  replacements: { '/mnt/': `${folder}/mnt/`, '/srv/': `${folder}/srv/` },
});

/** Makes what a document takes for granted; the commands that it shows, in order, do the rest. */
const PLACES: Readonly<Record<string, (folder: string) => Promise<Place>>> = {
  'README.md': async (folder) => {
    copyFileSync(new URL('../../README.md', import.meta.url), join(folder, 'README.md'));
    return { folder };
  },
  'docs/labels.md': async (folder) => ({ folder }),
  'docs/noid.md': async (folder) => ({ folder }),
  'docs/sample.md': async (folder) => ({ folder }),
  'docs/tutorial.md': async (folder) => {
    write(folder, 'report.txt', REPORT);
    write(folder, 'report-2.txt', `${REPORT}Corrected.\n\n`);
    return { folder };
  },
  'docs/importing.md': async (folder) => {
    const lines = [...readDocument('docs/importing.md').matchAll(/```json\n([\s\S]*?)```/g)];
    write(folder, 'items.jsonl', lines.map(([, text = '']) => `${JSON.stringify(JSON.parse(text))}\n`).join(''));
    for (const path of ['report.pdf', 'scans/0001.tif', 'old/report.pdf']) {
      write(folder, `srv/old-archive/${path}`, 'content');
    }
    return { ...openFolder(folder), environment: { PERENE_IDENTITY_HOST: 'www.example.org' } };
  },
  'docs/moving-items.md': async (folder) => {
    const elsewhere = createTemporaryFolder();
    await importItem(elsewhere, {
      repository: 'sid.inpe.br/mtc-m18@80/2009/02.16.17.46',
      ibips: ['8JMKD3MGP8W/34PGRBS'],
      metadata: { repository: 'sid.inpe.br/mtc-m18@80/2009/02.16.17.47', fields: { title: 'A report' } },
    });
    await importItem(folder, {
      repository: 'sid.inpe.br/mtc-m18/2012/07.12.18.08',
      metadata: { repository: 'sid.inpe.br/mtc-m18/2012/07.12.18.09', fields: { title: 'Another report' } },
    });
    const node = await serveInProcess(elsewhere);
    onTestFinished(async () => {
      await node.stop();
    });
    const key = administratorKey(elsewhere);
    return {
      folder,
      replacements: { 'https://archive.example.org': node.url },
      environment: { KEY: key },
    };
  },
  'docs/operating.md': async (folder) => {
    for (const disk of ['mnt', 'srv']) mkdirSync(join(folder, disk));
    write(folder, 'report.txt', REPORT);
    await perene(folder, 'deposit', 'report.txt');
    await perene(folder, 'minter', 'create', 'thesis', '--template', 't.reedeedk');
    const place = openFolder(folder);
    const database = { 'postgres://perene@localhost/perene': await createPostgresDatabase("encoding 'UTF8'") };
    return { ...place, replacements: { ...place.replacements, ...database } };
  },
};

describe('documents', () => {
  it.each(Object.entries(PLACES))('%s shows commands with the output that they print', async (path, open) => {
    const { said, seen } = await compareCommands(path, await open(createTemporaryFolder()));
    expect(said.length).toBeGreaterThan(0);
    expect(seen).toEqual(said);
  });

  it('docs/api.md shows requests that a node takes, one after the other', async () => {
    const folder = createTemporaryFolder();
    const node = await serveInProcess(folder);
    onTestFinished(async () => {
      await node.stop();
    });
    const blocks = [...readDocument('docs/api.md').matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
    const script = [
      'set -e',
      'curl() { command curl --fail-with-body --silent --show-error "$@"; }',
      ...blocks,
      'echo "all were taken"',
    ].join('\n');
    const printed = await runInShell(script.replace('http://localhost:8080', node.url), { folder });
    expect(blocks.length).toBeGreaterThan(10);
    expect(printed).toMatch(/all were taken\n$/);
  });

  const translated = DOCUMENTS.filter((path) => path.endsWith('.pt.md'));

  it.each(translated)('%s shows the same commands as its original', (path) => {
    expect(shownCommands(path)).toEqual(shownCommands(path.replace('.pt.md', '.md')));
  });

  it('have no other page with commands', () => {
    const shown = DOCUMENTS.filter((path) => shownCommands(path).length > 0 && !translated.includes(path));
    expect(shown.sort()).toEqual(Object.keys(PLACES).sort());
  });
});
