import postgres from 'postgres';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSqlCatalogue } from '../../packages/server/src/adapters/sql/catalogue/sql-catalogue.ts';
import { openPostgresDatabase } from '../../packages/server/src/adapters/sql/engine/postgres/postgres-database.ts';
import type { SqlDatabase } from '../../packages/server/src/adapters/sql/engine/sql-database.ts';
import { migrate } from '../../packages/server/src/adapters/sql/migrations/migrations.ts';
import type { Catalogue } from '../../packages/server/src/ports/archive/catalogue.ts';
import { AUTHORSHIP, createItem, describing, EDITED, nameOf } from '../fixtures/catalogue-items.ts';
import { createPostgresDatabase, DATABASES } from '../fixtures/databases.ts';
import { ibipLabel } from '../fixtures/labels.ts';

const found = async (catalogue: Catalogue, number: number) => {
  const item = await catalogue.find(nameOf(number));
  if (item === undefined) throw new Error(`no item ${number}`);
  return item;
};

const readAll = async ({ changes }: Catalogue) => {
  expect(await changes.settle()).toBe(true);
  return changes.after(0n, 1_000);
};

const actionsOf = async (catalogue: Catalogue) =>
  (await readAll(catalogue)).map(({ repository, action, item }) => [repository, action, item?.state]);

const recordsOf = async ({ changes }: Catalogue, having?: { column: 'language' | 'kind'; value: string }) =>
  (await changes.records.list({ after: 0n, limit: 100, having: having && [having] })).entries.map(
    ({ repository, data }) => [repository, data !== undefined],
  );

