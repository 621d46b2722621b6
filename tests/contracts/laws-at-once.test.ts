import { aliasLabel, parseAlias } from '@perene/core/item';
import { describe, expect, it } from 'vitest';
import { createSqlUnsignedItems } from '../../packages/server/src/adapters/sql/catalogue/claims/sql-unsigned-items.ts';
import { createSqlHistoryChain } from '../../packages/server/src/adapters/sql/catalogue/history/history-chain.ts';
import { createSqlCatalogue } from '../../packages/server/src/adapters/sql/catalogue/sql-catalogue.ts';
import type { SqlDatabase } from '../../packages/server/src/adapters/sql/engine/sql-database.ts';
import { createSqlJoinedResolvers } from '../../packages/server/src/adapters/sql/members/sql-joined-resolvers.ts';
import { createSqlMembers } from '../../packages/server/src/adapters/sql/members/sql-members.ts';
import { createSqlMintingState } from '../../packages/server/src/adapters/sql/minters/sql-minting-state.ts';
import { createSqlApiKeys } from '../../packages/server/src/adapters/sql/node/sql-api-keys.ts';
import { createSqlNodeFacts } from '../../packages/server/src/adapters/sql/node/sql-node-facts.ts';
import { readMachineTime } from '../../packages/server/src/adapters/system/machine-time.ts';
import type { Catalogue, ItemChange, NewItem } from '../../packages/server/src/ports/archive/catalogue.ts';
import { AUTHORSHIP, createItem, describing, EDITED, nameOf } from '../fixtures/catalogue-items.ts';
import { createClaimSigner, expectSound, readStatements } from '../fixtures/claims.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { ibipLabel } from '../fixtures/labels.ts';
import { openTestMinters } from '../fixtures/minters.ts';
import { labelOf, newSigner, signClaim } from '../fixtures/signed-claims.ts';
import { openTestLog } from '../fixtures/test-log.ts';
import { type Act, runAtOnce, type StopsAt } from '../fixtures/two-at-once.ts';

const POSTGRES = DATABASES.filter(({ name }) => name === 'PostgreSQL');
const SIGNER = createClaimSigner('example.org/archive/2020/01.01.00.00');
const DELETED = { kind: 'deleted', at: 1n, reason: 'r' } as const;
const IBIP = ibipLabel('8JMKD3MGP8W/35MME4E');
const ALIAS = 'ark:12345/k1';
const TITLE = { title: [{ value: 'Another title' }] };

const catalogueOf = (database: SqlDatabase): Catalogue => createSqlCatalogue(database, undefined, async () => SIGNER);

const add =
  (...items: readonly NewItem[]): Act =>
  (database) =>
    catalogueOf(database).add(items, AUTHORSHIP);

/** Changes the item as it was before both began. */
const change =
  (repository: NewItem['repository'], made: ItemChange): Act =>
  (database) =>
    catalogueOf(database).change([{ item: { repository, revision: 1n }, change: made }], EDITED);

const mint =
  (count: number): Act =>
  (database) =>
    openTestMinters(database).mint('m', { contact: 'c', count });

const bind =
  (id: string, how: string, value: string): Act =>
  (database) =>
    openTestMinters(database).bind('m', { contact: 'c', how, id, element: 'e', value: Buffer.from(value) });

const createMinter =
  (name: string, more: Readonly<Record<string, string>> = {}): Act =>
  (database) =>
    openTestMinters(database).create({ name, contact: 'c', term: 'short', template: 'k.zd', ...more });

interface Law {
  readonly law: string;
  readonly before?: readonly Act[];
  readonly acts: readonly [Act, Act];
  readonly stopsAt?: StopsAt;
  /** How many of the two succeed, in one order and in the other; both unless told. */
  readonly succeed?: number | readonly [number, number];
  /** Whether the second goes on beside the first. */
  readonly isFree?: boolean;
  readonly check?: (database: SqlDatabase) => Promise<void>;
}

