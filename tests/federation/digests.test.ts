import { fingerprintOf, formatDigestRequest, parseDigest } from '@perene/core/federation';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFileFolder } from '../../packages/server/src/adapters/disk/file-folder.ts';
import { LOOPBACK } from '../../packages/server/src/adapters/peers/allowed-address.ts';
import { createHttpMessenger } from '../../packages/server/src/adapters/peers/http-messenger.ts';
import { createSqlLabelChanges } from '../../packages/server/src/adapters/sql/catalogue/sql-label-changes.ts';
import type { SqlDatabase } from '../../packages/server/src/adapters/sql/engine/sql-database.ts';
import { createSqlTableStore } from '../../packages/server/src/adapters/sql/node/sql-table-store.ts';
import { createQuickSecrets } from '../../packages/server/src/adapters/system/quick-secrets.ts';
import {
  createDigestAnswers,
  type DigestAnswers,
} from '../../packages/server/src/services/archive/exchange/answer-digest.ts';
import { makeBackup } from '../../packages/server/src/services/backup/make-backup.ts';
import { restoreBackup } from '../../packages/server/src/services/backup/restore-backup.ts';
import { createTestStore, importRecords, writeSource } from '../archive/test-store.ts';
import { AUTHOR, createTestArchive, filesOf } from '../fixtures/archive.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { findFreePort } from '../fixtures/free-port.ts';
import { named, repositoryLabel } from '../fixtures/labels.ts';
import { type MovingNode, openMovingNode, serveMovingNode } from '../fixtures/moving-node.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { createChangeList } from './change-list.ts';

const [SQLITE] = DATABASES;
const FILES = { 'a.txt': 'a' };
const LIMITS = { maxChanges: 1_000_000 };
const sorted = (numbers: Iterable<number>): readonly number[] => [...Float64Array.from(numbers).sort()];

const openDatabase = (): Promise<SqlDatabase> => {
  if (SQLITE === undefined) throw new Error('no database');
  return SQLITE.openMigrated();
};

const messenger = createHttpMessenger({
  allowedNetworks: LOOPBACK,
});

const startArchive = async (name: string): Promise<MovingNode & { readonly key: string }> => {
  const publicUrl = `http://localhost:${await findFreePort()}`;
  const database = await openDatabase();
  const node = await openMovingNode({ database, folder: createTemporaryFolder(), name, publicUrl });
  const server = await serveMovingNode(node);
  onTestFinished(() => server.close());
  return { ...node, key: (await node.keys.create({ name: 'mover', role: 'admin' })).key };
};

const fingerprintsOf = async (database: SqlDatabase): Promise<readonly number[]> => {
  const rows = await database.read((session) => session.all('select label from labels'));
  return sorted(rows.map(({ label }) => fingerprintOf(String(label))));
};

/** Keeps the digest of one Archive from its answers: first the whole, then changes. */
const createFollower = (ask: (query: string) => Promise<string>) => {
  let [held, version]: [number[], string | undefined] = [[], undefined];
  return {
    /** Returns the kinds of the answers until there is no more, and the fingerprints after them. */
    async follow(): Promise<{ kinds: string; held: readonly number[] }> {
      let kinds = '';
      for (;;) {
        const digest = parseDigest(await ask(formatDigestRequest({ since: version })), LIMITS);
        if (!digest.ok) throw new Error(digest.expected);
        const { since, added, removed, count, hasMore } = digest.value;
        kinds += since === undefined ? 'full ' : 'delta ';
        if (since === undefined) held = [];
        held.push(...added);
        for (const fingerprint of removed) {
          expect(held).toContain(fingerprint);
          held.splice(held.indexOf(fingerprint), 1);
        }
        expect(held.length).toBe(count);
        version = digest.value.version;
        if (!hasMore) return { kinds: kinds.trim(), held: sorted(held) };
      }
    },
  };
};

const followOverHttp = ({ publicUrl, service }: MovingNode) =>
  createFollower((query) =>
    messenger.send({ address: new URL(publicUrl).host, service: service.label }, query, {
      deadlineMs: 10_000,
      maxBytes: 1_000_000,
    }),
  );

const followAnswers = (answers: DigestAnswers) =>
  createFollower((query) => answers.answer({ since: new URLSearchParams(query).get('digest.since') ?? undefined }));

