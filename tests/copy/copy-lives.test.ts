import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COPIED_TABLES } from '../../packages/server/src/adapters/sql/copy/copied-tables.ts';
import { openPostgresDatabase } from '../../packages/server/src/adapters/sql/engine/postgres/postgres-database.ts';
import { TABLES } from '../../packages/server/src/adapters/sql/migrations/tables.ts';
import { createSource, nameOfCopy, openCopy } from '../fixtures/open-copy.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const addLabel = (label: string): string => `insert into labels (label, number) values ('${label}', 1)`;
const readLabels = async ({ file }: Pick<Awaited<ReturnType<typeof openCopy>>, 'file'>) =>
  (await file.read((session) => session.all('select label from labels order by label'))).map(({ label }) => label);

describe('a copy of the database', () => {
  it('goes on where it stopped', async () => {
    const first = await openCopy();
    await first.sql.unsafe(addLabel('a'));
    expect(await first.follow()).toBe('anew');
    expect(await first.follow()).toBe('level');
    await first.sql.unsafe(addLabel('b'));
    const again = await openCopy(first);
    expect(await again.follow()).toBe('changed');
    expect(await readLabels(again)).toEqual(['a', 'b']);
  });

  it('is followed by several processes at once', async () => {
    const one = await openCopy();
    await one.follow();
    const other = await openCopy(one);
    for (const label of ['a', 'b', 'c', 'd']) {
      await one.sql.unsafe(addLabel(label));
      await Promise.all([one.follow(), other.follow()]);
    }
    expect(await other.follow()).toBe('level');
    expect(await readLabels(one)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is made anew of another database, with nothing of the first', async () => {
    const first = await openCopy();
    await first.sql.unsafe(addLabel('first'));
    await first.follow();
    const other = await openCopy({ url: await createSource(), folder: first.folder });
    await other.sql.unsafe(addLabel('other'));
    expect(await other.follow()).toBe('anew');
    expect(await readLabels(other)).toEqual(['other']);
  });

  it('is made anew if changes since were removed from the database', async () => {
    const copy = await openCopy();
    await copy.follow();
    await copy.sql.unsafe(addLabel('lost'));
    await copy.sql.unsafe('update changed_rows set at = 0');
    const database = await openPostgresDatabase(copy.url);
    await database.touches.tidy();
    await database.close();
    expect(await copy.sql.unsafe(`select name from changed_rows where name <> ''`)).toHaveLength(0);
    expect(await copy.follow()).toBe('anew');
    expect(await copy.follow()).toBe('level');
    expect(await readLabels(copy)).toEqual(['lost']);
  });

  it('is made anew where its file is damaged or of another version, which is removed', async () => {
    const folder = createTemporaryFolder();
    writeFileSync(join(folder, 'tables-7.sqlite'), 'of an earlier version');
    writeFileSync(nameOfCopy(folder), 'x'.repeat(10_000));
    const copy = await openCopy({ folder });
    expect(existsSync(join(folder, 'tables-7.sqlite'))).toBe(false);
    await copy.sql.unsafe(addLabel('a'));
    expect(await copy.follow()).toBe('anew');
    expect(await readLabels(copy)).toEqual(['a']);
  });

  it('is left as it is while the tables of the database are of another version', async () => {
    const copy = await openCopy();
    await copy.follow();
    await copy.sql.unsafe(addLabel('later'));
    await copy.sql.unsafe('insert into schema_version (version) values (9999)');
    expect(await copy.follow()).toBe('other-version');
    expect(await readLabels(copy)).toEqual([]);
  });

  it('is taken over whole or not at all', async () => {
    const copy = await openCopy();
    await copy.follow();
    await copy.sql.unsafe(addLabel('a'));
    await copy.file.transaction((session) => session.run('create unique index one on labels (number)'));
    await copy.sql.unsafe(addLabel('b'));
    await expect(copy.follow()).rejects.toThrow('UNIQUE');
    expect(await readLabels(copy)).toEqual([]);
    await copy.file.transaction((session) => session.run('drop index one'));
    expect(await copy.follow()).toBe('changed');
    expect(await readLabels(copy)).toEqual(['a', 'b']);
  });

  it.each([
    ['a row is missing', `delete from labels where label = 'l150'`],
    ['a row is too much', `insert into labels (label, number) values ('l1505', 1)`],
    ['a row is another', `update labels set number = 7 where label = 'l299'`],
    ['the last row is missing', `delete from labels where label = 'l999'`],
    ['a table is empty', 'delete from items'],
    ['a value is missing', 'update items set metadata = null'],
  ])('is compared with the database a few rows at a time, and made anew where %s', async (_, damage) => {
    const copy = await openCopy();
    await copy.sql.unsafe(`insert into labels (label, number) select 'l' || n, n from generate_series(100, 999) n`);
    await copy.sql.unsafe(`insert into items (repository, ibips, content, state, state_detail, file_name_encoding, file_list,
      created_at, updated_at, revision, metadata) values ('é', '', 'Data', 'original', '{}', 'utf-8', 'open', 1, 2, 3, '{"é":1}')`);
    const rounds = COPIED_TABLES.length + 10;
    await copy.follow();
    for (let step = 0; step < rounds; step += 1) expect(await copy.follow()).toBe('level');
    await copy.file.transaction((session) => session.run(damage));
    const outcomes = new Set<string>();
    for (let step = 0; step < 2 * rounds; step += 1) outcomes.add(await copy.follow());
    expect([...outcomes].toSorted()).toEqual(['level', 'repaired']);
    copy.expectEqual(await copy.dumpBoth());
  });

  it('has no table of keys, people, sessions or minting, and nothing that only writers need', async () => {
    const copy = await openCopy();
    await copy.sql.unsafe(`insert into noid_minters (name, definition, sequence, mints, held, queued, first_number,
      dated_number, latest_date, policy) values ('a', '{}', '{"secret":1}', 5, 0, 0, 0, 0, '', '')`);
    await copy.follow();
    const copied = COPIED_TABLES.map(({ name }) => name);
    for (const name of Object.keys(TABLES)) {
      const read = copy.file.read((session) => session.all(`select * from ${name} limit 1`));
      if (copied.includes(name) || name === 'schema_version') await read;
      else await expect(read).rejects.toThrow(`no such table: ${name}`);
    }
    for (const name of ['api_keys', 'people', 'person_sessions', 'node_facts', 'minting_state', 'grants', 'drafts']) {
      expect(copied).not.toContain(name);
    }
    const minters = await copy.file.read((session) => session.all('select sequence, mints from noid_minters'));
    expect(minters).toEqual([{ sequence: 'null', mints: 0n }]);
  });

  it('knows the primary key of each of its tables', async () => {
    const { sql } = await openCopy();
    for (const { name, key } of COPIED_TABLES) {
      const columns = await sql.unsafe(
        `select a.attname as name, a.atttypid = 20 as is_integer from pg_index i
           join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
         where i.indrelid = '${name}'::regclass and i.indisprimary`,
      );
      const found = columns.map((column) => ({ name: column['name'], isInteger: column['is_integer'] }));
      const byName = (one: { name: unknown }, other: { name: unknown }) =>
        String(one.name) < String(other.name) ? -1 : 1;
      expect([name, found.toSorted(byName)]).toEqual([name, key.toSorted(byName)]);
    }
  });
});
