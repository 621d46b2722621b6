import { refuse } from '@perene/api/refusals';
import type { RepositoryLabel } from '@perene/core';
import type { ItemState } from '@perene/core/item';
import { type Claim, formatLogEntry, instantOf, type Signed, type Transfer } from '@perene/core/trust';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFileFolder } from '../../packages/server/src/adapters/disk/file-folder.ts';
import { createSqlTableStore } from '../../packages/server/src/adapters/sql/node/sql-table-store.ts';
import { createQuickSecrets } from '../../packages/server/src/adapters/system/quick-secrets.ts';
import {
  continueClaims,
  findLogPlace,
} from '../../packages/server/src/services/archive/exchange/joining/continue-claims.ts';
import { verifyArchive } from '../../packages/server/src/services/archive/upkeep/verify-archive.ts';
import { makeBackup } from '../../packages/server/src/services/backup/make-backup.ts';
import { restoreBackup } from '../../packages/server/src/services/backup/restore-backup.ts';
import { examineClaims } from '../../packages/server/src/services/health/examine-node.ts';
import { AUTHOR, filesOf } from '../fixtures/archive.ts';
import { createClaimSigner, expectSound, readStatements, SIGNATURES, saidOf } from '../fixtures/claims.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { ibi, named } from '../fixtures/labels.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { createTestStore, type TestStore } from './test-store.ts';

const RESOLVER = 'http://resolver.example.org';
const RECEIVER = 'http://receiver.example.org';

/** All that both stores have signed, each once, as a log has it. */
const logOf = async (stores: readonly TestStore[], labels: readonly string[]) => {
  const entries = new Map<string, string>();
  for (const label of labels) {
    for (const store of stores) {
      for (const { text, signed } of await readStatements(store.catalogue, label)) {
        entries.set(text, formatLogEntry({ time: instantOf(1_790_000_000), content: signed }));
      }
    }
  }
  return [...entries.values()];
};

const chainOf = async (store: TestStore, label: string): Promise<readonly Signed<Claim | Transfer>[]> =>
  (await readStatements(store.catalogue, label)).map(({ signed }) => signed);

const goOn = async (store: TestStore, entries: readonly string[] | 'away') => {
  const needs = { ...store, resolver: RESOLVER, isStopped: () => false };
  const service = (await store.serviceLabel()).text;
  const readEntries = async (from: number) => {
    if (entries === 'away') throw refuse('node-unreachable', { url: RESOLVER, cause: 'ECONNREFUSED' });
    // A page has two entries.
    return { entries: entries.slice(from, from + 2), size: entries.length };
  };
  return continueClaims(
    { ...needs, service, readEntries, findHolder: async () => RECEIVER },
    await findLogPlace(needs),
  );
};

const problemsOf = async (store: TestStore): Promise<readonly unknown[]> => {
  const found: unknown[] = [];
  await verifyArchive(store, { isCleaning: false, onProblem: (problem) => found.push(problem) });
  return found;
};

const deposit = async (
  store: TestStore,
): Promise<{ readonly item: RepositoryLabel; readonly about: RepositoryLabel }> => {
  const metadata = { title: 'first' };
  const made = await store.archive.deposit({ files: filesOf({ 'a.txt': 'content' }), metadata }, AUTHOR);
  const item = ibi(made.repository).text as RepositoryLabel;
  const about = (await store.catalogue.find(item))?.describedBy;
  if (about === undefined) throw new Error('no description');
  return { item, about };
};

const edit = (store: TestStore, item: string, title: string) =>
  store.archive.edit(named(item), { metadata: { title } }, AUTHOR);