const giveDates: Act = (database) =>
  createSqlMintingState(database).give((last) => ({ kind: 'dates', dates: [(last ?? 0n) + 1n] }));

const givenDates = async (database: SqlDatabase): Promise<number> =>
  (await database.read((session) => session.all('select * from given_dates'))).length;

const elementOf = async (database: SqlDatabase, id: string): Promise<string> => {
  const { elements } = await openTestMinters(database).fetch('m', { id, elements: ['e'] });
  return Buffer.from(elements[0]?.value ?? new Uint8Array()).toString();
};

const named = (text: string) => {
  const alias = parseAlias(text);
  if (!alias.ok) throw new Error(text);
  return aliasLabel(alias.value);
};

const transfer =
  (outcome: 'committed' | 'aborted'): Act =>
  (database) =>
    catalogueOf(database).change([], {
      ...EDITED,
      transfer: { id: 't', repository: nameOf(1), outcome },
    });

const keyed: Act = (database) =>
  catalogueOf(database).add([createItem(Math.ceil(Math.random() * 1e6) + 100)], {
    ...AUTHORSHIP,
    request: { key: 'k', fingerprint: 'f' },
  });

const keys = (database: SqlDatabase) => createSqlApiKeys(database);
const addKey =
  (id: string): Act =>
  (database) =>
    keys(database).add({ id, name: id, role: 'admin', createdAt: 1n, hash: id });
const revoke =
  (id: string): Act =>
  async (database) => {
    if ((await keys(database).revoke(id, 2n)) !== 'revoked') throw new Error('not revoked');
  };

const SERVICE = 'example.org/other/2020/01.01.00.00' as Parameters<typeof signClaim>[1]['archiveService'];
const CLAIMER = newSigner();
const log =
  (number: number): Act =>
  (database) => {
    const signed = signClaim(CLAIMER, { archiveService: SERVICE, repository: labelOf(number) });
    return openTestLog(database).append([{ kind: 'said', signed, from: SERVICE }]);
  };

const member =
  (number: number): Act =>
  (database) =>
    createSqlMembers(database).change(labelOf(number), () => ({
      kind: 'keep',
      member: {
        service: labelOf(number),
        state: 'included',
        keyHash: 'hash',
        address: undefined,
        ip: undefined,
        platformVersion: undefined,
        administratorEmail: undefined,
        isConfirmed: false,
        confirmed: undefined,
        requestedAt: 1n,
        registeredAt: undefined,
        changedAt: 1n,
      },
    }));

const RESOLVER = 'http://r.example.org';
const noteLease: Act = (database) =>
  createSqlJoinedResolvers(database, readMachineTime).noteLease(RESOLVER, { id: 'a', seconds: 9 }, 'term');

const countUse =
  (...numbers: readonly number[]): Act =>
  (database) =>
    catalogueOf(database).usageCounts.add(
      numbers.map((number) => ({
        repository: nameOf(number),
        day: '2026-01-01',
        method: 'Regular' as const,
        totalInvestigations: 1,
        totalRequests: 1,
        uniqueInvestigations: 1,
        uniqueRequests: 1,
      })),
    );

const FILE = { path: 'a.txt', bytes: 1, sha256: 'a'.repeat(64), mediaType: 'text/plain' };