describe.each(DATABASES)('the sequence of changes: $name', ({ openMigrated, createMigratedData }) => {
  it('has every change of an item and of its description, numbered without gaps', async () => {
    const catalogue = createSqlCatalogue(await openMigrated());
    await catalogue.add([createItem(1), describing(1)], AUTHORSHIP);
    await catalogue.change([{ item: await found(catalogue, 1), change: { language: 'pt' } }], EDITED);
    const state = { kind: 'deleted', at: 5n, reason: 'a test' } as const;
    await catalogue.change([{ item: await found(catalogue, 1), change: { state } }], { ...EDITED, action: 'removed' });
    await catalogue.add([createItem(2, { state: { kind: 'copy', of: 'http://a.example.org' } })], AUTHORSHIP);
    await catalogue.forget([await found(catalogue, 2)], AUTHORSHIP);
    const [one, other] = [nameOf(1), nameOf(2)];
    expect(await actionsOf(catalogue)).toEqual([
      [one, 'added', 'deleted'],
      [`${one}.30`, 'added', 'original'],
      [one, 'edited', 'deleted'],
      [one, 'removed', 'deleted'],
      [other, 'added', undefined],
      [other, 'copy dropped', undefined],
    ]);
    const all = await readAll(catalogue);
    expect(all.map(({ number }) => number)).toEqual([1n, 2n, 3n, 4n, 5n, 6n]);
    expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted());
    expect(new Set(all.map(({ mark }) => mark)).size).toBe(6);
    expect(await catalogue.changes.find(4n)).toMatchObject({ mark: all[3]?.mark });
    expect(await catalogue.changes.find(7n)).toBeUndefined();
    expect(await catalogue.changes.last()).toBe(6n);
    expect(await catalogue.changes.after(4n, 1)).toEqual([all[4]]);
  });

  it('has nothing of a transaction that failed', async () => {
    const catalogue = createSqlCatalogue(await openMigrated());
    await catalogue.add([createItem(1)], AUTHORSHIP);
    await expect(catalogue.add([createItem(2), createItem(1)], AUTHORSHIP)).rejects.toMatchObject({
      code: 'label-taken',
    });
    expect(await actionsOf(catalogue)).toEqual([[nameOf(1), 'added', 'original']]);
  });

  it('is read whole by whoever reads on, while several processes write and number', async () => {
    const open = await createMigratedData();
    const writers = [createSqlCatalogue(await open()), createSqlCatalogue(await open())];
    const { changes } = createSqlCatalogue(await open());
    let isOver = false;
    const writing = Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const writer = writers[index % 2];
        await writer?.add([createItem(index)], AUTHORSHIP);
        if (index % 5 === 0) await writer?.changes.settle();
      }),
    ).finally(() => {
      isOver = true;
    });
    const seen: string[] = [];
    let last = 0n;
    for (let isLast = false; !isLast; ) {
      isLast = isOver;
      await changes.settle();
      for (const { number, repository } of await changes.after(last, 100)) {
        expect(number).toBe(last + 1n);
        last = number;
        seen.push(repository);
      }
    }
    await writing;
    expect(seen.toSorted()).toEqual(Array.from({ length: 40 }, (_, index) => nameOf(index)).toSorted());
  });

  it('never goes back in time, and tells a date that no later change comes before', async () => {
    const database = await openMigrated();
    const catalogue = createSqlCatalogue(database);
    const future = 32_503_680_000_000_000n;
    await database.transaction((session) =>
      session.run(
        `insert into changes (number, at, repository, action) values (7, ${future}, 'example.org/a', 'added')`,
      ),
    );
    const before = await catalogue.changes.horizon();
    await catalogue.add([createItem(1)], AUTHORSHIP);
    expect(await catalogue.changes.horizon()).toEqual({ at: future, isComplete: true });
    expect(await catalogue.changes.horizon()).toEqual({ at: future, isComplete: true });
    const [, change] = await readAll(catalogue);
    expect(change).toMatchObject({ number: 8n, at: future });
    expect(before.at).toBeLessThanOrEqual(future);
  });

  it('numbers what was made before in steps, by the dates of the items', async () => {
    const database = await openMigrated();
    await database.transaction(async (session) => {
      const rows = Array.from({ length: 1_050 }, (_, index) => `('example.org/${index}', 'added', ${index + 1})`);
      await session.run(`insert into made_changes (repository, action, at) values ${rows.join(', ')}`);
    });
    const { changes } = createSqlCatalogue(database);
    expect(await changes.horizon()).toEqual({ at: 1_000n, isComplete: false });
    expect(await changes.settle()).toBe(true);
    expect(await changes.settle()).toBe(true);
    expect((await changes.after(1_049n, 10)).map(({ number, at }) => [number, at])).toEqual([[1_050n, 1_050n]]);
  });

  it('shows harvesters each original once, at its last change, and what became of it', async () => {
    const catalogue = createSqlCatalogue(await openMigrated());
    const { records } = catalogue.changes;
    await catalogue.add([createItem(1, { language: 'pt-BR' }), describing(1)], AUTHORSHIP);
    const thesis = { ...describing(2), metadata: { title: [{ value: 'T' }], type: [{ value: 'Doctoral Thesis' }] } };
    await catalogue.add([createItem(2, { language: 'en' }), thesis], AUTHORSHIP);
    await catalogue.add([createItem(3, { state: { kind: 'copy', of: 'http://a.example.org' } })], AUTHORSHIP);
    await readAll(catalogue);
    expect(await recordsOf(catalogue)).toEqual([
      [nameOf(1), true],
      [nameOf(2), true],
    ]);
    const { data } = (await records.find(nameOf(2))) ?? {};
    expect(data?.description?.item.metadata).toEqual(thesis.metadata);
    const edited = { metadata: { title: [{ value: 'New' }] } };
    const description = await catalogue.find(describing(1).repository);
    if (description === undefined) throw new Error('no description');
    await catalogue.change([{ item: description, change: edited }], EDITED);
    const state = { kind: 'copy', of: 'http://b.example.org' } as const;
    await catalogue.change([{ item: await found(catalogue, 2), change: { state } }], EDITED);
    await readAll(catalogue);
    expect(await recordsOf(catalogue)).toEqual([
      [nameOf(1), true],
      [nameOf(2), false],
    ]);
    expect(await recordsOf(catalogue, { column: 'language', value: 'pt' })).toEqual([[nameOf(1), true]]);
    expect(await recordsOf(catalogue, { column: 'kind', value: 'thesis' })).toEqual([[nameOf(2), false]]);
    expect(await records.values('language')).toEqual(['en', 'pt']);
    expect(await records.values('kind')).toEqual(['document', 'thesis']);
    expect(await records.find(nameOf(3))).toBeUndefined();
  });

  it('shows harvesters nothing of an item whose description is closed, and that it is gone if it was open', async () => {
    const catalogue = createSqlCatalogue(await openMigrated());
    const access = { fileList: 'open', description: 'closed' } as const;
    await catalogue.add([createItem(1), describing(1), createItem(2, { access }), describing(2)], AUTHORSHIP);
    await readAll(catalogue);
    expect(await recordsOf(catalogue)).toEqual([[nameOf(1), true]]);
    await catalogue.change([{ item: await found(catalogue, 1), change: { access } }], EDITED);
    await readAll(catalogue);
    expect(await recordsOf(catalogue)).toEqual([[nameOf(1), false]]);
    await catalogue.change([{ item: await found(catalogue, 2), change: { access: { fileList: 'open' } } }], EDITED);
    await readAll(catalogue);
    expect(await recordsOf(catalogue)).toEqual([
      [nameOf(1), false],
      [nameOf(2), true],
    ]);
  });

  it('gives harvesters pages that go on from any place, within dates, and counts them', async () => {
    const database = await openMigrated();
    const catalogue = createSqlCatalogue(database);
    const { records } = catalogue.changes;
    expect(await records.count({ from: 1n })).toBe(0);
    await catalogue.add([createItem(1), createItem(2), createItem(3), createItem(4)], AUTHORSHIP);
    await readAll(catalogue);
    await database.transaction((session) => session.run('update records set at = 10 * number'));
    const numbersOf = async (query: Partial<Parameters<typeof records.list>[0]>) => {
      const { entries, next } = await records.list({ after: 0n, limit: 2, ...query });
      return [...entries.map(({ number }) => number), next];
    };
    expect(await numbersOf({})).toEqual([1n, 2n, 2n]);
    expect(await numbersOf({ after: 2n })).toEqual([3n, 4n, undefined]);
    expect(await numbersOf({ from: 11n })).toEqual([2n, 3n, 3n]);
    expect(await numbersOf({ from: 20n, before: 30n })).toEqual([2n, undefined]);
    expect(await numbersOf({ from: 41n })).toEqual([undefined]);
    expect(await numbersOf({ before: 10n })).toEqual([undefined]);
    expect(await records.count({ from: 20n, before: 40n })).toBe(2);
    expect(await records.count({ having: [{ column: 'language', value: 'pt' }] })).toBe(0);
  });

  it('parts the shown records by the numbers of their changes', async () => {
    const catalogue = createSqlCatalogue(await openMigrated());
    const { records } = catalogue.changes;
    expect(await records.parts(2)).toEqual([]);
    await catalogue.add([createItem(1), createItem(2, { ibips: [ibipLabel('LK47B6W/362SFKH')] })], AUTHORSHIP);
    const state = { kind: 'deleted', at: 5n, reason: 'a test' } as const;
    await catalogue.add([createItem(3), createItem(4)], AUTHORSHIP);
    await catalogue.change([{ item: await found(catalogue, 3), change: { state } }], EDITED);
    const all = await readAll(catalogue);
    expect(await records.parts(2)).toEqual([0, 1, 2].map((part) => ({ part, at: all[[0, 1, 3][part] ?? 0]?.at })));
    const labelsOf = async (after: bigint, before: bigint, limit: number) =>
      (await records.addresses({ after, before, limit })).map(({ label }) => label);
    expect(await labelsOf(0n, 100n, 10)).toEqual([nameOf(1), 'LK47B6W/362SFKH', nameOf(4)]);
    expect(await labelsOf(1n, 4n, 10)).toEqual(['LK47B6W/362SFKH']);
    expect(await labelsOf(0n, 100n, 1)).toEqual([nameOf(1)]);
    const changed = await records.changes({ after: 1n, before: 100n, limit: 10 });
    expect(changed.map(({ number, kind }) => [number, kind])).toEqual([
      [2n, 'created'],
      [3n, 'created'],
      [4n, 'created'],
      [5n, 'deleted'],
    ]);
  });

  it('shows what came removed as deleted, and nothing new of a record whose file was found damaged', async () => {
    const catalogue = createSqlCatalogue(await openMigrated());
    const { records } = catalogue.changes;
    const state = { kind: 'deleted', at: 5n, reason: 'a test' } as const;
    await catalogue.add([createItem(1, { state }), describing(1)], AUTHORSHIP);
    const told = { path: 'a.txt', bytes: 1, sha256: 'ab'.repeat(32), mediaType: 'text/plain' };
    await catalogue.add([createItem(2, { files: [told] })], AUTHORSHIP);
    await readAll(catalogue);
    const before = await records.list({ after: 0n, limit: 10 });
    const [file] = await catalogue.fileChecks.filesAfter({ repository: '', path: '' }, 1);
    if (file === undefined) throw new Error('there is no file');
    await catalogue.fileChecks.note([{ file, at: 9n, damage: 'missing' }]);
    expect((await readAll(catalogue)).map(({ action }) => action)).toEqual(['added', 'added', 'added', 'damaged']);
    expect(await records.list({ after: 0n, limit: 10 })).toEqual(before);
    const changed = await records.changes({ after: 0n, before: 100n, limit: 10 });
    expect(changed.map(({ number, kind }) => [number, kind])).toEqual([
      [1n, 'created'],
      [2n, 'deleted'],
      [3n, 'created'],
    ]);
  });

  it('ends a page early if its records are large', async () => {
    const catalogue = createSqlCatalogue(await openMigrated());
    const large = (number: number) => describing(number, 'x'.repeat(700_000));
    await catalogue.add([createItem(1), large(1), createItem(2), large(2)], AUTHORSHIP);
    await readAll(catalogue);
    const page = await catalogue.changes.records.list({ after: 0n, limit: 10 });
    expect(page.entries.map(({ repository }) => repository)).toEqual([nameOf(1)]);
    const rest = await catalogue.changes.records.list({ after: page.next ?? 0n, limit: 10 });
    expect(rest).toMatchObject({ entries: [{ repository: nameOf(2) }], next: undefined });
  });
});

