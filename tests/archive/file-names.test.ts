import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFileFolder } from '../../packages/server/src/adapters/disk/file-folder.ts';
import { createLines, readLines } from '../../packages/server/src/adapters/disk/line-files.ts';
import { createSourceFolder } from '../../packages/server/src/adapters/disk/source-folder.ts';
import { createSqlNodeFacts } from '../../packages/server/src/adapters/sql/node/sql-node-facts.ts';
import { createSqlTableStore } from '../../packages/server/src/adapters/sql/node/sql-table-store.ts';
import type { ItemView } from '../../packages/server/src/services/archive/archive-operations.ts';
import {
  copyExportedFiles,
  exportItems,
  inOwnFolder,
} from '../../packages/server/src/services/archive/importing/export-items.ts';
import {
  type ArchiveProblem,
  verifyArchive,
} from '../../packages/server/src/services/archive/upkeep/verify-archive.ts';
import { makeBackup } from '../../packages/server/src/services/backup/make-backup.ts';
import { restoreBackup } from '../../packages/server/src/services/backup/restore-backup.ts';
import { startApiServer } from '../api/api-server.ts';
import { formOf, send } from '../api/client.ts';
import { AUTHOR, filesOf } from '../fixtures/archive.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { findFreePort } from '../fixtures/free-port.ts';
import { repositoryLabel } from '../fixtures/labels.ts';
import { type MovingNode, openMovingNode, serveMovingNode } from '../fixtures/moving-node.ts';
import { runPerene } from '../fixtures/run-command.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { createTestStore, importFile, importRecords, type TestStore } from './test-store.ts';

const LABEL = repositoryLabel('sid.inpe.br/mtc-m18/2009/07.21.13.23');
const LATIN = String.raw`Relat\xF3rio Final.pdf`;
const LONG = `${'é'.repeat(200)}.txt`;
/** The names of files as bytes on the disk, by their spelling. */
const NAMES: Readonly<Record<string, Buffer>> = {
  [LATIN]: Buffer.from('Relat\xf3rio Final.pdf', 'latin1'),
  [String.raw`\xE7\xE3o/a<b>:"c"|?*.txt`]: Buffer.from('\xe7\xe3o/a<b>:"c"|?*.txt', 'latin1'),
  [String.raw`C:\x5Ctemp\x5Ca.txt`]: Buffer.from('C:\\temp\\a.txt'),
  [String.raw`line\x0Abreak\x20`]: Buffer.from('line\nbreak '),
  'con.txt': Buffer.from('con.txt'),
  'ends in a point.': Buffer.from('ends in a point.'),
  'Relatório.pdf': Buffer.from('Relatório.pdf'),
};
const CONTENTS = Object.fromEntries(
  Object.entries(NAMES).map(([spelling, bytes]) => [spelling, bytes.toString('hex')]),
);

const bytesIn = (folder: string, name: Buffer): Buffer => Buffer.concat([Buffer.from(`${folder}/`), name]);

/** Writes files as an old file system may have left them. */
const writeNames = (folder: string): void => {
  mkdirSync(bytesIn(folder, Buffer.from('\xe7\xe3o', 'latin1')), { recursive: true });
  for (const bytes of Object.values(NAMES)) writeFileSync(bytesIn(folder, bytes), bytes.toString('hex'));
};

const contentsOf = async (
  { catalogue, files }: Pick<TestStore, 'catalogue' | 'files'>,
  label: string,
): Promise<Record<string, string>> => {
  const contents: Record<string, string> = {};
  for (const { path } of await catalogue.files(repositoryLabel(label))) {
    contents[path] = String(await buffer(await files.open(repositoryLabel(label), path)));
  }
  return contents;
};

const problemsOf = async (store: TestStore): Promise<readonly ArchiveProblem[]> => {
  const problems: ArchiveProblem[] = [];
  await verifyArchive(store, { isCleaning: false, onProblem: (problem) => problems.push(problem) });
  return problems;
};

const backUp = async (store: TestStore, folder: string): Promise<void> => {
  await makeBackup(
    {
      ...store,
      tables: createSqlTableStore(store.database),
      facts: createSqlNodeFacts(store.database),
      folder: createFileFolder({ folder }),
      version: '0.0.0',
    },
    { isFull: false },
  );
};

