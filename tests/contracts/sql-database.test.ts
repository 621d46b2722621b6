import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { openPostgresDatabase } from '../../packages/server/src/adapters/sql/engine/postgres/postgres-database.ts';
import type { SqlDatabase, SqlSession, SqlValue } from '../../packages/server/src/adapters/sql/engine/sql-database.ts';
import { openSqliteDatabase } from '../../packages/server/src/adapters/sql/engine/sqlite/sqlite-database.ts';
import { createPostgresDatabase, DATABASES } from '../fixtures/databases.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const CREATE_VALUES = 'create table kept (number bigint, words text)';
const CREATE_COUNTER = 'create table counter (id bigint primary key, value bigint not null)';

const inOne = (database: SqlDatabase, ...statements: readonly string[]): Promise<void> =>
  database.transaction(async (session) => {
    for (const statement of statements) await session.run(statement);
  });

const insert = (session: SqlSession, number: SqlValue, words: SqlValue = null): Promise<void> =>
  session.run('insert into kept (number, words) values (?, ?)', [number, words]);

const readNumbers = async (database: SqlDatabase): Promise<readonly SqlValue[]> => {
  const rows = await database.read((session) => session.all('select number from kept order by number'));
  return rows.map((row) => row['number'] ?? null);
};

const increment = async (session: SqlSession): Promise<bigint> => {
  const [row] = await session.all('select value from counter where id = ?', [1n]);
  const next = BigInt(row?.['value'] ?? 0n) + 1n;
  await session.run('update counter set value = ? where id = ?', [next, 1n]);
  return next;
};

const upTo = (count: number): readonly bigint[] => Array.from({ length: count }, (_, index) => BigInt(index + 1));

/** More than those before and after the work. */
const MANY_TURNS = 5;
/** Work of seconds. */
const MOST_STATEMENTS = 500_000;

describe.each(DATABASES)('long work in $name', ({ openEmpty }) => {
  it('lets everything else go on, in a transaction and in a reading', async () => {
    const database = await openEmpty();
    await inOne(database, CREATE_VALUES);
    for (const run of [database.transaction, database.read]) {
      let [turns, isOver] = [0, false];
      const work = run(async (session) => {
        for (let statements = 0; turns <= MANY_TURNS && statements < MOST_STATEMENTS; statements += 1)
          await session.all('select 1 as one');
        return turns;
      }).finally(() => {
        isOver = true;
      });
      while (!isOver) {
        await nextTurn();
        turns += 1;
      }
      expect(await work).toBeGreaterThan(MANY_TURNS);
    }
  });
});

