import type { ItemState } from '@perene/core/item';
import type { Claim, Signed, Transfer } from '@perene/core/trust';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSqlClaimChecks } from '../../packages/server/src/adapters/sql/catalogue/claims/sql-claim-checks.ts';
import { createSqlUnsignedItems } from '../../packages/server/src/adapters/sql/catalogue/claims/sql-unsigned-items.ts';
import { createSqlCatalogue } from '../../packages/server/src/adapters/sql/catalogue/sql-catalogue.ts';
import type { SqlDatabase } from '../../packages/server/src/adapters/sql/engine/sql-database.ts';
import type { Catalogue, CatalogueItem, ItemChange } from '../../packages/server/src/ports/archive/catalogue.ts';
import { verifyClaims } from '../../packages/server/src/services/archive/upkeep/verify-claims.ts';
import { createClaimSigner, expectSound, readStatements, SIGNATURES } from '../fixtures/claims.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { effort } from '../fixtures/effort.ts';
import { ibipLabel, repositoryLabel } from '../fixtures/labels.ts';

const ITEMS = [1, 2];
const dataOf = (item: number) => repositoryLabel(`example.org/archive/2026/01.01.00.0${item}`);
const metadataOf = (item: number) => repositoryLabel(`example.org/archive/2026/01.01.00.0${item}.30`);
const fileOf = (content: number) => ({
  path: 'a.txt',
  bytes: content,
  sha256: 'a'.repeat(64),
  mediaType: 'text/plain',
});
const titleOf = (title: number) => ({ title: [{ value: `Title ${title}` }] });
const PREFIXES = ['LK47B6W', '8JMKD3MGP8W', '8JMKD3MGP7W', 'J8LNKB5R7W', 'J8LNKAN8PW', '8JMKD3MGPCW'];
const SUFFIXES = ['', '362SFKH', '34PGRBS'];
const ORIGINAL = { kind: 'original' } as const;

const STEPS = [
  'deposit',
  'describe',
  'replace',
  'label',
  'remove',
  'copy',
  'refresh',
  'drop',
  'move',
  'withdraw',
] as const;

interface Step {
  readonly what: (typeof STEPS)[number];
  readonly item: number;
  readonly value: number;
  /** Clocks go back, too. */
  readonly at: bigint;
}

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom(...STEPS),
  item: fc.constantFrom(...ITEMS),
  value: fc.nat({ max: 5 }),
  at: fc.bigInt({ min: 1_700_000_000_000_000n, max: 1_700_000_009_000_000n }),
});

/** An Archive, and the statements that it has made so far. */
const openArchive = (database: SqlDatabase, name: string) => {
  const signer = createClaimSigner(`${name}.example.org/archive/2020/01.01.00.00`);
  let isSigning = false;
  const findSigner = async () => (isSigning ? signer : undefined);
  return {
    url: `http://${name}.example.org`,
    service: signer.service,
    database,
    catalogue: createSqlCatalogue(database, undefined, findSigner),
    async beginSigning() {
      isSigning = true;
      const unsigned = createSqlUnsignedItems(database, findSigner);
      for (let number: bigint | undefined = 0n; number !== undefined; ) number = await unsigned.signAfter(number, 1n);
    },
  };
};

type TestedArchive = ReturnType<typeof openArchive>;

const heldIn = async ({ catalogue }: TestedArchive, item: number): Promise<CatalogueItem | undefined> =>
  catalogue.find(dataOf(item));

const change = async (
  { catalogue }: TestedArchive,
  changes: readonly (readonly [ReturnType<typeof dataOf>, ItemChange])[],
  authorship: Omit<Parameters<Catalogue['change']>[1], 'who' | 'action'>,
): Promise<void> => {
  const expected = [];
  for (const [label, made] of changes) {
    const item = await catalogue.find(label);
    if (item !== undefined) expected.push({ item, change: made });
  }
  await catalogue.change(expected, { who: 'tester', action: 'edited', ...authorship });
};

const add = async (
  archive: TestedArchive,
  from: TestedArchive | undefined,
  { item, value, at }: Step,
  state: ItemState,
) => {
  const there = await from?.catalogue.find(dataOf(item));
  const files = (await from?.catalogue.files(dataOf(item))) ?? [fileOf(value)];
  const metadata = (await from?.catalogue.find(metadataOf(item)))?.metadata ?? titleOf(value);
  const both = { state, createdAt: 1n, updatedAt: 1n };
  await archive.catalogue.add(
    [
      { ...both, repository: dataOf(item), ibips: there?.ibips ?? [], content: 'Data', files },
      { ...both, repository: metadataOf(item), ibips: [], content: 'Metadata', describes: dataOf(item), metadata },
    ],
    { who: 'tester', at },
  );
};

/** Brings what the other Archive has up to date with this one. */
const refresh = async (
  from: TestedArchive,
  to: TestedArchive,
  { item, at }: Step,
  state?: ItemState,
  more: object = {},
) => {
  const there = await heldIn(from, item);
  const here = await heldIn(to, item);
  const addIbips = there?.ibips.filter((ibip) => !here?.ibips.includes(ibip)) ?? [];
  const metadata = (await from.catalogue.find(metadataOf(item)))?.metadata;
  const files = await from.catalogue.files(dataOf(item));
  await change(
    to,
    [
      [dataOf(item), { files, addIbips, state }],
      [metadataOf(item), { metadata, state }],
    ],
    { at, ...more },
  );
};