describe.each(DATABASES)('names of any bytes in $name', ({ openMigrated, openEmpty }) => {
  const openFilled = async (): Promise<TestStore> => {
    const store = await createTestStore(await openMigrated());
    writeNames(store.sourceFolder);
    writeFileSync(join(store.sourceFolder, 'long.txt'), 'long');
    const record = {
      repository: LABEL,
      files: [...Object.keys(NAMES), { path: LONG, from: 'long.txt' }],
      target: LATIN,
    };
    expect(await importRecords(store, [record])).toMatchObject({ imported: 1, refusals: [] });
    return store;
  };
  const ALL = { ...CONTENTS, [LONG]: 'long' };

  it('are imported as they are, and found whole', async () => {
    const store = await openFilled();
    expect(await contentsOf(store, LABEL)).toEqual(ALL);
    const onDisk = readdirSync(join(store.dataFolder, 'col', LABEL, 'doc'), { encoding: 'buffer' });
    expect(onDisk.map((name) => name.toString('latin1'))).toContain('Relat\xf3rio Final.pdf');
    expect(await problemsOf(store)).toEqual([]);
    const item = await store.catalogue.find(LABEL);
    const description = await store.catalogue.find(repositoryLabel(item?.describedBy ?? ''));
    expect(description?.metadata).toEqual({ title: [{ value: 'Relatório Final.pdf' }] });
  });

  it('go out with an export, and come back with an import', async () => {
    const store = await openFilled();
    const folder = createTemporaryFolder();
    const file = join(folder, 'items.jsonl');
    await exportItems(store.catalogue, await createLines(file), { placeOf: inOwnFolder });
    await copyExportedFiles({ ...store, folder: createFileFolder({ folder }) }, readLines(file));
    const other = await createTestStore(await openMigrated());
    expect(await importFile({ ...other, sources: createSourceFolder({ folder }) }, file)).toMatchObject({
      imported: 1,
    });
    expect(await contentsOf(other, LABEL)).toEqual(ALL);
    expect(await problemsOf(other)).toEqual([]);
  });

  it('are in a backup, and restored from it', async () => {
    const store = await openFilled();
    const folder = createTemporaryFolder();
    await backUp(store, folder);
    const restored = await createTestStore(await openEmpty());
    const tables = createSqlTableStore(restored.database);
    await restoreBackup({ ...restored, tables, folder: createFileFolder({ folder }) }, {});
    expect(await contentsOf(restored, LABEL)).toEqual(ALL);
    expect(await problemsOf(restored)).toEqual([]);
  });

  it('are kept apart from names that look like them', async () => {
    const store = await createTestStore(await openMigrated());
    const files = ['ó', String.raw`\xF3`, String.raw`\x5CxF3`, '%F3', '%~%F3'];
    for (const [index, file] of files.entries()) {
      writeFileSync(join(store.sourceFolder, String(index)), file);
    }
    const named = files.map((path, index) => ({ path, from: String(index) }));
    expect(await importRecords(store, [{ repository: LABEL, files: named }])).toMatchObject({ imported: 1 });
    expect(await contentsOf(store, LABEL)).toEqual(Object.fromEntries(files.map((file) => [file, file])));
    expect(await problemsOf(store)).toEqual([]);
  });

  it.each([
    ['a byte in an item whose URLs are in ISO 8859-1', { fileNameEncoding: 'iso-8859-1' }, String.raw`\xF3`],
    ['a folder above', {}, String.raw`\x2E\x2E/a`],
    ['a slash inside of a name', {}, String.raw`a\x2Fb`],
    ['U+0000', {}, String.raw`a\x00`],
    ['a backslash that spells nothing', {}, String.raw`a\b`],
  ])('are refused for %s', async (_what, more, path) => {
    const store = await createTestStore(await openMigrated());
    writeFileSync(join(store.sourceFolder, 'a'), 'a');
    const lines = [
      { repository: LABEL, files: [{ path, from: 'a' }], ...more },
      { repository: LABEL, files: [{ path: 'a', from: String.raw`\x2e\x2e/a` }] },
    ];
    const { refusals } = await importRecords(store, lines);
    expect(refusals.map(({ refusal }) => refusal.code)).toEqual(['file-name-invalid', 'file-name-invalid']);
  });

  const startNode = async (name: string): Promise<MovingNode> => {
    const publicUrl = `http://localhost:${await findFreePort()}`;
    const node = await openMovingNode({
      database: await openMigrated(),
      folder: createTemporaryFolder(),
      name,
      publicUrl,
    });
    const server = await serveMovingNode(node);
    onTestFinished(() => server.close());
    return node;
  };

  it('are served under their own bytes, copied and moved', async () => {
    const [here, there] = [await startNode('here'), await startNode('there')];
    const request = { files: filesOf(ALL), target: LATIN, metadata: { title: 'Names' } };
    const { repository } = await there.archive.deposit(request, AUTHOR);
    const get = (path: string, headers: Record<string, string> = {}) =>
      getRaw(`${there.publicUrl}/col/${repository}/doc`, path, headers);

    const whole = await get('/Relat%f3rio%20Final.pdf');
    expect([whole.status, whole.body]).toEqual([200, ALL[LATIN]]);
    expect(whole.headers['content-disposition']).toMatch(/; filename\*=UTF-8''Relat%C3%B3rio%20Final.pdf$/);
    const part = await get('/Relat%F3rio%20Final.pdf', { range: 'bytes=0-3' });
    expect([part.status, part.body]).toEqual([206, '5265']);
    for (const [path, content] of [
      ['/%e7%e3o/a%3Cb%3E:%22c%22%7C%3F*.txt', ALL[String.raw`\xE7\xE3o/a<b>:"c"|?*.txt`]],
      ['/C:%5Ctemp%5ca.txt', ALL[String.raw`C:\x5Ctemp\x5Ca.txt`]],
      ['/C:\\temp\\a.txt', ALL[String.raw`C:\x5Ctemp\x5Ca.txt`]],
      ['/line%0Abreak%20', ALL[String.raw`line\x0Abreak\x20`]],
      ['/Relat%C3%B3rio.pdf', ALL['Relatório.pdf']],
      ['/Relato%CC%81rio.pdf', ALL['Relatório.pdf']],
      ['/Relat%f3rio.pdf', ALL['Relatório.pdf']],
      [`/${encodeURIComponent(LONG)}`, 'long'],
    ] as const) {
      expect([path, (await get(path)).body]).toEqual([path, content]);
    }
    for (const path of ['/Relat%5CxF3rio%20Final.pdf', '/a%00', '/%2e%2e%5cdoc', '/..%2f..%2fperene.sqlite']) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
    const list = await get('/', { accept: 'text/html' });
    expect(list.body).toContain(`href="/col/${repository}/doc/Relat%f3rio%20Final.pdf"`);
    expect(list.body).toContain('a%3Cb%3E%3A%22c%22%7C%3F*.txt');
    const query = `servicesubject=urlRequest&clientinformation.ipaddress=192.0.2.1&parsedibiurl.ibi=${repository}`;
    const answer = await there.service.answer(query);
    expect(answer.body).toContain(`${repository}/doc/Relat%f3rio%20Final.pdf`);
    const byPath = await there.service.answer(`${query}&parsedibiurl.filepath=/C:%255Ctemp%255Ca.txt`);
    expect(byPath.body).toContain(`${repository}/doc/C%3A%5ctemp%5ca.txt`);

    await here.copy(repository, { from: there.publicUrl });
    expect(await contentsOf(here, repository)).toEqual(ALL);
    const moved = await there.archive.deposit({ ...request, files: filesOf(ALL) }, AUTHOR);
    const { key } = await here.keys.create({ name: 'mover', role: 'admin' });
    await there.transfer(moved.repository, { to: here.publicUrl, key });
    expect(await contentsOf(here, moved.repository)).toEqual(ALL);
    expect(await here.claim(moved.repository)).toBe('Original');
  });
});