describe('the digest of an Archive, over HTTP', () => {
  it('follows deposits, additions, removals and what leaves the Archive', async () => {
    const node = await startArchive('a');
    const { follow } = followOverHttp(node);
    const check = async (kinds: string): Promise<number> => {
      const followed = await follow();
      expect(followed).toEqual({ kinds, held: await fingerprintsOf(node.database) });
      return followed.held.length;
    };
    const start = await check('full');
    const item = await node.archive.deposit({ files: filesOf(FILES) }, AUTHOR);
    const other = await node.archive.deposit({ files: filesOf(FILES) }, AUTHOR);
    expect(await check('delta')).toBe(start + 4);
    await node.archive.edit(named(item.repository), { addIbips: ['LK47B6W/362SFKH'] }, AUTHOR);
    expect(await check('delta')).toBe(start + 5);
    await node.archive.remove(named(item.repository), { reason: 'its tombstone must be found' }, AUTHOR);
    expect(await check('delta')).toBe(start + 5);
    const found = await node.catalogue.find(repositoryLabel(other.repository));
    if (found === undefined) throw new Error(other.repository);
    await node.catalogue.forget([found], { ...AUTHOR, at: 1n });
    expect(await check('delta')).toBe(start + 4);
    expect(await check('delta')).toBe(start + 4);
  });

  it('follows copies and transfers, on both sides', async () => {
    const [a, b] = [await startArchive('a'), await startArchive('b')];
    const followers = [a, b].map((node) => ({ node, ...followOverHttp(node) }));
    const check = async (): Promise<readonly number[]> => {
      const counts: number[] = [];
      for (const { node, follow } of followers) {
        const { held } = await follow();
        expect(held).toEqual(await fingerprintsOf(node.database));
        counts.push(held.length);
      }
      return counts;
    };
    const [ofA = 0, ofB = 0] = await check();
    const moved = await a.archive.deposit({ files: filesOf(FILES) }, AUTHOR);
    const copied = await a.archive.deposit({ files: filesOf(FILES) }, AUTHOR);
    await a.transfer(moved.repository, { to: b.publicUrl, key: b.key });
    await b.copy(copied.repository, { from: a.publicUrl });
    expect(await check()).toEqual([ofA + 4, ofB + 4]);
  });

  it('refuses a version that cannot be one, and no other message', async () => {
    const { service, publicUrl } = await startArchive('a');
    const ask = (query: string) => fetch(`${publicUrl}/${service.label}?${query}`);
    const refused = await ask('servicesubject=digestRequest&digest.since=a%20b');
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('status.archive refused')]);
    const other = await ask('servicesubject=inclusionConfirmationRequest&note=digestRequest');
    expect(await other.text()).toBe('confirmation yes');
    const head = await fetch(`${publicUrl}/${service.label}?servicesubject=digestRequest`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/plain']);
  });
});

describe('the digest of an Archive', () => {
  it('has what was imported', async () => {
    const database = await openDatabase();
    const store = await createTestStore(database);
    writeSource(store, 'a.txt', 'a');
    const { follow } = followAnswers(createDigestAnswers({ changes: createSqlLabelChanges(database), ...store }));
    expect(await follow()).toEqual({ kinds: 'full', held: [] });
    const repository = 'sid.inpe.br/mtc-m18/2009/07.21.13.10';
    await importRecords(store, [{ repository, ibips: ['8JMKD3MGP8W/34PGRBS'], files: ['a.txt'] }]);
    const { kinds, held } = await follow();
    expect(kinds).toBe('delta');
    expect(held).toEqual(await fingerprintsOf(database));
    expect(held).toContain(fingerprintOf(repository));
  });

  it('comes in parts where it is large, while it changes', async () => {
    const { changes, add, remove, fingerprints } = createChangeList();
    const answers = createDigestAnswers(
      { changes, clock: { now: () => 0n } },
      { maxChanges: 10, minRememberedChanges: 5, maxRememberedCharacters: 1_000, rebuildAfterMicroseconds: 0n },
    );
    for (let index = 0; index < 35; index += 1) add(`label ${index}`);
    remove('label 3');
    const { follow } = followAnswers(answers);
    expect(await follow()).toEqual({ kinds: 'full delta delta delta', held: fingerprints() });
    for (let index = 40; index < 51; index += 1) add(`label ${index}`);
    remove('label 50');
    remove('label 4');
    add('label 4');
    expect(await follow()).toEqual({ kinds: 'delta delta', held: fingerprints() });
    expect(await followAnswers(answers).follow()).toMatchObject({ held: fingerprints() });
  });

  it('keeps two labels of one fingerprint apart', async () => {
    const { changes, add, remove } = createChangeList();
    const { follow } = followAnswers(createDigestAnswers({ changes, clock: { now: () => 0n } }));
    const [one, other] = ['LK47B6W/A', 'lk47b6w/a'];
    add(one);
    add(other);
    expect((await follow()).held).toEqual([fingerprintOf(one), fingerprintOf(one)]);
    remove(other);
    expect((await follow()).held).toEqual([fingerprintOf(one)]);
  });

  it('is given whole where the past is another one', async () => {
    const [one, other] = [createChangeList(), createChangeList()];
    for (const { add } of [one, other]) for (const label of ['a', 'b', 'c']) add(label);
    let changes = one.changes;
    const { follow } = followAnswers(
      createDigestAnswers({
        changes: { find: (number) => changes.find(number), after: (...words) => changes.after(...words) },
        clock: { now: () => 0n },
      }),
    );
    expect(await follow()).toMatchObject({ kinds: 'full' });
    other.remove('b');
    changes = other.changes;
    expect(await follow()).toEqual({ kinds: 'full', held: other.fingerprints() });
    changes = createChangeList().changes;
    expect(await follow()).toEqual({ kinds: 'full', held: [] });
  });

  it('is noticed to be an older one after a backup was restored', async () => {
    const database = await openDatabase();
    const { archive, files, facts, clock } = await createTestArchive(database);
    const needs = {
      files,
      facts,
      clock,
      secrets: createQuickSecrets(),
      version: '0',
      folder: createFileFolder({ folder: createTemporaryFolder() }),
    };
    const deposit = () => archive.deposit({ files: filesOf(FILES) }, AUTHOR);
    await deposit();
    const tables = createSqlTableStore(database);
    await makeBackup({ ...needs, tables }, { isFull: false });
    let current = createDigestAnswers({ changes: createSqlLabelChanges(database), clock });
    const follower = followAnswers({ answer: (request) => current.answer(request) });
    await follower.follow();
    await deposit();
    await follower.follow();

    if (SQLITE === undefined) throw new Error('no database');
    const restored = await SQLITE.openEmpty();
    const restoredFolder = createTemporaryFolder();
    const store = await createTestStore(restored, restoredFolder);
    await restoreBackup({ ...store, tables: createSqlTableStore(restored), folder: needs.folder }, {});
    const again = await createTestArchive(restored, { folder: restoredFolder });
    for (let count = 0; count < 3; count += 1) await again.archive.deposit({ files: filesOf(FILES) }, AUTHOR);
    current = createDigestAnswers({ changes: createSqlLabelChanges(restored), clock });
    expect(await follower.follow()).toEqual({ kinds: 'full', held: await fingerprintsOf(restored) });
  });
});