const LAWS: readonly Law[] = [
  {
    law: 'no date is given twice',
    acts: [giveDates, giveDates],
    check: async (database) => expect(await givenDates(database)).toBe(2),
  },
  {
    law: 'no identifier is minted twice',
    before: [createMinter('m')],
    acts: [mint(3), mint(2)],
    check: async (database) => expect(await openTestMinters(database).statistics('m')).toMatchObject({ mints: 5 }),
  },
  {
    law: 'no binding is lost',
    before: [createMinter('m'), mint(2)],
    acts: [bind('k0', 'add', 'x'), bind('k0', 'add', 'x')],
    check: async (database) => expect(await elementOf(database, 'k0')).toBe('xx'),
  },
  {
    law: 'what is new is bound once',
    before: [createMinter('m'), mint(2)],
    acts: [bind('k0', 'new', 'x'), bind('k0', 'new', 'y')],
    succeed: 1,
  },
  {
    law: 'a binding with a new identifier waits for mints',
    before: [createMinter('m')],
    acts: [bind('new', 'mint', 'x'), mint(1)],
    check: async (database) => expect(await openTestMinters(database).statistics('m')).toMatchObject({ mints: 2 }),
  },
  {
    law: 'bindings of two identifiers do not wait',
    before: [createMinter('m'), mint(2)],
    acts: [bind('k0', 'set', 'x'), bind('k1', 'set', 'y')],
    isFree: true,
  },
  {
    law: 'minters have one name each',
    acts: [createMinter('m'), createMinter('m', { template: 'q.zd' })],
    succeed: 1,
  },
  {
    law: 'no alias is one that a minter may issue',
    acts: [createMinter('m', { naan: '12345' }), add(createItem(1, { aliases: [ALIAS] }))],
    succeed: 1,
  },
  {
    law: 'two deposits do not wait',
    acts: [add(createItem(1), describing(1)), add(createItem(2), describing(2))],
    isFree: true,
  },
  { law: 'a repository name is taken once', acts: [add(createItem(1)), add(createItem(1))], succeed: 1 },
  {
    law: 'an IBIp is taken once',
    before: [add(createItem(2))],
    acts: [add(createItem(1, { ibips: [IBIP] })), change(nameOf(2), { addIbips: [IBIP] })],
    succeed: 1,
  },
  {
    law: 'an alias is taken once',
    acts: [add(createItem(1, { aliases: [ALIAS] })), add(createItem(2, { aliases: [ALIAS] }))],
    succeed: 1,
  },
  {
    law: 'an alias that a removed item gives up is not lost by its change',
    before: [add(createItem(1, { aliases: [ALIAS], state: DELETED }))],
    acts: [add(createItem(2, { aliases: [ALIAS] })), change(nameOf(1), { language: 'pt' })],
    succeed: [1, 2],
    check: async (database) => {
      const item = await catalogueOf(database).find(named(ALIAS));
      expect(item?.repository).toBe(nameOf(2));
      expect((await catalogueOf(database).find(nameOf(1)))?.aliases).toEqual([]);
    },
  },
  {
    law: 'one of two changes of a revision succeeds',
    before: [add(createItem(1))],
    acts: [change(nameOf(1), { language: 'pt' }), change(nameOf(1), { language: 'en' })],
    succeed: 1,
  },
  {
    law: 'the claims of an item are one chain, also where its description changes',
    before: [add(createItem(1), describing(1))],
    acts: [
      change(nameOf(1), { files: [FILE], target: FILE.path }),
      change(describing(1).repository, { metadata: TITLE }),
    ],
    check: async (database) => {
      const statements = await readStatements(catalogueOf(database), nameOf(1));
      expect(statements.map(({ place }) => place)).toEqual([1n, 2n, 3n]);
      expectSound(statements.map(({ signed }) => signed));
    },
  },
  {
    law: 'items that were not signed are claimed once',
    before: [(database) => createSqlCatalogue(database).add([createItem(1)], AUTHORSHIP)],
    acts: [
      (database) => createSqlUnsignedItems(database, async () => SIGNER).signAfter(0n, 1n),
      change(nameOf(1), { files: [FILE], target: FILE.path }),
    ],
    check: async (database) =>
      expectSound((await readStatements(catalogueOf(database), nameOf(1))).map(({ signed }) => signed)),
  },
  {
    law: 'an item has one next edition',
    before: [add(createItem(1))],
    acts: [
      add(createItem(2, { links: { editionOf: nameOf(1) } })),
      add(createItem(3, { links: { editionOf: nameOf(1) } })),
    ],
    succeed: 1,
  },
  {
    law: 'editions are no circle',
    before: [add(createItem(1)), add(createItem(2))],
    acts: [
      change(nameOf(1), { links: { nextEdition: nameOf(2) } }),
      change(nameOf(2), { links: { nextEdition: nameOf(1) } }),
    ],
    succeed: 1,
  },
  {
    law: 'a family has one translation a language',
    before: [add(createItem(1, { language: 'en' }))],
    acts: [
      add(createItem(2, { language: 'pt', links: { translationOf: nameOf(1) } })),
      add(createItem(3, { language: 'pt', links: { translationOf: nameOf(1) } })),
    ],
    succeed: 1,
  },
  {
    law: 'a translation takes no language that another one takes',
    before: [
      add(createItem(1, { language: 'en' })),
      add(createItem(2, { language: 'fr', links: { translationOf: nameOf(1) } })),
    ],
    acts: [
      change(nameOf(2), { language: 'pt' }),
      add(createItem(3, { language: 'pt', links: { translationOf: nameOf(1) } })),
    ],
    succeed: 1,
  },
  {
    law: 'an item that comes takes over links to it, however they come',
    before: [add(createItem(1, { language: 'en' }))],
    acts: [
      add(createItem(2, { ibips: [IBIP], language: 'pt' })),
      change(nameOf(1), { links: { nextEdition: IBIP, translations: { fr: IBIP } } }),
    ],
    check: async (database) => {
      const catalogue = catalogueOf(database);
      expect((await catalogue.lastEdition(nameOf(1))).here?.repository).toBe(nameOf(2));
      expect((await catalogue.translations(nameOf(1), 'pt')).map(({ label }) => label)).toEqual([nameOf(2)]);
      expect(await catalogue.translations(nameOf(1), 'fr')).toEqual([]);
    },
  },
  {
    law: 'a request with a key is carried out once',
    acts: [keyed, keyed],
    succeed: 1,
  },
  {
    law: 'a transfer has one outcome',
    before: [
      add(createItem(1)),
      (database) =>
        catalogueOf(database).change([], { ...EDITED, transfer: { id: 't', repository: nameOf(1), outcome: 'open' } }),
    ],
    acts: [transfer('committed'), transfer('aborted')],
    succeed: 1,
  },
  {
    law: 'labels come before a lease is noted, or find it',
    stopsAt: 'late step',
    acts: [add(createItem(1)), noteLease],
  },
  {
    law: 'the history is one chain, and labels are counted in the order of commits',
    stopsAt: 'late step',
    acts: [add(createItem(1), describing(1)), add(createItem(2, { ibips: [IBIP] }), describing(2))],
  },
  {
    law: 'one administrator is left',
    before: [addKey('a'), addKey('b')],
    acts: [revoke('a'), revoke('b')],
    succeed: 1,
  },
  {
    law: 'a fact is kept once',
    acts: [
      (database) => createSqlNodeFacts(database).keep('f', 'x'),
      (database) => createSqlNodeFacts(database).keep('f', 'x'),
    ],
  },
  {
    law: 'a fact that was known is replaced once',
    before: [(database) => createSqlNodeFacts(database).replace('f', 'x')],
    acts: [
      async (database) => expect(await createSqlNodeFacts(database).replaceAll({ f: 'y' }, 'x')).toBe(true),
      async (database) => expect(await createSqlNodeFacts(database).replaceAll({ f: 'z' }, 'x')).toBe(true),
    ],
    succeed: 1,
  },
  {
    law: 'the log has one entry a number',
    acts: [log(1), log(2)],
    check: async (database) => expect((await openTestLog(database).reader.entries({ from: 0 })).size).toBe(3),
  },
  {
    law: 'members have numbers of their own',
    acts: [member(1), member(2)],
    check: async (database) =>
      expect((await createSqlMembers(database).changesSince(0n, 9)).map(({ number }) => number)).toEqual([0, 1]),
  },
  {
    law: 'uses of the same items are counted in any order',
    acts: [countUse(1, 2), countUse(2, 1)],
    check: async (database) => {
      const query = { granularity: 'day', from: '2026-01-01', to: '2026-01-01' } as const;
      expect((await catalogueOf(database).usageCounts.sum(query))[0]?.totalRequests).toBe(4);
    },
  },
  {
    law: 'a check says nothing of a file that is replaced meanwhile',
    before: [add(createItem(1, { files: [FILE], target: FILE.path }))],
    acts: [
      change(nameOf(1), { files: [{ ...FILE, sha256: 'b'.repeat(64) }] }),
      (database) =>
        catalogueOf(database).fileChecks.note([
          { file: { ...FILE, repository: nameOf(1) }, at: 1n, damage: 'missing' },
        ]),
    ],
    check: async (database) => expect(await catalogueOf(database).isDamaged(nameOf(1), FILE.path)).toBe(false),
  },
  {
    law: 'changes are numbered by one process at a time',
    before: [add(createItem(1))],
    acts: [(database) => catalogueOf(database).changes.settle(), (database) => catalogueOf(database).changes.settle()],
    check: async (database) => expect(await catalogueOf(database).changes.last()).toBe(1n),
  },
];

