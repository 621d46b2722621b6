import { describe, expect, it } from 'vitest';
import { createSqlUnsignedItems } from '../../packages/server/src/adapters/sql/catalogue/claims/sql-unsigned-items.ts';
import { createSqlCatalogue } from '../../packages/server/src/adapters/sql/catalogue/sql-catalogue.ts';
import type { SqlDatabase } from '../../packages/server/src/adapters/sql/engine/sql-database.ts';
import { createSqlNodeFacts } from '../../packages/server/src/adapters/sql/node/sql-node-facts.ts';
import { createSystemClock } from '../../packages/server/src/adapters/system/system-clock.ts';
import type { NewItem } from '../../packages/server/src/ports/archive/catalogue.ts';
import { signUnsignedItems } from '../../packages/server/src/services/archive/upkeep/sign-unsigned-items.ts';
import { createClaimSigner, expectSound, readStatements, saidOf } from '../fixtures/claims.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { repositoryLabel } from '../fixtures/labels.ts';

const ITEMS = 250;
const SERVICE = 'example.org/archive/2020/01.01.00.00';
const AUTHORSHIP = { who: 'tester', at: 1_700_000_000_000_000n };
const nameOf = (number: number) => repositoryLabel(`example.org/archive/2026/01.01.00.${number}`);
const STATES = [
  { kind: 'original' },
  { kind: 'copy', of: 'http://example.org' },
  { kind: 'deleted', at: 1n, reason: 'x' },
] as const;

const createItem = (number: number): NewItem => ({
  repository: nameOf(number),
  ibips: [],
  content: 'Data',
  state: STATES[number % STATES.length] ?? STATES[0],
  files: [{ path: 'a.txt', bytes: number, sha256: 'a'.repeat(64), mediaType: 'text/plain' }],
  createdAt: 1n,
  updatedAt: 1n,
});

describe.each(DATABASES)('items of $name that came before the Archive signed', ({ createMigratedData }) => {
  const addUnsigned = async (database: SqlDatabase): Promise<void> => {
    const items = Array.from({ length: ITEMS }, (_, number) => createItem(number));
    await createSqlCatalogue(database).add(items, AUTHORSHIP);
  };

  const signAll = async (database: SqlDatabase, isStopped = () => false): Promise<void> => {
    const signer = createClaimSigner(SERVICE);
    const items = createSqlUnsignedItems(database, async () => signer);
    const facts = createSqlNodeFacts(database);
    await signUnsignedItems({ items, facts, clock: createSystemClock() }, { isStopped });
  };

  const expectAllSigned = async (database: SqlDatabase): Promise<void> => {
    const catalogue = createSqlCatalogue(database);
    for (let number = 0; number < ITEMS; number += 1) {
      const statements = await readStatements(catalogue, nameOf(number));
      expect(saidOf(statements)).toEqual([['Original', 'Copy', 'Deleted'][number % STATES.length]]);
      expectSound(statements.map(({ signed }) => signed));
    }
  };

  it('are claimed once each, by several processes, however often it begins', async () => {
    const open = await createMigratedData();
    const databases = [await open(), await open()] as const;
    await addUnsigned(databases[0]);
    await Promise.all([...databases, ...databases].map((database) => signAll(database)));
    await signAll(databases[0]);
    await expectAllSigned(databases[1]);
  });

  it('are claimed in steps, from where the last one ended', async () => {
    const open = await createMigratedData();
    const database = await open();
    await addUnsigned(database);
    const signer = createClaimSigner(SERVICE);
    const items = createSqlUnsignedItems(database, async () => signer);
    // Every statement of this database takes its time, so that a step does not reach the end.
    const slow: SqlDatabase = {
      ...database,
      transaction: (work) =>
        database.transaction((session) =>
          work({
            ...session,
            async run(statement, values) {
              await new Promise((resolve) => setTimeout(resolve, 30));
              return session.run(statement, values);
            },
          }),
        ),
    };
    const slowly = createSqlUnsignedItems(slow, async () => signer);
    const first = await slowly.signAfter(0n, AUTHORSHIP.at);
    expect(first).toBeLessThan(BigInt(ITEMS));
    expect(await slowly.signAfter(first ?? 0n, AUTHORSHIP.at)).toBeGreaterThan(first ?? 0n);
    expect(await items.signAfter(0n, AUTHORSHIP.at)).toBeGreaterThan(first ?? 0n);
    await signAll(database);
    await expectAllSigned(database);
    expect(await items.signAfter(BigInt(ITEMS), AUTHORSHIP.at)).toBeUndefined();
  });

  it('wait until the Archive service has its label, and until the node runs', async () => {
    const database = await (await createMigratedData())();
    await addUnsigned(database);
    const items = createSqlUnsignedItems(database, async () => undefined);
    expect(await items.signAfter(0n, AUTHORSHIP.at)).toBeUndefined();
    await signAll(database, () => true);
    expect((await createSqlCatalogue(database).findClaimed(nameOf(0)))?.claim).toBeUndefined();
    await signAll(database);
    await expectAllSigned(database);
  });
});