describe('transactions of PostgreSQL that do not wait for one another', () => {
  /** Connections of other programs, which take none of the locks of this one. */
  const connect = async () => {
    const url = await createPostgresDatabase();
    const database: SqlDatabase = await openPostgresDatabase(url);
    onTestFinished(() => database.close());
    await migrate(database);
    const open = () => {
      const client = postgres(url, { max: 1, onnotice: () => undefined });
      onTestFinished(() => client.end());
      return client;
    };
    return { catalogue: createSqlCatalogue(database), open };
  };
  const write = (client: postgres.Sql, name: string) =>
    client.unsafe(`insert into made_changes (repository, action) values ('example.org/${name}', 'added')`);

  it('are in the order of their commits, and none is missed by whoever reads meanwhile', async () => {
    const { catalogue, open } = await connect();
    const [one, other] = [open(), open()];
    const seen: string[] = [];
    let last = 0n;
    const read = async (): Promise<void> => {
      await catalogue.changes.settle();
      for (const { number, repository } of await catalogue.changes.after(last, 10)) {
        last = number;
        seen.push(repository);
      }
    };
    await one.unsafe('begin');
    await write(one, 'early');
    await other.unsafe('begin');
    await write(other, 'late');
    await other.unsafe('commit');
    await read();
    expect(seen).toEqual(['example.org/late']);
    await one.unsafe('commit');
    await read();
    expect(seen).toEqual(['example.org/late', 'example.org/early']);
    const [late, early] = await catalogue.changes.after(0n, 10);
    expect(early?.at).toBeGreaterThanOrEqual(late?.at ?? 0n);
  });
});