describe.each(DATABASES)('$name keeps values', ({ openEmpty }) => {
  it.each<[string, SqlValue, SqlValue]>([
    ['nothing', null, null],
    ['zero and the empty text', 0n, ''],
    ['integers that no floating-point number has', 9_007_199_254_740_993n, '9007199254740993'],
    ['the greatest integer', 9_223_372_036_854_775_807n, ' text with spaces\tand\r\nlines '],
    ['the least integer', -9_223_372_036_854_775_808n, `"quotes", 'apostrophes', ? and $1, \\ and %`],
    ['every script', 1n, 'Açaí Ελληνικά Русский العربية עברית 中文 日本語 한국어 हिन्दी 😀 e\u0301'],
  ])('exactly: %s', async (_what, number, words) => {
    const database = await openEmpty();
    await inOne(database, CREATE_VALUES);
    const select = 'select number, words from kept where number = ? or words = ? or number is null';
    const seenInside = await database.transaction(async (session) => {
      await insert(session, number, words);
      return session.all(select, [number, words]);
    });
    expect(seenInside).toEqual([{ number, words }]);
    expect(await database.read((session) => session.all(select, [number, words]))).toEqual([{ number, words }]);
  });

  it('exactly, whatever they are', async () => {
    const database = await openEmpty();
    await inOne(database, CREATE_VALUES);
    const words = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'));
    await fc.assert(
      fc.asyncProperty(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), words, async (number, text) => {
        const rows = await database.transaction(async (session) => {
          await session.run('delete from kept');
          await insert(session, number, text);
          return session.all('select number, words from kept');
        });
        expect(rows).toEqual([{ number, words: text }]);
      }),
      { numRuns: 50 },
    );
  });

  it('and counts, sums and compares in bigints', async () => {
    const database = await openEmpty();
    await inOne(database, CREATE_VALUES, 'insert into kept (number) values (40), (2)');
    const rows = await database.read((session) =>
      session.all(
        'select count(*) as many, sum(number) as total, exists (select 1 from kept) as any_kept, 7 as seven from kept',
      ),
    );
    expect(rows).toEqual([{ many: 2n, total: 42n, any_kept: 1n, seven: 7n }]);
  });

  it.each([
    ['U+0000', 'a\0b', /U\+0000/],
    ['half a character', 'a\ud800b', /half a character/],
    ['65 bits', 2n ** 63n, /64 bits/],
  ])('or refuses what one of the databases would not keep: %s', async (_what, value, message) => {
    const database = await openEmpty();
    const expected = { code: 'value-unkept', message: expect.stringMatching(message) };
    const asked = (session: SqlSession) => session.all("select 1 as one where '' = ?", [value]);
    await expect(database.transaction(asked)).rejects.toMatchObject(expected);
    await expect(database.read(asked)).rejects.toMatchObject(expected);
  });

  it('in statements whose quotes hold question marks', async () => {
    const database = await openEmpty();
    const rows = await database.read((session) =>
      session.all(`select '?' as "a?", 'it''s ?' as b, 1 as c where ? = 5`, [5n]),
    );
    expect(rows).toEqual([{ 'a?': '?', b: "it's ?", c: 1n }]);
  });
});

