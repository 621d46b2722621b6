import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openSqliteDatabase } from '../../packages/server/src/adapters/sql/engine/sqlite/sqlite-database.ts';
import { createPostgresDatabase } from '../fixtures/databases.ts';
import { runInProcess as runPerene } from '../fixtures/run-in-process.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const PERENE = fileURLToPath(new URL('../../packages/server/bin/perene.cjs', import.meta.url));

const label = (index: number): string => `sid.inpe.br/mtc-m18/2009/07.21.13.23.00.${index + 1}1`;

/** Makes a folder with that many items to import. */
const prepareItems = (count: number): string => {
  const folder = createTemporaryFolder();
  mkdirSync(join(folder, 'files'));
  const lines = Array.from({ length: count }, (_, index) => {
    writeFileSync(join(folder, 'files', `${index}.txt`), `content of ${index}`);
    const metadata = { repository: label(index).replace('13.23', '13.24'), fields: { title: `item ${index}` } };
    return JSON.stringify({
      repository: label(index),
      files: [{ path: 'a.txt', from: `files/${index}.txt` }],
      metadata,
    });
  });
  writeFileSync(join(folder, 'items.jsonl'), lines.map((line) => `${line}\n`).join(''));
  return folder;
};

const countItems = async (data: string): Promise<number> => {
  const database = openSqliteDatabase(join(data, 'perene.sqlite'));
  try {
    const [row] = await database.read((session) => session.all(`select count(*) as items from items`));
    return Number(row?.['items']);
  } catch {
    return 0;
  } finally {
    await database.close();
  }
};

/** Starts a command, and kills it without warning once it has imported some items. */
const killImport = async (folder: string, data: string, whenItems: number): Promise<void> => {
  const child = spawn(process.execPath, [PERENE, 'import', join(folder, 'items.jsonl'), '--data', data], {
    stdio: 'ignore',
    env: { PATH: process.env['PATH'] },
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  while (child.exitCode === null && (await countItems(data)) < whenItems) await sleep(5);
  child.kill('SIGKILL');
  await ended;
};

it('goes on with an import that was killed, and takes in every item once', async () => {
  const folder = prepareItems(300);
  const data = createTemporaryFolder();
  for (const items of [1, 150, 350]) await killImport(folder, data, items);
  const before = await countItems(data);
  expect(before).toBeGreaterThan(0);
  const { status, stdout } = await runPerene(['import', join(folder, 'items.jsonl'), '--data', data, '--json']);
  const summary = JSON.parse(stdout) as { imported: number; alreadyHere: number; refused: number };
  expect({ status, ...summary }).toEqual({
    status: 0,
    imported: 300 - before / 2,
    alreadyHere: before / 2,
    refused: 0,
    linksRefused: 0,
    collections: 0,
  });
  const verified = await runPerene(['verify', '--data', data, '--json']);
  expect(JSON.parse(verified.stdout)).toMatchObject({ items: 600, files: 300, problems: 0 });
});

it('says which lines were refused, and writes all of them to the report', async () => {
  const folder = prepareItems(2);
  const data = createTemporaryFolder();
  const items = join(folder, 'items.jsonl');
  writeFileSync(items, `${readFileSync(items, 'utf8')}${'{"repository": "nothing"}\n'.repeat(25)}`);
  const report = join(folder, 'refused.jsonl');
  const { status, stdout, stderr } = await runPerene(['import', items, '--data', data, '--report', report]);
  expect(status).toBe(1);
  expect(stdout).toBe('imported      2\nalready here  0\nrefused       25\n');
  expect(stderr.match(/^perene: line \d+, nothing: /gm)).toHaveLength(20);
  expect(stderr).toContain('--report');
  const reported = readFileSync(report, 'utf8').trim().split('\n');
  expect(reported).toHaveLength(25);
  expect(JSON.parse(reported[0] ?? '')).toMatchObject({ label: 'nothing', code: 'record-invalid' });
});

it('exports, backs up, moves to PostgreSQL and verifies', async () => {
  const folder = prepareItems(3);
  const data = createTemporaryFolder();
  const inFolder = { cwd: folder };
  await runPerene(['import', 'items.jsonl', '--data', data], inFolder);

  expect(await runPerene(['export', 'out.jsonl', '--files', 'out', '--data', data], inFolder)).toMatchObject({
    status: 0,
    stdout: 'items  3\nfiles  3 (36 bytes)\n',
    stderr: '',
  });
  const other = createTemporaryFolder();
  const words = ['import', 'out.jsonl', '--files', 'out', '--data', other, '--json'];
  expect(JSON.parse((await runPerene(words, inFolder)).stdout)).toEqual({
    imported: 3,
    alreadyHere: 0,
    refused: 0,
    linksRefused: 0,
    collections: 0,
  });

  const backup = await runPerene(['backup', 'backup', '--data', data, '--json'], inFolder);
  expect(JSON.parse(backup.stdout)).toMatchObject({ format: 1, files: { lines: 3, bytes: 36 }, missing: { lines: 0 } });
  const database = await createPostgresDatabase();
  const moved = createTemporaryFolder();
  const there = ['--data', moved, '--database', database];
  expect(await runPerene(['restore', 'backup', ...there], inFolder)).toMatchObject({ status: 0, stderr: '' });
  const again = await runPerene(['restore', 'backup', ...there], inFolder);
  expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining('restore-not-empty') });
  expect(await runPerene(['verify', ...there])).toMatchObject({
    status: 0,
    stdout: 'items     6\nfiles     3 (36 bytes)\nproblems  0\n',
  });

  writeFileSync(join(moved, 'col', label(0), 'doc', 'a.txt'), 'CONTENT OF 0');
  const damaged = await runPerene(['verify', ...there]);
  expect(damaged.status).toBe(1);
  expect(damaged.stdout).toContain(`${label(0)} a.txt: the file has another content`);
  const incomplete = await runPerene(['backup', 'second', ...there], inFolder);
  expect(incomplete).toMatchObject({ status: 1, stdout: expect.stringMatching(/missing +1/) });
  expect(incomplete.stderr).toContain(`a.txt of ${label(0)}`);
});

