import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { createSqlMintingState } from '../../packages/server/src/adapters/sql/minters/sql-minting-state.ts';
import { examineNode } from '../../packages/server/src/compose/commands/examine-node.ts';
import { createNode } from '../../packages/server/src/compose/create-node.ts';
import type { SettingName } from '../../packages/server/src/config/setting-names.ts';
import type { FolderState, Machine, ServerState } from '../../packages/server/src/ports/system/machine.ts';
import type { LogConflict } from '../../packages/server/src/ports/trust/witnessed-logs.ts';
import { AUTHOR, filesOf } from '../fixtures/archive.ts';
import { runInProcess } from '../fixtures/run-in-process.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { settingsOf } from '../fixtures/test-node.ts';

/** Makes a node in a folder, with a key and perhaps more. */
const createData = async (work: (node: Awaited<ReturnType<typeof createNode>>) => Promise<unknown> = async () => 0) => {
  const data = join(createTemporaryFolder(), 'data');
  mkdirSync(data, { mode: 0o700 });
  const node = await createNode(settingsOf({ data }));
  await node.keys.create({ name: 'Ana', role: 'admin' });
  await work(node);
  await node.close();
  return data;
};

const ROOMY: FolderState = { freeBytes: 2 ** 40, isWritable: true, isOpenToOthers: false };

const machineOf = (
  folder: Partial<FolderState> | undefined = {},
  server: () => Partial<ServerState> = () => ({}),
): Machine => ({
  inspectFolder: async () => folder && { ...ROOMY, ...folder },
  inspectServer: async () => ({ clockMs: undefined, certificateEndMs: undefined, ...server() }),
});

const reasonsOf = async (data: string, flags: Partial<Record<SettingName, string>> = {}, machine = machineOf()) =>
  Object.fromEntries(
    (await examineNode(settingsOf({ data, ...flags }), machine)).map(({ part, level, said }) => [
      part,
      `${level} ${(said.parameters as { readonly reason: string }).reason}`,
    ]),
  );

it('says of every part of a sound node that it is well, and what an operator has still to do', async () => {
  const data = await createData();
  expect(await reasonsOf(data)).toEqual({
    settings: 'ok named',
    disk: 'ok disk-room',
    database: 'ok database-whole',
    clock: 'ok clock-right',
    keys: 'ok keys',
    reachable: 'ok reach-own',
    fixity: 'warning fixity-never',
    backup: 'warning backup-none',
    log: 'ok log-whole',
  });
});

it('prints one line a part, or JSON, and fails only if there is an error', async () => {
  const data = await createData();
  const { status, stdout } = await runInProcess(['doctor', '--data', data]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^warning {2}settings {4}the node has no name, .*--identity-host$/m);
  expect(stdout).toMatch(/^ok {7}database {4}the database is whole$/m);
  const json = await runInProcess(['doctor', '--data', data, '--json']);
  expect(JSON.parse(json.stdout)).toContainEqual({
    part: 'backup',
    level: 'warning',
    code: 'health',
    parameters: { reason: 'backup-none' },
    detail: expect.stringContaining('perene backup'),
  });
  const absent = await runInProcess(['doctor', '--data', join(data, 'absent')]);
  expect(absent).toMatchObject({ status: 1, stdout: expect.stringMatching(/^error {4}disk {8}there is no folder/m) });
});

it('knows the last backup', async () => {
  const data = await createData();
  await runInProcess(['backup', join(createTemporaryFolder(), 'backup'), '--data', data]);
  expect(await reasonsOf(data)).toMatchObject({ backup: 'ok backup-recent' });
});

it.each([
  ['low', { freeBytes: 2 ** 30 }, 'warning disk-low'],
  ['full', { freeBytes: 2 ** 20 }, 'error disk-full'],
  ['not to be written', { isWritable: false }, 'error disk-read-only'],
  ['open to others', { isOpenToOthers: true }, 'warning disk-open'],
])('tells a disk that is %s', async (_what, folder, reason) => {
  expect(await reasonsOf(await createData(), {}, machineOf(folder))).toMatchObject({ disk: reason });
});

it('looks at the disk of this machine', async () => {
  const data = await createData();
  chmodSync(data, 0o755);
  const found = await examineNode(settingsOf({ data }));
  expect(found.map(({ said }) => said.parameters)).toContainEqual({ reason: 'disk-open', folder: data });
});

it('tells a clock that is behind the last label', async () => {
  const data = await createData(async ({ database, clock }) =>
    createSqlMintingState(database).give(() => ({ kind: 'dates', dates: [clock.now() + 3_600_000_000n] })),
  );
  expect(await reasonsOf(data)).toMatchObject({ clock: 'error clock-behind' });
  const mint = () => runInProcess(['ibi', 'mint', '--data', data]);
  expect(await mint()).toMatchObject({ status: 1, stderr: expect.stringContaining('clock-behind') });
  const accept = (...flags: string[]) => runInProcess(['ibi', 'accept-clock', '--data', data, ...flags]);
  expect(JSON.parse((await accept('--json')).stdout)).toEqual({ until: expect.stringMatching(/^20.*Z$/) });
  expect(await mint()).toMatchObject({ status: 0 });
  expect(await reasonsOf(data)).toMatchObject({ clock: 'ok clock-right' });
  const other = await createData();
  expect(await runInProcess(['ibi', 'accept-clock', '--data', other])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('dates-unproved'),
  });
});