/** Sends paths unchanged; `fetch` would tidy them up. */
const getRaw = (
  base: string,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port, pathname } = new URL(base);
    httpRequest({ host: hostname, port, path: `${pathname}${path}`, headers }, (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }), reject);
    })
      .on('error', reject)
      .end();
  });

describe('names of any bytes over the API', () => {
  it('are spelled in forms, and in uploads, where they may also be bytes', async () => {
    const server = await startApiServer();
    const form = formOf({}, { [LATIN]: 'one', [String.raw`a\x22b\x5C.txt`]: 'two' });
    const { body } = await send<ItemView>(server, 'POST', '/items', { body: form });
    expect(body.files?.map(({ path }) => path)).toEqual([LATIN, String.raw`a"b\x5C.txt`]);
    for (const bytes of [Buffer.from('d/Relat\xf3rio.pdf', 'latin1'), Buffer.from(String.raw`d/Relat\xf3rio.pdf`)]) {
      const tus = { 'tus-resumable': '1.0.0' };
      const begun = await send(server, 'POST', '/uploads', {
        headers: { ...tus, 'upload-length': '0', 'upload-metadata': `filename ${bytes.toString('base64')}` },
      });
      const id = begun.headers.get('location')?.split('/').at(-1);
      const deposited = await send<ItemView>(server, 'POST', '/items', {
        json: { metadata: { title: 'An upload' }, uploads: [{ id }] },
      });
      expect(deposited.body.files?.map(({ path }) => path)).toEqual([String.raw`d/Relat\xF3rio.pdf`]);
    }
  });
});

describe('names of any bytes on the command line', () => {
  it('are deposited with their folder, and by themselves', async () => {
    const [folder, data] = [createTemporaryFolder(), createTemporaryFolder()];
    writeNames(folder);
    const words = ['--data', data, '--identity-host', 'archive.example.org', '--json'];
    const { status, stdout, stderr } = await runPerene(['deposit', folder, ...words]);
    expect([status, stderr]).toEqual([0, '']);
    const item = JSON.parse(stdout) as ItemView;
    expect(item.files?.map(({ path }) => path).toSorted()).toEqual(Object.keys(NAMES).toSorted());
    const verified = await runPerene(['verify', '--data', data, '--json']);
    expect(JSON.parse(verified.stdout)).toMatchObject({ files: Object.keys(NAMES).length, problems: 0 });
    const shell = `"$0" "$1" deposit "$2"/Relat*Final.pdf ${words.map((word) => `'${word}'`).join(' ')}`;
    const perene = join(import.meta.dirname, '../../packages/server/bin/perene.cjs');
    const alone = execFileSync('/bin/sh', ['-c', shell, process.execPath, perene, folder], { encoding: 'utf8' });
    expect((JSON.parse(alone) as ItemView).files?.map(({ path }) => path)).toEqual([LATIN]);
  });
});