const expectSoundHistory = async (database: SqlDatabase): Promise<void> => {
  for await (const { number, finding } of createSqlHistoryChain(database).walk()) {
    expect({ number, finding }).toEqual({ number, finding: 'sound' });
  }
  const changes = await catalogueOf(database).labelChanges.after(0, 100);
  let held = 0;
  for (const { kind, held: counted } of changes) {
    held += kind === 'added' ? 1 : -1;
    expect(counted).toBe(held);
  }
};

describe.each(POSTGRES)('two nodes on one $name', ({ createMigratedData }) => {
  const prepare = async (acts: readonly Act[] = []): Promise<readonly [SqlDatabase, SqlDatabase]> => {
    const open = await createMigratedData();
    const databases = [await open(), await open()] as const;
    for (const act of acts) await act(databases[0]);
    return databases;
  };

  describe.each(LAWS)(
    '$law',
    ({ before, acts: [one, other], succeed = 2, isFree = false, stopsAt = 'work', check }) => {
      it.each([
        ['in one order', [one, other]],
        ['in the other', [other, one]],
      ] as const)('%s', async (_order, both) => {
        const databases = await prepare(before);
        const outcomes = await runAtOnce(databases, both, stopsAt);
        const done = [outcomes.first, outcomes.second].filter(({ status }) => status === 'fulfilled').length;
        const wrong = [outcomes.first, outcomes.second].map((one) =>
          one.status === 'rejected' ? one.reason : undefined,
        );
        for (const reason of wrong) expect(`${reason}`).not.toMatch(/database-|\[\d\w{4}\]/);
        expect({ done, wrong }).toMatchObject({
          done: typeof succeed === 'number' ? succeed : succeed[both[0] === one ? 0 : 1],
        });
        expect(outcomes.didWait).toBe(!isFree);
        await check?.(databases[0]);
        await expectSoundHistory(databases[0]);
      });
    },
  );

  it('wait for a node of an earlier version, which writes only while nobody else does', async () => {
    const databases = await prepare([add(createItem(1))]);
    const [earlier] = databases;
    // Without locks of its own a transaction does what all transactions of earlier versions do.
    const actLikeEarlier: Act = (database) =>
      database.transaction((session) => session.run(`update items set language = 'pt'`));
    const edit = change(nameOf(1), { language: 'en' });
    expect(await runAtOnce(databases, [actLikeEarlier, edit], 'work')).toMatchObject({ didWait: true });
    const deposit = add(createItem(2));
    expect(await runAtOnce(databases, [deposit, actLikeEarlier], 'late step')).toMatchObject({ didWait: true });
    const languages = await earlier.read((session) => session.all('select language from items'));
    expect(languages).toEqual([{ language: 'pt' }, { language: 'pt' }]);
    const held = `select pg_advisory_xact_lock(x'706572656e65'::bigint)`;
    const oldLock: Act = (database) => database.transaction((session) => session.run(held), {});
    expect(await runAtOnce(databases, [giveDates, oldLock], 'work')).toMatchObject({ didWait: true });
  });
});