it('exports chosen items to the standard output and into packages, and imports a folder of them', async () => {
  const folder = prepareItems(3);
  const data = createTemporaryFolder();
  const inFolder = { cwd: folder };
  await runPerene(['import', 'items.jsonl', '--data', data], inFolder);
  const run = (...words: readonly string[]) => runPerene([...words, '--data', data], inFolder);

  const lines = (await run('export', '-')).stdout.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).repository)).toEqual([label(0), label(1), label(2)]);
  // The label of a description stands for its item.
  const chosen = ['--item', label(1).replace('13.23', '13.24'), '--item', label(0), '--item', label(1)];
  expect(await run('export', 'bags', '--format', 'bagit', ...chosen)).toMatchObject({
    status: 0,
    stdout: 'items  2\nfiles  2 (24 bytes)\n',
    stderr: '',
  });
  expect((await run('export', 'bags', '--format', 'bagit', ...chosen)).stdout).toMatch(/unchanged +2\n/);
  writeFileSync(join(folder, 'bags', label(1), 'data/files/a.txt'), 'another content');
  const other = createTemporaryFolder();
  const imported = await runPerene(['import', 'bags', '--data', other], inFolder);
  expect(imported).toMatchObject({ status: 1, stdout: expect.stringMatching(/^imported +1\n/) });
  expect(imported.stderr).toMatch(/^perene: package 2: .*a\.txt.*\(package-invalid\)$/m);

  for (const [wrong, code, status] of [
    [['export', 'bags', '--format', 'bagit', '--files', 'x'], '--files', 2],
    [['export', '-', '--format', 'ocfl'], 'folder', 2],
    [['export', '-', '--files', 'x'], 'name a file', 2],
    [['export', '-', '--item', 'example.org/a/2009/07.21.13.23'], 'item-not-found', 1],
    [['import', 'files'], 'package-invalid', 1],
  ] as const) {
    expect(await run(...wrong)).toMatchObject({ status, stderr: expect.stringContaining(code) });
  }
});

it.each([['import', 'x'], ['export', 'x'], ['backup', 'x'], ['restore', 'x'], ['verify']])(
  'refuses to %s on another node',
  async (...words) => {
    const { status, stderr } = await runPerene([...words, '--server', 'http://localhost:1']);
    expect(status).toBe(2);
    expect(stderr).toContain('leave --server out');
  },
);
