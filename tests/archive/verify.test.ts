import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createNode } from '../../packages/server/src/compose/create-node.ts';
import { signUnsignedItems } from '../../packages/server/src/services/archive/upkeep/sign-unsigned-items.ts';
import {
  type ArchiveProblem,
  verifyArchive,
} from '../../packages/server/src/services/archive/upkeep/verify-archive.ts';
import { filesOf } from '../fixtures/archive.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { named, repositoryLabel } from '../fixtures/labels.ts';
import { runInProcess } from '../fixtures/run-in-process.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { settingsOf } from '../fixtures/test-node.ts';
import { createTestStore, importRecords, type TestStore, writeSource } from './test-store.ts';

const A = repositoryLabel('sid.inpe.br/mtc-m18/2009/07.21.13.23');
const B = repositoryLabel('sid.inpe.br/mtc-m18/2009/07.22.13.23');
const DESCRIPTION = `${A}.47`;

describe.each(DATABASES)('verify on $name', ({ openMigrated }) => {
  let store: TestStore;

  beforeEach(async () => {
    store = await createTestStore(await openMigrated());
    writeSource(store, 'a.txt', 'content of a');
    writeSource(store, 'b.txt', 'content of b');
    await importRecords(store, [
      {
        repository: A,
        ibips: ['8JMKD3MGP8W/35MME4E'],
        files: ['a.txt', 'b.txt'],
        metadata: { repository: DESCRIPTION },
      },
    ]);
  });

  const verify = async (isCleaning = false) => {
    const problems: ArchiveProblem[] = [];
    const summary = await verifyArchive(store, { isCleaning, onProblem: (problem) => problems.push(problem) });
    return { summary, problems };
  };

  const documents = (repository: string): string => join(store.dataFolder, 'col', repository, 'doc');

  const leaveBehind = (repository: string, keptAt: Date): void => {
    mkdirSync(documents(repository), { recursive: true });
    writeFileSync(join(documents(repository), 'left.txt'), 'left');
    utimesSync(dirname(documents(repository)), keptAt, keptAt);
  };

  it('finds nothing wrong with a sound Archive', async () => {
    const { summary, problems } = await verify();
    expect(problems).toEqual([]);
    expect(summary).toEqual({ items: 2, files: 2, bytes: 24, problems: 0, cleaned: 0 });
  });

  it('finds files that are damaged, cut short or missing', async () => {
    writeFileSync(join(documents(A), 'a.txt'), 'CONTENT OF A');
    rmSync(join(documents(A), 'b.txt'));
    const { problems } = await verify();
    expect(problems.toSorted((one, other) => (`${one.path}` < `${other.path}` ? -1 : 1))).toEqual([
      { label: A, path: 'a.txt', finding: { reason: 'file-content' } },
      { label: A, path: 'b.txt', finding: { reason: 'file-missing' } },
    ]);
    writeFileSync(join(documents(A), 'b.txt'), 'cont');
    expect((await verify()).problems).toContainEqual({
      label: A,
      path: 'b.txt',
      finding: { reason: 'file-length', bytes: 4, expected: 12 },
    });
  });

  it('finds documents that were left behind, and cleans them away', async () => {
    leaveBehind(B, new Date(0));
    writeFileSync(join(documents(A), 'c.txt'), 'not in the catalogue');
    expect((await verify()).problems).toEqual([
      { label: A, path: 'c.txt', finding: { reason: 'file-unknown' } },
      { label: B, finding: { reason: 'documents-left' } },
    ]);
    const { summary, problems } = await verify(true);
    expect(summary).toMatchObject({ cleaned: 1, problems: 1 });
    expect(problems).toEqual([expect.objectContaining({ path: 'c.txt' })]);
    expect([existsSync(documents(A)), existsSync(documents(B))]).toEqual([true, false]);
    expect(existsSync(join(store.dataFolder, 'removed', B))).toBe(true);
  });

  it('leaves documents alone that may be on their way', async () => {
    leaveBehind(B, new Date());
    expect((await verify(true)).summary).toMatchObject({ problems: 0, cleaned: 0 });
    expect(existsSync(documents(B))).toBe(true);
  });

  it('cleans away what is left of a deleted item', async () => {
    const item = await store.catalogue.find(A);
    if (item === undefined) throw new Error('no item');
    const state = { kind: 'deleted', at: 1n, reason: 'a test' } as const;
    await store.catalogue.change([{ item, change: { state } }], { who: 'tests', at: 1n, action: 'removed' });
    utimesSync(dirname(documents(A)), 0, 0);
    expect((await verify()).problems).toEqual([{ label: A, finding: { reason: 'documents-left' } }]);
    expect((await verify(true)).summary).toMatchObject({ problems: 0, cleaned: 1, files: 0 });
    expect((await verify()).problems).toEqual([]);
  });

  it.each([
    [`update items set described_by = null where repository = '${A}'`, [A, DESCRIPTION]],
    [`delete from items where repository = '${A}'`, [A, DESCRIPTION]],
    [`update items set metadata = null where repository = '${DESCRIPTION}'`, [DESCRIPTION]],
    [`update items set target = 'c.txt' where repository = '${A}'`, [A]],
    [`delete from labels where label = '${A}'`, [A]],
    [`delete from labels where label = '8JMKD3MGP8W/35MME4E'`, [A]],
    [`update labels set label = '8JMKD3MGP8W/35MMLL8' where label = '8JMKD3MGP8W/35MME4E'`, [A, '8JMKD3MGP8W/35MMLL8']],
  ])('finds a catalogue that contradicts itself: %s', async (statement, labels) => {
    await store.database.transaction((session) => session.run(statement));
    const { problems } = await verify();
    expect(problems.map(({ label }) => label)).toEqual(expect.arrayContaining(labels));
  });

  describe('where the Archive signs', () => {
    const ANOTHER = `sha256:${'0'.repeat(64)}`;

    beforeEach(async () => {
      await store.serviceLabel();
      const parts = { items: store.unsignedItems, facts: store.facts, clock: store.clock };
      await signUnsignedItems(parts, { isStopped: () => false });
      for (const title of ['Second', 'Third']) {
        await store.archive.edit(named(A), { metadata: { title } }, { who: 'tests' });
      }
    });

    it('finds nothing wrong with what was signed', async () => {
      expect((await verify()).problems).toEqual([]);
    });

    it.each<[string, readonly ArchiveProblem['finding'][]]>([
      [`update files set bytes = 7 where path = 'a.txt'`, [{ reason: 'claim-outdated' }]],
      [`update items set state = 'copy' where repository = '${A}'`, [{ reason: 'claim-outdated' }]],
      [`delete from claims where repository = '${A}' and place = 3`, [{ reason: 'claim-outdated' }]],
      [`delete from claims where repository = '${A}'`, [{ reason: 'claim-missing' }]],
      [`delete from claims where repository = '${A}' and place = 1`, [{ reason: 'claim-unchained', place: 2 }]],
      [`delete from claims where repository = '${A}' and place = 2`, [{ reason: 'claim-unchained', place: 3 }]],
      [
        `update claims set statement = replace(statement, 'Original', 'Copy') where repository = '${A}' and place = 1`,
        [{ reason: 'claim-forged', place: 1 }],
      ],
      [
        `update claims set hash = '${ANOTHER}' where repository = '${A}' and place = 2`,
        [
          { reason: 'claim-forged', place: 2 },
          { reason: 'claim-unchained', place: 3 },
        ],
      ],
      [
        `update claims set statement = statement || 'x' where repository = '${A}' and place = 2`,
        [{ reason: 'claim-forged', place: 2 }],
      ],
      [
        `update claims set statement = (select c.statement from claims c where c.repository = '${DESCRIPTION}' and c.place = 1),
           hash = (select c.hash from claims c where c.repository = '${DESCRIPTION}' and c.place = 1)
         where repository = '${A}' and place = 1`,
        [
          { reason: 'claim-forged', place: 1 },
          { reason: 'claim-unchained', place: 2 },
        ],
      ],
    ])('finds what is not as it was signed: %s', async (statement, findings) => {
      await store.database.transaction((session) => session.run(statement));
      const claimed = (await verify()).problems.filter(({ finding }) => finding.reason.startsWith('claim-'));
      expect(claimed).toEqual(findings.map((finding) => ({ label: A, finding })));
    });

    it('does not miss the claims of items that will have theirs when the node runs', async () => {
      await store.database.transaction(async (session) => {
        await session.run('delete from node_facts');
        await session.run(`delete from claims where repository = '${A}'`);
      });
      expect((await verify()).problems).toEqual([]);
    });
  });
});

it('a history that was cut is found by what a backup has of it', async () => {
  const [data, backup] = [join(createTemporaryFolder(), 'data'), join(createTemporaryFolder(), 'backup')];
  const node = await createNode(settingsOf({ data }));
  await node.serviceLabel();
  await node.archive.deposit({ files: filesOf({ 'a.txt': 'a' }) }, { who: 'tests' });
  const verify = () => runInProcess(['verify', '--against', backup, '--data', data, '--json']);
  await runInProcess(['backup', backup, '--data', data]);
  expect(await verify()).toMatchObject({ status: 0 });
  await node.database.transaction(async (session) => {
    for (const table of ['history', 'history_chain']) await session.run(`delete from ${table} where number > 1`);
    await session.run(`delete from node_facts where name = 'history.end'`);
  });
  await node.close();
  const { status, stdout } = await verify();
  expect(status).toBe(1);
  expect(stdout).toContain('history-cut');
  expect(await runInProcess(['verify', '--against', data, '--data', data])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('backup-unusable'),
  });
});