describe.each(DATABASES)('a transaction of $name', ({ openEmpty, createData }) => {
  it('is there for everyone once it resolves', async () => {
    const open = await createData();
    const [one, other] = [await open(), await open()];
    await inOne(one, CREATE_VALUES);
    await one.transaction((session) => insert(session, 1n));
    expect(await readNumbers(one)).toEqual([1n]);
    expect(await readNumbers(other)).toEqual([1n]);
    expect(await other.transaction((session) => session.all('select number from kept'))).toEqual([{ number: 1n }]);
  });

  it('returns what its work returns', async () => {
    const database = await openEmpty();
    const answers = await Promise.all([1, 'two', undefined].map((value) => database.transaction(async () => value)));
    expect(answers).toEqual([1, 'two', undefined]);
  });

  it('is undone alone when its work fails, while its neighbours are kept', async () => {
    const database = await openEmpty();
    await inOne(database, CREATE_VALUES);
    const outcomes = await Promise.allSettled(
      upTo(9).map((number) =>
        database.transaction(async (session) => {
          if (number === 4n) throw new Error('refused before all');
          await insert(session, number);
          if (number % 3n === 0n) throw new Error(`refused ${number}`);
          return number;
        }),
      ),
    );
    expect(
      outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.message)),
    ).toEqual([1n, 2n, 'refused 3', 'refused before all', 5n, 'refused 6', 7n, 8n, 'refused 9']);
    expect(await readNumbers(database)).toEqual([1n, 2n, 5n, 7n, 8n]);
  });

  it('is undone when it is alone and fails', async () => {
    const database = await openEmpty();
    await inOne(database, CREATE_VALUES);
    const work = async (session: SqlSession): Promise<void> => {
      await insert(session, 1n);
      throw new Error('refused');
    };
    await expect(database.transaction(work)).rejects.toThrow('refused');
    expect(await readNumbers(database)).toEqual([]);
  });

  /** PostgreSQL goes no further after a failed statement: a work that expects a conflict says `on conflict do nothing`. */
  it.each([1, 3])('fails as a whole after a failed statement, though its work goes on (%i at once)', async (count) => {
    const database = await openEmpty();
    await inOne(database, CREATE_COUNTER, 'insert into counter (id, value) values (1, 0)');
    const stubborn = async (session: SqlSession): Promise<string> => {
      await session.run('insert into counter (id, value) values (10, 10)');
      await session.run('insert into counter (id, value) values (1, 10)').catch(() => undefined);
      await session.run('insert into counter (id, value) values (11, 11)').catch(() => undefined);
      return 'done';
    };
    const others = upTo(count - 1).map(() => database.transaction(increment));
    await expect(database.transaction(stubborn)).rejects.toMatchObject({
      code: 'database-failed',
      message: expect.stringMatching(/unique/i),
    });
    expect(await Promise.all(others)).toEqual(upTo(count - 1));
    expect(await database.read((session) => session.all('select id from counter'))).toEqual([{ id: 1n }]);
  });

  it.each([1, 3])('is undone with its neighbours when the commit fails (%i at once)', async (count) => {
    const database = await openEmpty();
    await inOne(
      database,
      CREATE_COUNTER,
      'create table child (id bigint references counter (id) deferrable initially deferred)',
    );
    const addOrphan = (session: SqlSession, id: bigint) => session.run('insert into child (id) values (?)', [id]);
    const works = upTo(count).map((id) => database.transaction((session) => addOrphan(session, id)));
    for (const outcome of await Promise.allSettled(works)) {
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { code: 'database-failed', message: expect.stringMatching(/foreign key/i) },
      });
    }
    await inOne(database, 'insert into counter (id, value) values (7, 0)', 'insert into child (id) values (7)');
    expect(await database.read((session) => session.all('select id from child'))).toEqual([{ id: 7n }]);
  });

  it('can meet a conflict without failing', async () => {
    const database = await openEmpty();
    await inOne(database, CREATE_COUNTER);
    const claim = (session: SqlSession) =>
      session.all('insert into counter (id, value) values (1, 0) on conflict do nothing returning id');
    const claims = await Promise.all(upTo(5).map(() => database.transaction(claim)));
    expect(claims).toEqual([[{ id: 1n }], [], [], [], []]);
  });

  it('comes in the order of asking, and never among the statements of another', async () => {
    const database = await openEmpty();
    await inOne(database, CREATE_VALUES);
    const events: string[] = [];
    await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        database.transaction(async (session) => {
          for (const step of [1, 2]) {
            await nextTurn();
            await insert(session, 1n);
            events.push(`${name}${step}`);
          }
        }),
      ),
    );
    expect(events).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'c2']);
  });

  it('loses no increment, over two processes that hurry', async () => {
    const open = await createData();
    const databases = [await open(), await open()];
    await inOne(databases[0] as SqlDatabase, CREATE_COUNTER, 'insert into counter (id, value) values (1, 0)');
    const given = await Promise.all(
      databases.flatMap((database) => upTo(100).map(() => database.transaction(increment))),
    );
    expect(given.map(Number).sort((one, other) => one - other)).toEqual(upTo(200).map(Number));
  });

  it('takes no statement after its end', async () => {
    const database = await openEmpty();
    const session = await database.transaction(async (leaked) => leaked);
    await expect(session.run('create table late (id bigint)')).rejects.toThrow('after the end of its work');
  });

  it('is finished before the database closes', async () => {
    const open = await createData();
    const database = await open();
    await inOne(database, CREATE_VALUES);
    const transactions = upTo(20).map((number) => database.transaction((session) => insert(session, number)));
    await database.close();
    await Promise.all(transactions);
    await expect(database.transaction((session) => insert(session, 21n))).rejects.toThrow();
    await expect(readNumbers(database)).rejects.toThrow();
    expect(await readNumbers(await open())).toEqual(upTo(20));
  });

  it('finds the columns that another process has added meanwhile', async () => {
    const open = await createData();
    const [one, other] = [await open(), await open()];
    await inOne(one, CREATE_VALUES, "insert into kept (number, words) values (1, 'one')");
    const select = (session: SqlSession) => session.all('select words, number from kept');
    expect(await one.read(select)).toEqual([{ words: 'one', number: 1n }]);
    await inOne(other, 'alter table kept add column more bigint', 'update kept set more = 5');
    expect(await one.read(select)).toEqual([{ words: 'one', number: 1n }]);
    expect(await one.read((session) => session.all('select more from kept'))).toEqual([{ more: 5n }]);
  });
});