it('tells a damaged database, and one that cannot be opened', async () => {
  const data = await createData();
  const file = join(data, 'perene.sqlite');
  const database = new Database(file);
  database.unsafeMode();
  database.pragma('writable_schema = on');
  database.exec(
    `update sqlite_master set rootpage = (select rootpage from sqlite_master where name = 'labels') where name = 'files'`,
  );
  database.close();
  expect(await reasonsOf(data)).toMatchObject({ database: expect.stringMatching(/^error/) });
  writeFileSync(file, 'no database at all, but long enough to look like a file that is one'.repeat(100));
  expect(await reasonsOf(data)).toMatchObject({ database: 'error unopened' });
});

it('tells that no key is left', async () => {
  const data = await createData(({ database }) =>
    database.transaction((session) => session.run('delete from api_keys')),
  );
  expect(await reasonsOf(data)).toMatchObject({ keys: 'error keys-none' });
});

const joined = {
  'archive.resolver': 'http://127.0.0.1:9',
  'archive.registration-key': '1234567890',
  'archive.administrator-email': 'ana@example.org',
  'identity.ip': '192.0.2.1',
} as const;

it.each([
  ['one that is valid', { certificateEndMs: Date.now() + 90 * 86_400_000 }, { certificate: 'ok certificate-valid' }],
  ['one that ends soon', { certificateEndMs: Date.now() + 86_400_000 }, { certificate: 'warning certificate-ends' }],
  ['none', {}, { certificate: 'ok certificate-none', clock: 'ok clock-right' }],
  ['none, but another time', { clockMs: Date.now() + 60_000 }, { clock: 'warning clock-differs' }],
])('looks at the certificate of the resolver: %s', async (_what, server, reasons) => {
  const found = await reasonsOf(
    await createData(),
    joined,
    machineOf({}, () => server),
  );
  expect(found).toMatchObject({ reachable: 'error unreached', ...reasons });
});

it('tells a resolver that does not answer', async () => {
  const found = await examineNode(settingsOf({ data: await createData(), ...joined }));
  expect(found.map(({ said }) => said.parameters)).toContainEqual({
    reason: 'resolver-silent',
    resolver: 'http://127.0.0.1:9',
    cause: 'ECONNREFUSED',
  });
});

it('reads the clock of a real server', async () => {
  const server = createServer((_request, response) =>
    response.writeHead(200, { date: new Date(0).toUTCString() }).end(),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const found = await examineNode(settingsOf({ data: await createData(), ...joined, 'archive.resolver': url }));
  expect(found.map(({ said }) => said.parameters)).toContainEqual(
    expect.objectContaining({ reason: 'clock-differs', resolver: url }),
  );
});

it.each([
  ['one that is not proved for a minute', 60n, {}, 'warning log-late'],
  ['one that is not proved for hours', 7_200n, {}, 'error log-unproved'],
  ['one that was rewritten', 60n, { conflict: { logKey: 'k', head: 'other', proof: [] } }, 'error log-rewritten'],
])('looks at the log of the resolver: %s', async (_what, seconds, { conflict }: { conflict?: LogConflict }, reason) => {
  const resolver = joined['archive.resolver'];
  const data = await createData(async ({ witnessed, clock }) => {
    const now = clock.now();
    await witnessed.advance(resolver, { before: undefined, logKey: 'k', head: 'h', at: now });
    await witnessed.keepDoubt(resolver, { since: now - seconds * 1_000_000n, kind: 'unproven', head: 'other' });
    if (conflict !== undefined) await witnessed.keepConflict(resolver, conflict);
  });
  expect(await reasonsOf(data, joined)).toMatchObject({ log: reason });
  const flags = Object.entries({ ...joined, data, 'identity.host': 'www.example.org' }).flatMap(([name, value]) => [
    `--${name.replace('.', '-')}`,
    value,
  ]);
  const { stdout, stderr } = await runInProcess(['archive', 'status', ...flags]);
  expect(stderr).toBe('');
  expect(stdout).toMatch(
    conflict === undefined ? /^log +IN DOUBT since 20.*no proof.*both heads/m : /^log +REWRITTEN/m,
  );
  expect(JSON.parse((await runInProcess(['archive', 'status', '--json', ...flags])).stdout)).toMatchObject({
    log: { head: 'h', doubt: { kind: 'unproven', head: 'other', since: expect.stringMatching(/^20/) } },
  });
});

it('counts damaged files', async () => {
  const data = await createData(async ({ catalogue, clock, archive }) => {
    const { repository } = await archive.deposit({ files: filesOf({ 'a.txt': 'a' }) }, AUTHOR);
    const [file] = await catalogue.fileChecks.filesAfter({ repository: '', path: '' }, 1);
    expect(file?.repository).toBe(repository);
    if (file) await catalogue.fileChecks.note([{ file, at: clock.now(), damage: 'missing' }]);
  });
  expect(await reasonsOf(data)).toMatchObject({ fixity: 'error fixity-damaged' });
});