describe('answers with many changes', () => {
  const LARGE = {
    maxChanges: 100,
    minRememberedChanges: 5,
    maxRememberedCharacters: 10_000,
    rebuildAfterMicroseconds: 5n,
  };

  it('are remembered for some time, small ones are not', async () => {
    const { changes, add, reads } = createChangeList();
    let now = 0n;
    const answers = createDigestAnswers({ changes, clock: { now: () => now } }, LARGE);
    for (let index = 0; index < 10; index += 1) add(`label ${index}`);
    const first = await answers.answer({ since: undefined });
    const before = reads();
    now = 3n;
    expect(await answers.answer({ since: undefined })).toBe(first);
    add('one more');
    now = 4n;
    // Nobody takes this digest for complete.
    const again = `${first}\r\ndigest.more yes`;
    expect(await Promise.all([1, 2, 3].map(() => answers.answer({ since: undefined })))).toEqual([again, again, again]);
    expect(reads()).toBe(before);
    const version = /digest\.version (\S+)/.exec(first)?.[1];
    expect(await answers.answer({ since: version })).toContain('digest.count 11');
    now = 5n;
    expect(await answers.answer({ since: undefined })).toContain('digest.count 11');
    now = 1n;
    expect(await answers.answer({ since: undefined })).toContain('digest.count 11');
  });

  it('are built once for all who ask at the same time', async () => {
    const { changes, add, reads } = createChangeList();
    const answers = createDigestAnswers({ changes, clock: { now: () => 0n } }, LARGE);
    for (let index = 0; index < 10; index += 1) add(`label ${index}`);
    await Promise.all(Array.from({ length: 50 }, () => answers.answer({ since: undefined })));
    expect(reads()).toBe(1);
  });

  it('are forgotten, the oldest first, where they take too much room', async () => {
    const { changes, add, reads } = createChangeList();
    const limits = { ...LARGE, maxChanges: 20, maxRememberedCharacters: 700 };
    const answers = createDigestAnswers({ changes, clock: { now: () => 0n } }, limits);
    for (let index = 0; index < 100; index += 1) add(`label ${index}`);
    const { follow } = followAnswers(answers);
    await follow();
    const before = reads();
    await answers.answer({ since: undefined });
    expect(reads()).toBeGreaterThan(before);
  });

  it('are built anew after a failure', async () => {
    const { changes, add } = createChangeList();
    let isBroken = true;
    const after: typeof changes.after = async (...words) => {
      if (isBroken) throw new Error('the database is away');
      return changes.after(...words);
    };
    const answers = createDigestAnswers({ changes: { ...changes, after }, clock: { now: () => 0n } }, LARGE);
    add('a');
    await expect(answers.answer({ since: undefined })).rejects.toThrow('away');
    isBroken = false;
    expect(await answers.answer({ since: undefined })).toContain('digest.count 1');
  });
});