describe.each(DATABASES)('a read of $name', ({ openEmpty, createData }) => {
  it('does not see what is not committed, and does not wait for it', async () => {
    const open = await createData();
    const [one, other] = [await open(), await open()];
    await inOne(one, CREATE_VALUES);
    await one.transaction(async (session) => {
      await insert(session, 1n);
      expect(await readNumbers(one)).toEqual([]);
      expect(await readNumbers(other)).toEqual([]);
    });
    expect(await readNumbers(other)).toEqual([1n]);
  });

  it('sees one state, while others write', async () => {
    const open = await createData();
    const [one, other] = [await open(), await open()];
    await inOne(one, CREATE_VALUES);
    const count = async (session: SqlSession): Promise<SqlValue> =>
      (await session.all('select count(*) as many from kept'))[0]?.['many'] ?? null;
    const counts = await one.read(async (session) => {
      const before = await count(session);
      await one.transaction((writing) => insert(writing, 1n));
      await other.transaction((writing) => insert(writing, 2n));
      // Others that begin later see the later state meanwhile.
      return [before, await one.read(count), await count(session)];
    });
    expect(counts).toEqual([0n, 2n, 0n]);
    expect(await one.read(count)).toBe(2n);
  });

  it('never sees half of a transaction, however many there are', async () => {
    const database = await openEmpty();
    await inOne(database, CREATE_COUNTER, 'insert into counter (id, value) values (1, 0), (2, 0)');
    const raise = async (session: SqlSession): Promise<void> => {
      await session.run('update counter set value = value + 1 where id = 1');
      await nextTurn();
      await session.run('update counter set value = value + 1 where id = 2');
    };
    const compare = async (session: SqlSession): Promise<boolean> => {
      const [one] = await session.all('select value from counter where id = 1');
      await nextTurn();
      const [two] = await session.all('select value from counter where id = 2');
      return one?.['value'] === two?.['value'];
    };
    const work = upTo(60).map((): Promise<unknown>[] => [database.transaction(raise), database.read(compare)]);
    const seen = (await Promise.all(work.flat())).filter((answer) => answer !== undefined);
    expect(seen).toEqual(upTo(60).map(() => true));
    expect(await database.read((session) => session.all('select distinct value from counter'))).toEqual([
      { value: 60n },
    ]);
  });

  it('sees what was committed before it began', async () => {
    const database = await openEmpty();
    await inOne(database, CREATE_VALUES);
    const seen = await Promise.all(
      upTo(30).map(async (number) => {
        await database.transaction((session) => insert(session, number));
        return (await readNumbers(database)).includes(number);
      }),
    );
    expect(seen).toEqual(upTo(30).map(() => true));
  });

  it('writes nothing', async () => {
    const database = await openEmpty();
    await inOne(database, CREATE_VALUES);
    await expect(database.read((session) => insert(session, 1n))).rejects.toMatchObject({
      code: 'database-failed',
      message: expect.stringMatching(/read-?only/),
    });
    expect(await readNumbers(database)).toEqual([]);
  });

  it('that fails leaves the next ones alone', async () => {
    const database = await openEmpty();
    await inOne(database, CREATE_VALUES);
    for (const failing of [
      (session: SqlSession) => session.all('select * from nowhere'),
      () => Promise.reject(new Error('refused')),
    ]) {
      await expect(database.read<unknown>(failing)).rejects.toThrow(/nowhere|refused/);
      expect(await readNumbers(database)).toEqual([]);
    }
  });
});

