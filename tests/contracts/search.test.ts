import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseSearch } from '@perene/core/search';
import { describe, expect, it } from 'vitest';
import { createSqlCatalogue } from '../../packages/server/src/adapters/sql/catalogue/sql-catalogue.ts';
import type { SqlDatabase } from '../../packages/server/src/adapters/sql/engine/sql-database.ts';
import { MIGRATIONS, migrate } from '../../packages/server/src/adapters/sql/migrations/migrations.ts';
import type { NewItem } from '../../packages/server/src/ports/archive/catalogue.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { repositoryLabel } from '../fixtures/labels.ts';
import { PATIENT } from '../fixtures/of-tests.ts';

const NAME = repositoryLabel('example.org/archive/2026/01.01.00.00');
const COMMON = { ibips: [], state: { kind: 'original' }, createdAt: 1n, updatedAt: 1n } as const;

const itemsOf = (title: string): readonly NewItem[] => [
  { ...COMMON, repository: NAME, content: 'Data' },
  {
    ...COMMON,
    repository: repositoryLabel(`${NAME}.30`),
    content: 'Metadata',
    describes: NAME,
    metadata: { title: [{ value: title }] },
  },
];

/** This statement takes some tenths of a second. */
const SLOW = `with recursive counted(i) as (select 1 union all select i + 1 from counted where i < 2000000)
  select count(*) as counted from counted where i > ?`;

it.each(DATABASES)(
  'items with a closed description are left out where only open ones are asked for, in $name',
  async ({ openMigrated }) => {
    const catalogue = createSqlCatalogue(await openMigrated(), PATIENT);
    const [item, description] = itemsOf('A closed title');
    const closed = { ...item, access: { fileList: 'open', description: 'closed' } } as NewItem;
    await catalogue.add([closed, description as NewItem], { who: 'tester', at: 1n });
    for (const search of [undefined, parseSearch('closed'), parseSearch('"closed title"')]) {
      expect((await catalogue.list({ search, limit: 5 })).entries).toMatchObject([{ item: { access: closed.access } }]);
      expect((await catalogue.list({ search, limit: 5, isOpenOnly: true })).entries).toEqual([]);
      expect(await catalogue.summarize({ search, isOpenOnly: true })).toMatchObject({ count: 0, facets: { type: [] } });
    }
    const [held] = (await catalogue.list({ limit: 5 })).entries;
    if (held === undefined) throw new Error('nothing is listed');
    const change = { access: { fileList: 'open' } } as const;
    await catalogue.change([{ item: held.item, change }], { who: 'tester', at: 2n, action: 'edited' });
    expect((await catalogue.list({ search: parseSearch('closed'), limit: 5, isOpenOnly: true })).entries).toHaveLength(
      1,
    );
  },
);

describe.each(DATABASES)('what may take long, in $name', ({ openMigrated }) => {
  it('is read beside everything else', async () => {
    const database = await openMigrated();
    let turns = 0;
    let isOver = false;
    const read = database.readAside(SLOW, [0n], { deadlineMs: 600_000 }).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await nextTurn();
      turns += 1;
    }
    expect(await read).toEqual([{ counted: 2_000_000n }]);
    expect(turns).toBeGreaterThan(100);
  });

  it('is given up at its deadline, and others are answered after it', async () => {
    const database = await openMigrated();
    const short = database.readAside(SLOW, [0n], { deadlineMs: 1 });
    await expect(short).rejects.toMatchObject({ code: 'search-too-slow' });
    expect(await database.readAside('select 7 as found', [], { deadlineMs: 600_000 })).toEqual([{ found: 7n }]);
  });

  it('is waited for by a bounded number', async () => {
    const database = await openMigrated();
    const asked = Array.from({ length: 150 }, () => database.readAside(SLOW, [1_999_999n], { deadlineMs: 50 }));
    const outcomes = await Promise.allSettled(asked);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThanOrEqual(49);
    for (const outcome of refused) expect(outcome).toMatchObject({ reason: { code: 'search-too-slow' } });
  });

  it('fails as statements do, and is refused once the database is closed', async () => {
    const database = await openMigrated();
    await expect(database.readAside('select nothing', [], { deadlineMs: 9_000 })).rejects.toMatchObject({
      code: 'database-failed',
    });
    await expect(database.readAside('select ? as x', ['\0'], { deadlineMs: 9_000 })).rejects.toMatchObject({
      code: 'value-unkept',
    });
    await database.close();
    await expect(database.readAside('select 1', [], { deadlineMs: 9_000 })).rejects.toThrow('closed');
  });
});

/** Records every statement of reads for which others wait. */
const listening = (database: SqlDatabase) => {
  const statements: string[] = [];
  const listened: SqlDatabase = {
    ...database,
    read: (work) =>
      database.read((session) =>
        work({
          ...session,
          all: (text, values) => {
            statements.push(text);
            return session.all(text, values);
          },
        }),
      ),
  };
  return { listened, statements };
};

describe.each(DATABASES)('a search in $name', ({ openMigrated }) => {
  it('looks for words aside only', async () => {
    const { listened, statements } = listening(await openMigrated());
    const catalogue = createSqlCatalogue(listened);
    await catalogue.add(itemsOf('A map of the Amazon'), { who: 'tester', at: 1n });
    expect((await catalogue.list({ search: parseSearch('map amaz*'), limit: 5 })).entries).toHaveLength(1);
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.filter((text) => text.includes('search_index'))).toEqual([]);
  });

  it('finds beginnings of any length, a few in one search', async () => {
    const catalogue = createSqlCatalogue(await openMigrated(), PATIENT);
    await catalogue.add(itemsOf('Amazônia 地図 mapeamento'), { who: 'tester', at: 1n });
    const count = async (words: string) =>
      (await catalogue.list({ search: parseSearch(words), limit: 5 })).entries.length;
    for (const words of ['a*', 'am*', 'AMAZ*', 'amazôni*', 'amazonia*', '地*', 'a* m* e* o*']) {
      expect([words, await count(words)]).toEqual([words, 1]);
    }
    for (const words of ['amb*', 'amazonias*', 'a* z*']) expect([words, await count(words)]).toEqual([words, 0]);
    const wide = Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => `${letter}*`).join(' ');
    await expect(count(wide)).rejects.toMatchObject({ code: 'search-too-wide', parameters: { max: 4 } });
    const long = Array.from({ length: 33 }, (_, index) => `w${index}`).join(' ');
    await expect(count(long)).rejects.toMatchObject({ code: 'search-too-wide', parameters: { max: 32 } });
  });
});

it('keeps the words that older versions have indexed, in SQLite', async () => {
  const database = await DATABASES[0]?.openEmpty();
  if (database === undefined) throw new Error('there is no SQLite');
  await migrate(database, MIGRATIONS.slice(0, 12));
  await database.transaction(async (session) => {
    await session.run(
      `insert into search_index (rowid, words) values (3, 'a map'), (7, 'another map'), (9, 'gone map')`,
    );
    await session.run('delete from search_index where rowid = 9');
  });
  await migrate(database);
  const find = (words: string) =>
    database.read((session) =>
      session.all('select rowid as number from search_index where search_index match ? order by rowid', [words]),
    );
  expect(await find('"map"')).toEqual([{ number: 3n }, { number: 7n }]);
  expect(await find('"ano"*')).toEqual([{ number: 7n }]);
  await database.transaction((session) => session.run('delete from search_index where rowid = 3'));
  expect(await find('"map"')).toEqual([{ number: 7n }]);
});