describe.each(DATABASES)(
  'an Archive on $name that was restored from an older backup',
  ({ openMigrated, openEmpty }) => {
    let before: TestStore;
    let folder: string;

    beforeEach(async () => {
      before = await createTestStore(await openMigrated());
      folder = createTemporaryFolder();
      await before.serviceLabel();
      await before.joined.save(RESOLVER, { state: { kind: 'excluded' }, address: 'example.org', at: 1n });
    });

    const backUp = () =>
      makeBackup(
        {
          ...before,
          tables: createSqlTableStore(before.database),
          secrets: createQuickSecrets(),
          folder: createFileFolder({ folder }),
          version: '0.0.0',
        },
        { isFull: false },
      );

    const restore = async (): Promise<TestStore> => {
      const store = await createTestStore(await openEmpty());
      const tables = createSqlTableStore(store.database);
      await restoreBackup({ ...store, tables, folder: createFileFolder({ folder }) }, {});
      // Deposits would wait for the longest lease of a resolver.
      await store.database.transaction((session) => session.run('delete from held_leases'));
      return store;
    };

    it('continues each chain from the log', async () => {
      const { item, about } = await deposit(before);
      await backUp();
      await edit(before, item, 'second');
      await edit(before, item, 'third');
      const log = await logOf([before], [item, about]);
      const after = await restore();
      expect(await goOn(after, log)).toEqual({ statements: 4, removed: 0, handedOver: 0, lost: 0 });
      await edit(after, item, 'fourth');
      for (const label of [item, about]) {
        const chain = await chainOf(after, label);
        // Two edits, the state of the backup again, and the last edit.
        expect(chain).toHaveLength(5);
        expectSound(chain);
        expect(chain.slice(0, 3)).toEqual(await chainOf(before, label));
        expect(chain[3]?.statement.hash).toBe(chain[0]?.statement.hash);
      }
      expect(await problemsOf(after)).toEqual([]);
      expect(await goOn(after, log)).toBeUndefined();
    });

    it('claims nothing of what it had before it has read the log, and all of it afterwards', async () => {
      const { item, about } = await deposit(before);
      await backUp();
      await edit(before, item, 'second');
      const after = await restore();
      expect(examineClaims(await after.restoredClaims.find())?.said.parameters).toMatchObject({
        reason: 'claims-awaited',
      });
      await edit(after, item, 'changed meanwhile');
      expect(await chainOf(after, item)).toHaveLength(1);
      await expect(goOn(after, 'away')).rejects.toMatchObject({ code: 'node-unreachable' });
      // What is new cannot be in the log.
      const fresh = await deposit(after);
      expect(saidOf(await readStatements(after.catalogue, fresh.item))).toEqual(['Original']);
      const found = await after.catalogue.find(item);
      if (found === undefined) throw new Error('no item');
      const handOver = {
        ...AUTHOR,
        at: 1n,
        action: 'transfer signed',
        handOverTo: ibi('example.org/x/2020/01.01.00.00').text,
      };
      const change = { item: found, change: { state: found.state } };
      await expect(after.catalogue.change([change], handOver)).rejects.toMatchObject({ code: 'item-refused' });

      await goOn(after, await logOf([before], [item, about]));
      const chain = await chainOf(after, item);
      expect(chain).toHaveLength(3);
      expectSound(chain);
      expect(await problemsOf(after)).toEqual([]);
      expect(examineClaims(await after.restoredClaims.find())?.said.parameters).toMatchObject({
        reason: 'claims-continued',
      });
    });

    it('removes again what it had removed, and holds as copies what it had handed over', async () => {
      const [removed, given] = [await deposit(before), await deposit(before)];
      await backUp();
      await before.archive.remove(named(removed.item), { reason: 'by law' }, AUTHOR);
      const receiver = createClaimSigner('example.org/receiver/2020/01.01.00.00').service;
      const change = async (state: ItemState, authorship: object) => {
        const items = await Promise.all([given.item, given.about].map((label) => before.catalogue.find(label)));
        const changes = items.flatMap((item) => (item === undefined ? [] : [{ item, change: { state } }]));
        await before.catalogue.change(changes, { ...AUTHOR, at: 2n, action: 'a step', ...authorship });
      };
      await change({ kind: 'releasing', to: RECEIVER, transfer: 'a' }, { handOverTo: receiver });
      await change({ kind: 'copy', of: RECEIVER }, {});
      const later = await deposit(before);
      const labels = [removed, given, later].flatMap(({ item, about }) => [item, about]);
      const after = await restore();
      expect(await goOn(after, await logOf([before], labels))).toEqual({
        statements: 7,
        removed: 1,
        handedOver: 2,
        lost: 2,
      });
      expect((await after.catalogue.find(removed.item))?.state.kind).toBe('deleted');
      expect((await after.catalogue.find(given.item))?.state).toEqual({ kind: 'copy', of: RECEIVER });
      for (const label of labels) expect(await chainOf(after, label)).toEqual(await chainOf(before, label));
      expect(await problemsOf(after)).toEqual([]);
      expect(examineClaims(await after.restoredClaims.find())).toMatchObject({ level: 'warning' });
    });

    it('takes from the log only what its own keys have signed, and keys that these have named', async () => {
      const { item } = await deposit(before);
      await backUp();
      await before.rotateKey();
      await edit(before, item, 'second');
      const own = await chainOf(before, item);
      const { rotations } = await before.findKey();
      const forger = createClaimSigner((await before.serviceLabel()).text);
      const [claim] = own as readonly Signed<Claim>[];
      if (claim === undefined) throw new Error('no claim');
      const forged = forger.sign({ ...claim.statement, state: 'Deleted' } as Claim);
      const spoilt = { ...claim, statement: { ...claim.statement, state: 'Deleted' } } as Signed<Claim>;
      const log = [forged, spoilt, ...rotations, ...own].map((content) =>
        formatLogEntry({ time: instantOf(1_790_000_000), content }),
      );
      const after = await restore();
      expect(await goOn(after, ['no entry', ...log])).toMatchObject({ statements: 1, removed: 0 });
      expect((await chainOf(after, item)).slice(0, 2)).toEqual(own);
      expect(SIGNATURES.isValid(forged)).toBe(true);
    });

    it('notices by itself that it is older than the log, without having been restored by the command', async () => {
      const { item, about } = await deposit(before);
      await backUp();
      await edit(before, item, 'second');
      const after = await restore();
      await after.restoredClaims.save({ step: 'done', counts: { statements: 0, removed: 0, handedOver: 0, lost: 0 } });
      const needs = {
        ...after,
        resolver: RESOLVER,
        service: (await after.serviceLabel()).text,
        isStopped: () => false,
      };
      const entries = await logOf([before], [item, about]);
      const readEntries = async (from: number) => ({ entries: entries.slice(from), size: entries.length });
      await continueClaims({ ...needs, readEntries, findHolder: async () => undefined }, 0);
      await edit(after, item, 'third');
      expectSound(await chainOf(after, item));
      expect(await chainOf(after, item)).toHaveLength(4);
    });
  },
);