describe('one commit for all that wait', () => {
  const together = <Result>(
    database: SqlDatabase,
    work: (session: SqlSession, number: bigint) => Promise<Result>,
  ): Promise<readonly Result[]> =>
    Promise.all(upTo(200).map((number) => database.transaction((session) => work(session, number))));

  it('SQLite writes its log once', async () => {
    const path = join(createTemporaryFolder(), 'perene.sqlite');
    const database = openSqliteDatabase(path);
    onTestFinished(() => database.close());
    await inOne(database, CREATE_VALUES);
    const sizeOfLog = (): number => statSync(`${path}-wal`).size;
    const before = sizeOfLog();
    await together(database, insert);
    const grownTogether = sizeOfLog() - before;
    await database.transaction((session) => insert(session, 0n));
    const grownByOne = sizeOfLog() - before - grownTogether;
    // A commit writes at least one page.
    expect(grownByOne).toBeGreaterThan(4096);
    expect(grownTogether).toBeLessThan(20 * grownByOne);
  });

  it('PostgreSQL runs few transactions', async () => {
    const database = await openPostgresDatabase(await createPostgresDatabase());
    onTestFinished(() => database.close());
    const identities = await together(database, async (session) => {
      const [row] = await session.all('select pg_current_xact_id()::text as id');
      return row?.['id'];
    });
    expect(new Set(identities).size).toBeLessThan(20);
  });
});

describe('PostgreSQL out of reach', () => {
  const refusal = (message: RegExp) => ({ code: 'database-failed', message: expect.stringMatching(message) });

  const change = (part: 'port' | 'password' | 'pathname', value: string): string => {
    const url = new URL(inject('postgresUrl'));
    url[part] = value;
    return url.href;
  };

  it.each([
    ['nobody listens', () => change('port', '1'), /^cannot reach postgres:\/\/127\.0\.0\.1:1: .*ECONNREFUSED/],
    ['the password is wrong', () => change('password', 'wrong-secret'), /password authentication failed/],
    ['the database is missing', () => change('pathname', 'nowhere'), /database "nowhere" does not exist/],
    ['the address is none', () => 'http://user:wrong-secret@localhost/', /no URL/],
  ])('is refused without showing the password: %s', async (_what, createUrl, message) => {
    const refused = openPostgresDatabase(createUrl());
    await expect(refused).rejects.toMatchObject(refusal(message));
    await expect(refused).rejects.not.toThrow(/wrong-secret|a-password-of-tests/);
  });

  it('is refused with another encoding', async () => {
    const url = await createPostgresDatabase("encoding 'LATIN1' locale_provider libc locale 'C' template template0");
    await expect(openPostgresDatabase(url)).rejects.toMatchObject(refusal(/encoding LATIN1/));
  });

  it('fails the transactions that it cuts off, and serves again', async () => {
    const url = await createPostgresDatabase();
    const [database, killer] = [await openPostgresDatabase(url), await openPostgresDatabase(url)];
    onTestFinished(() => Promise.all([database.close(), killer.close()]).then(() => undefined));
    await inOne(database, CREATE_VALUES);
    const cutOff = async (session: SqlSession): Promise<void> => {
      await insert(session, 1n);
      const [row] = await session.all('select pg_backend_pid() as pid');
      await killer.read((other) => other.all('select pg_terminate_backend(?::integer)', [row?.['pid'] ?? null]));
      await Promise.allSettled([insert(session, 2n), insert(session, 3n), insert(session, 4n)]);
    };
    for (const neighbours of [0, 2]) {
      const works = [
        ...upTo(neighbours).map(() => database.transaction((session) => insert(session, 5n))),
        database.transaction(cutOff),
        ...upTo(neighbours).map(() => database.transaction((session) => insert(session, 6n))),
      ];
      for (const outcome of await Promise.allSettled(works)) {
        expect(outcome).toMatchObject({ status: 'rejected', reason: refusal(/^cannot reach postgres:/) });
      }
      expect(await readNumbers(database)).toEqual([]);
    }
    await expect(database.read(cutOff)).rejects.toMatchObject(refusal(/./));
    await database.transaction((session) => insert(session, 7n));
    expect(await readNumbers(database)).toEqual([7n]);
  });

  it('promises that a commit is durable', async () => {
    const database = await openPostgresDatabase(await createPostgresDatabase());
    onTestFinished(() => database.close());
    const rows = await database.transaction((session) => session.all('show synchronous_commit'));
    expect(rows).toEqual([{ synchronous_commit: 'on' }]);
  });
});