const both = (item: number, state: ItemState) =>
  [
    [dataOf(item), { state }],
    [metadataOf(item), { state }],
  ] as const;

const transfersOf = async ({ catalogue }: TestedArchive, item: number): Promise<readonly Signed<Transfer>[]> => {
  const last = [];
  for (const label of [dataOf(item), metadataOf(item)]) {
    const [entry] = (await catalogue.statements(label, { limit: 1 })).entries;
    if (entry?.signed.statement.kind === 'transfer') last.push({ ...entry.signed, statement: entry.signed.statement });
  }
  return last;
};

/** Begins a hand-over from the holder, so that the other Archive has it in doubt. */
const offer = async (holder: TestedArchive, other: TestedArchive, made: Step) => {
  const { item, at } = made;
  const releasing = { kind: 'releasing', to: other.url, transfer: 't' } as const;
  await change(holder, both(item, releasing), { at, handOverTo: other.service });
  const receiving = { kind: 'receiving', from: holder.url, transfer: 't', copyOf: holder.url } as const;
  if ((await heldIn(other, item)) === undefined) await add(other, holder, made, receiving);
  await refresh(holder, other, made, receiving, { handedOver: await transfersOf(holder, item) });
};

/** Carries out a step where it is possible. Originals move only where somebody listens. */
const carryOut = async (
  archives: readonly [TestedArchive, TestedArchive],
  made: Step,
  listen?: () => Promise<void>,
): Promise<void> => {
  const { what, item, value, at } = made;
  const states = await Promise.all(archives.map(async (archive) => (await heldIn(archive, item))?.state.kind));
  const index = states.indexOf('original');
  const [holder, other] = index === 1 ? [archives[1], archives[0]] : archives;
  if (states.every((state) => state === undefined)) {
    if (what === 'deposit') await add(archives[value % 2] ?? holder, undefined, made, ORIGINAL);
    return;
  }
  if (index < 0) return;
  const copy = await heldIn(other, item);
  if (what === 'describe') await change(holder, [[metadataOf(item), { metadata: titleOf(value) }]], { at });
  if (what === 'replace') await change(holder, [[dataOf(item), { files: [fileOf(value)] }]], { at });
  if (what === 'label') {
    const label = ibipLabel(`${PREFIXES[value]}/${SUFFIXES[item]}`);
    if ((await holder.catalogue.find(label)) === undefined)
      await change(holder, [[dataOf(item), { addIbips: [label] }]], { at });
  }
  if (what === 'remove')
    await change(holder, [[dataOf(item), { state: { kind: 'deleted', at, reason: 'x' } }]], { at });
  if (what === 'copy' && copy === undefined) await add(other, holder, made, { kind: 'copy', of: holder.url });
  if (what === 'refresh' && copy !== undefined) await refresh(holder, other, made);
  if (what === 'drop' && copy !== undefined) {
    const metadata = await other.catalogue.find(metadataOf(item));
    await other.catalogue.forget(metadata === undefined ? [copy] : [metadata, copy], { who: 'tester', at });
  }
  if (listen && (what === 'move' || what === 'withdraw')) {
    await offer(holder, other, made);
    await listen();
    if (what === 'move') {
      await change(other, both(item, ORIGINAL), { at });
      await listen();
      await change(holder, both(item, { kind: 'copy', of: other.url }), { at });
    } else {
      await change(other, both(item, { kind: 'copy', of: holder.url }), { at });
      await change(holder, both(item, ORIGINAL), { at });
    }
  }
};

describe.each(DATABASES)('claims of two Archives over $name', ({ name, openMigrated }) => {
  const runs = name === 'SQLite' ? effort({ usual: 25, thorough: 200 }) : effort({ usual: 4, thorough: 30 });

  it('are histories without faults, whatever is done', async () => {
    const sequences = fc.tuple(fc.array(step, { maxLength: 8 }), fc.array(step, { minLength: 5, maxLength: 40 }));
    const property = fc.asyncProperty(sequences, async ([before, after]) => {
      const archives = [openArchive(await openMigrated(), 'a'), openArchive(await openMigrated(), 'b')] as const;
      const told = new Map<string, { readonly hashes: Set<string>; readonly log: Signed<Claim | Transfer>[] }>();
      /** As a resolver sees them: in the order in which they were made. */
      const listen = async (): Promise<void> => {
        for (const label of ITEMS.flatMap((item) => [dataOf(item), metadataOf(item)])) {
          const heard = told.get(label) ?? { hashes: new Set(), log: [] };
          told.set(label, heard);
          for (const { catalogue } of archives) {
            for (const { isOwn, hash, signed } of await readStatements(catalogue, label)) {
              if (isOwn && !heard.hashes.has(hash)) heard.log.push(signed);
              if (isOwn) heard.hashes.add(hash);
            }
          }
        }
      };
      for (const one of before) await carryOut(archives, one);
      for (const archive of archives) await archive.beginSigning();
      await listen();
      for (const one of after) {
        await carryOut(archives, one, listen);
        await listen();
      }
      for (const { log } of told.values()) expectSound(log);
      for (const { database } of archives) {
        const claimChecks = createSqlClaimChecks(database, SIGNATURES.sha256);
        const facts = { find: async () => '1000000' };
        for await (const problem of verifyClaims({ claimChecks, facts, signatures: SIGNATURES })) {
          expect(problem).toBeUndefined();
        }
      }
    });
    await fc.assert(property, { numRuns: runs });
  });
});
