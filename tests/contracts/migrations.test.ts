import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { createSqlCatalogue } from '../../packages/server/src/adapters/sql/catalogue/sql-catalogue.ts';
import type { SqlDatabase } from '../../packages/server/src/adapters/sql/engine/sql-database.ts';
import { openSqliteDatabase } from '../../packages/server/src/adapters/sql/engine/sqlite/sqlite-database.ts';
import { MIGRATIONS, migrate } from '../../packages/server/src/adapters/sql/migrations/migrations.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { repositoryLabel } from '../fixtures/labels.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const readVersions = async (database: SqlDatabase): Promise<readonly bigint[]> => {
  const rows = await database.read((session) => session.all('select version from schema_version order by version'));
  return rows.map(({ version }) => BigInt(version ?? -1n));
};

/** For each version: data that its program may have left, and what the newest version must have of it. */
const PUBLISHED = [
  {
    version: 1,
    data: 'insert into minting_state (id, last_date_microseconds) values (1, 1794798226530000)',
    kept: {
      statement: 'select last_date_microseconds as last from minting_state',
      rows: [{ last: 1_794_798_226_530_000n }],
    },
  },
  {
    version: 2,
    data: `insert into items (repository, ibips, content, state, state_detail, file_name_encoding, file_list, created_at,
      updated_at, revision) values ('example.org/a/2026/01.01.00.00', '', 'Data', 'original', '{}', 'utf-8', 'open', 1, 2, 3)`,
    kept: {
      statement: 'select repository, revision from items',
      rows: [{ repository: 'example.org/a/2026/01.01.00.00', revision: 3n }],
    },
  },
  {
    version: 3,
    data: `insert into noid_minters (name, definition, sequence, mints, held, queued, first_number, dated_number,
      latest_date, policy) values ('thesis', '{}', '{}', 4, 3, 2, 1, 1, '0', 'for ever')`,
    kept: {
      statement: 'select name, mints, policy from noid_minters',
      rows: [{ name: 'thesis', mints: 4n, policy: 'for ever' }],
    },
  },
  {
    version: 4,
    data: `insert into archive_members (service, number, state, key_hash, address, is_confirmed, requested_at, changed_at,
      revision) values ('example.org/a/2026/01.01.00.00', 0, 'included', 'hash', 'a.example.org', 1, 1, 2, 3)`,
    kept: {
      statement: 'select service, number, state, revision from archive_members',
      rows: [{ service: 'example.org/a/2026/01.01.00.00', number: 0n, state: 'included', revision: 3n }],
    },
  },
  {
    version: 5,
    data: `insert into label_changes (label, kind, held, mark) values ('LK47B6W/362SFKH', 'added', 1, 77)`,
    kept: {
      statement: 'select label, kind, held, mark from label_changes',
      rows: [{ label: 'LK47B6W/362SFKH', kind: 'added', held: 1n, mark: 77n }],
    },
  },
  {
    version: 6,
    data: `insert into history (repository, at, who, action, detail) values ('example.org/a', 1, 'Ana', 'added', '{}')`,
    kept: {
      statement: 'select repository, at, who from history',
      rows: [{ repository: 'example.org/a', at: 1n, who: 'Ana' }],
    },
  },
  {
    version: 7,
    data: `insert into archive_members (service, number, state, key_hash, is_confirmed, requested_at, changed_at, away_since,
      revision) values ('example.org/a/2026/01.01.00.00', 0, 'excluded', 'hash', 0, 1, 4, 3, 3)`,
    kept: { statement: 'select state, away_since from archive_members', rows: [{ state: 'excluded', away_since: 3n }] },
  },
  {
    version: 8,
    data: `insert into pinned_services (service, repository) values ('LK47B6W/362SFKH', 'example.org/a/2026/01.01.00.00')`,
    kept: { statement: 'select service from pinned_services', rows: [{ service: 'LK47B6W/362SFKH' }] },
  },
  {
    version: 9,
    data: `insert into awaiting_links (repository, batch, line, links) values ('example.org/a', 'b', 3, '{}')`,
    kept: {
      statement: 'select repository, batch, line from awaiting_links',
      rows: [{ repository: 'example.org/a', batch: 'b', line: 3n }],
    },
  },
  {
    version: 10,
    data: `insert into item_links (item, kind, label, language, origin, archive, who, at)
      values ('example.org/a', 'translation', 'example.org/b', 'pt', 'deposit', '', 'Ana', 1)`,
    kept: {
      statement: 'select item, kind, label, language, who from item_links',
      rows: [{ item: 'example.org/a', kind: 'translation', label: 'example.org/b', language: 'pt', who: 'Ana' }],
    },
  },
  {
    version: 11,
    data: `insert into held_leases (resolver, id, term, seconds, announced, noted_wall)
      values ('http://resolver.example.org', 'a', 't', 30, 7, 1)`,
    kept: { statement: 'select id, term, announced from held_leases', rows: [{ id: 'a', term: 't', announced: 7n }] },
  },
  {
    version: 12,
    data: `insert into items (repository, ibips, aliases, content, state, state_detail, file_name_encoding, file_list,
      created_at, updated_at, revision) values ('example.org/a/2026/01.01.00.00', '', 'doi:10.1/a', 'Data', 'original',
      '{}', 'utf-8', 'open', 1, 2, 3)`,
    kept: { statement: 'select aliases from items', rows: [{ aliases: 'doi:10.1/a' }] },
  },
  {
    version: 13,
    data: `insert into labels (label, number) values ('example.org/a', 1)`,
    kept: { statement: 'select label, number from labels', rows: [{ label: 'example.org/a', number: 1n }] },
  },
  {
    version: 14,
    data: `insert into transfers (id, repository, outcome, at, who, receipt) values ('t', 'example.org/a', 'open', 1, 'w', 'r')`,
    kept: { statement: 'select who, receipt from transfers', rows: [{ who: 'w', receipt: 'r' }] },
  },
  {
    version: 15,
    data: `insert into claims (repository, place, kind, hash, statement) values ('example.org/a', 1, 'claim', 'h', 's')`,
    kept: {
      statement: 'select repository, place, kind from claims',
      rows: [{ repository: 'example.org/a', place: 1n, kind: 'claim' }],
    },
  },
  {
    version: 16,
    data: `insert into log_entries (number, leaf, hash) values (0, 'ibi-log-v1', 'sha256:0')`,
    kept: { statement: 'select number, leaf from log_entries', rows: [{ number: 0n, leaf: 'ibi-log-v1' }] },
  },
  {
    version: 17,
    data: `insert into proposals (direction, kind, of_label, item_label, state, language, title, archive, address, note, who, at, changed_at, asked_at, stamp) values ('in', 'edition', 'a', 'b', 'open', '', '', '', '', '', '', 1, 1, 1, '7')`,
    kept: { statement: 'select of_label, stamp from proposals', rows: [{ of_label: 'a', stamp: '7' }] },
  },
  {
    version: 18,
    data: `insert into file_checks (repository, path, sha256, checked_at, finding) values ('example.org/a/2026/11.17.09.20', 'a.txt', 'ab', 5, 'changed')`,
    kept: { statement: 'select path, finding from file_checks', rows: [{ path: 'a.txt', finding: 'changed' }] },
  },
  {
    version: 19,
    data: `insert into history_chain (number, hash) values (1, 'of the first row')`,
    kept: { statement: 'select number, hash from history_chain', rows: [{ number: 1n, hash: 'of the first row' }] },
  },
  {
    version: 20,
    data: `insert into archive_members (service, state, key_hash, is_confirmed, requested_at, changed_at, confirmed_address, confirmed_ips) values ('a/b/2026/11.17.09.20', 'included', '', 1, 1, 1, 'b.a', '192.0.2.1')`,
    kept: { statement: 'select confirmed_ips from archive_members', rows: [{ confirmed_ips: '192.0.2.1' }] },
  },
  {
    version: 21,
    data: `insert into witnessed_logs (resolver, log_key, head, at, doubt) values ('http://a.example.org', 'k', 'h', 1, '{}')`,
    kept: { statement: 'select head, doubt from witnessed_logs', rows: [{ head: 'h', doubt: '{}' }] },
  },
  {
    version: 22,
    data: `insert into changes (number, at, repository, action, mark) values (1, 2, 'example.org/a', 'added', 77)`,
    kept: { statement: 'select number, at, mark from changes', rows: [{ number: 1n, at: 2n, mark: 77n }] },
  },
  {
    version: 23,
    data: `insert into first_holders (name, archive, item) values ('hash', 7, 'example.org/a/2026/01.01.00.00')`,
    kept: { statement: 'select name, archive from first_holders', rows: [{ name: 'hash', archive: 7n }] },
  },
  {
    version: 24,
    data: `insert into file_checksums (sha256, crc32) values ('ab', 4294967295)`,
    kept: { statement: 'select sha256, crc32 from file_checksums', rows: [{ sha256: 'ab', crc32: 4_294_967_295n }] },
  },
  {
    version: 25,
    data: `insert into brought_records (repository, history, claims) values ('example.org/a', '[]', '["c"]')`,
    kept: {
      statement: 'select claims, settled_at from brought_records',
      rows: [{ claims: '["c"]', settled_at: null }],
    },
  },
  {
    version: 26,
    data: `insert into citing_items (repository, citing, follows, last_day) values ('example.org/a', 'example.org/b', 2, '2026-11-18')`,
    kept: { statement: 'select citing, follows from citing_items', rows: [{ citing: 'example.org/b', follows: 2n }] },
  },
  {
    version: 27,
    data: `insert into search_index_people (number, person, name) values (7, 'lima·ana', 'Lima, Ana')`,
    kept: { statement: 'select name from search_index_people', rows: [{ name: 'Lima, Ana' }] },
  },
  {
    version: 28,
    data: `insert into people (id, name, email, role, state, stamp, created_at) values ('p1', 'Ana', 'ana@example.org', 'reader', 'active', 1, 5)`,
    kept: { statement: 'select name, email from people', rows: [{ name: 'Ana', email: 'ana@example.org' }] },
  },
  {
    version: 29,
    data: `insert into noid_past (minter, id, element, value, encoding, at, who) values (1, '12345/x', '_t', 'https://a.org/', 'text', 5, 'ana')`,
    kept: { statement: 'select id, value from noid_past', rows: [{ id: '12345/x', value: 'https://a.org/' }] },
  },
  {
    version: 30,
    data: `insert into collection_names (name, collection) values ('maps', 7)`,
    kept: { statement: 'select name, collection from collection_names', rows: [{ name: 'maps', collection: 7n }] },
  },
  {
    version: 31,
    data: `insert into items (repository, ibips, content, state, state_detail, file_name_encoding, file_list, created_at,
      updated_at, revision, opens, embargo) values ('a', '', 'Data', 'original', '{}', 'utf-8', 'open', 1, 2, 3, 'page', '2027-01-31')`,
    kept: { statement: 'select opens, embargo from items', rows: [{ opens: 'page', embargo: '2027-01-31' }] },
  },
  {
    version: 32,
    data: `insert into reservations (repository, ibip, draft, state, reserved_at) values ('a', null, 'd1', 'ended', 5)`,
    kept: { statement: 'select repository, state from reservations', rows: [{ repository: 'a', state: 'ended' }] },
  },
  {
    version: 33,
    data: `insert into saved_filters (owner, name, query, saved_at) values ('p1', 'Theses', 'type=thesis', 5)`,
    kept: { statement: 'select name, query from saved_filters', rows: [{ name: 'Theses', query: 'type=thesis' }] },
  },
  {
    version: 34,
    data: `insert into saved_filters (owner, name, query, saved_at) values ('p1', 'Maps', 'type=map', 5)`,
    kept: { statement: 'select name, query from saved_filters', rows: [{ name: 'Maps', query: 'type=map' }] },
  },
  {
    version: 35,
    data: `insert into doi_registrations (doi, kind, subject, wanted, wish, done, state, attempts, due_at, claimed_until, changed_at)
      values ('10.5072/x', 'item', 'example.org/a', 'findable', 1, 0, 'none', 0, 0, 0, 0)`,
    kept: { statement: 'select doi, wish from doi_registrations', rows: [{ doi: '10.5072/x', wish: 1n }] },
  },
  {
    version: 36,
    data: `insert into saved_filters (owner, name, query, saved_at) values ('p1', 'Dark', 'state=withdrawn', 5)`,
    kept: { statement: 'select name, query from saved_filters', rows: [{ name: 'Dark', query: 'state=withdrawn' }] },
  },
  {
    version: 37,
    data: `insert into name_batches (id, minter, who, change, created_at) values ('a', 'theses', 'ana', '{}', 5)`,
    kept: { statement: 'select id, minter from name_batches', rows: [{ id: 'a', minter: 'theses' }] },
  },
  {
    version: 38,
    data: `insert into saved_filters (owner, name, query, saved_at) values ('p1', 'Late', 'state=removed', 5)`,
    kept: { statement: `select query from saved_filters where name = 'Late'`, rows: [{ query: 'state=removed' }] },
  },
];

it('every version of the schema is tried', () => {
  expect(PUBLISHED.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, index) => index + 1));
});

describe.each(DATABASES)('migrations of $name', ({ createData, openEmpty }) => {
  it('run once each, whoever opens the data and however often', async () => {
    const open = await createData();
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        const database = await open();
        await migrate(database);
        await database.close();
      }),
    );
    expect(await readVersions(await open())).toEqual(MIGRATIONS.map((_, index) => BigInt(index + 1)));
  });

  it('lead from every older version to the newest, keeping the data', async () => {
    const database = await openEmpty();
    await migrate(database, [['create table a (value bigint)', 'insert into a (value) values (7)']]);
    await migrate(database, [['create table a (value bigint)'], ['alter table a add column other bigint']]);
    expect(await database.transaction((session) => session.all('select value, other from a'))).toEqual([
      { value: 7n, other: null },
    ]);
    expect(await readVersions(database)).toEqual([1n, 2n]);
  });

  it.each(PUBLISHED)('lead from version $version to the newest, keeping its data', async ({ version, data, kept }) => {
    const database = await openEmpty();
    await migrate(database, MIGRATIONS.slice(0, version));
    await database.transaction((session) => session.run(data));
    await migrate(database);
    expect(await database.read((session) => session.all(kept.statement))).toEqual(kept.rows);
    expect(await readVersions(database)).toHaveLength(MIGRATIONS.length);
  });

  it('keep every link of before, end chains at what is held elsewhere, and let copies speak for themselves', async () => {
    const database = await openEmpty();
    await migrate(database, MIGRATIONS.slice(0, 6));
    const addItem = (name: string, state: string) =>
      `insert into items (repository, ibips, content, state, state_detail, file_name_encoding, file_list, created_at,
         updated_at, revision) values ('${name}', '', 'Data', '${state}', '{"of":"http://b.example.org"}', 'utf-8', 'open', 1, 2, 3)`;
    await database.transaction(async (session) => {
      for (const name of ['e1', 'e2', 'e4', 'pt']) await session.run(addItem(name, 'original'));
      await session.run(addItem('copy', 'copy'));
      // e3 is held elsewhere, and nobody told its language.
      await session.run(`insert into editions (label, chain, place) values ('e1', 'e1', -1), ('e2', 'e1', 0),
        ('e3', 'e1', 1), ('e4', 'e1', 2), ('copy', 'e1', 3), ('e6', 'e1', 4)`);
      await session.run(`insert into translations (label, family, language) values ('pt', 'pt', 'pt'), ('e3', 'pt', ''),
        ('copy', 'pt', 'en')`);
    });
    await migrate(database);
    const catalogue = createSqlCatalogue(database);
    const labels = async (related: Promise<readonly { readonly label: string }[]>) =>
      (await related).map(({ label }) => label);
    expect(await labels(catalogue.editions(repositoryLabel('e1')))).toEqual(['e1', 'e2', 'e3']);
    expect(await catalogue.lastEdition(repositoryLabel('e1'))).toMatchObject({
      here: { repository: 'e2' },
      elsewhere: 'e3',
    });
    expect(await labels(catalogue.editions(repositoryLabel('e4')))).toEqual(['e3', 'e4', 'copy']);
    expect(await labels(catalogue.editions(repositoryLabel('copy')))).toEqual(['e4', 'copy', 'e6']);
    expect(await catalogue.translations(repositoryLabel('pt'))).toMatchObject([
      { label: 'e3', language: undefined },
      { label: 'copy', language: 'en' },
      { label: 'pt', language: 'pt' },
    ]);
    expect(
      (await catalogue.links(repositoryLabel('copy'))).map(({ kind, label, origin }) => [kind, label, origin]),
    ).toEqual([
      ['editionOf', 'e4', 'copy'],
      ['nextEdition', 'e6', 'copy'],
      ['translation', 'pt', 'copy'],
      ['translation', 'e3', 'copy'],
    ]);
    expect(await catalogue.links(repositoryLabel('pt'))).toMatchObject([
      { kind: 'translation', label: 'copy', language: 'en', origin: 'before', at: undefined },
      { kind: 'translation', label: 'e3', language: undefined, holding: 'elsewhere' },
    ]);
  });

  it('undo a step that fails half-way', async () => {
    const database = await openEmpty();
    await expect(migrate(database, [['create table a (value bigint)', 'create nonsense']])).rejects.toMatchObject({
      code: 'database-failed',
      message: expect.stringContaining('nonsense'),
    });
    await migrate(database, [['create table a (value bigint)']]);
    expect(await readVersions(database)).toEqual([1n]);
  });

  it('refuse data of a newer program', async () => {
    const database = await openEmpty();
    await migrate(database, [...MIGRATIONS, ['create table of_the_future (value bigint)']]);
    await expect(migrate(database)).rejects.toMatchObject({
      code: 'database-newer',
      message: expect.stringContaining('use a newer perene'),
    });
  });
});

describe('the data folder', () => {
  it('is readable by its owner only', async () => {
    const folder = join(createTemporaryFolder(), 'data');
    await openSqliteDatabase(join(folder, 'perene.sqlite')).close();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'perene.sqlite')).mode & 0o777).toBe(0o600);
  });

  it('is durable at every commit', async () => {
    const database = openSqliteDatabase(join(createTemporaryFolder(), 'perene.sqlite'));
    const pragma = (name: string) => database.transaction((session) => session.all(`select * from pragma_${name}`));
    expect(await pragma('synchronous')).toEqual([{ synchronous: 2n }]);
    expect(await pragma('journal_mode')).toEqual([{ journal_mode: 'wal' }]);
    expect(await pragma('fullfsync')).toEqual([{ fullfsync: 1n }]);
    expect(await pragma('checkpoint_fullfsync')).toEqual([{ checkpoint_fullfsync: 1n }]);
    await database.close();
  });

  it('is refused in one line when it fails later', async () => {
    const path = join(createTemporaryFolder(), 'perene.sqlite');
    const database = openSqliteDatabase(path);
    await expect(database.transaction((session) => session.run('select * from nowhere'))).rejects.toMatchObject({
      code: 'database-failed',
      message: expect.stringContaining(`cannot use ${path}: no such table: nowhere`),
    });
    await database.close();
  });

  it('says so when another process holds it', async () => {
    const path = join(createTemporaryFolder(), 'perene.sqlite');
    const holder = new Sqlite(path);
    holder.exec('begin exclusive');
    expect(() => openSqliteDatabase(path)).toThrow(/has been locked by another process for 10 s/);
    holder.close();
  });

  it('is refused clearly where it cannot be one', () => {
    const folder = createTemporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    expect(() => openSqliteDatabase(join(folder, 'file', 'perene.sqlite'))).toThrow(/^cannot open /);
    mkdirSync(join(folder, 'perene.sqlite'));
    expect(() => openSqliteDatabase(join(folder, 'perene.sqlite'))).toThrow(/cannot open/);
    writeFileSync(
      join(folder, 'text.sqlite'),
      'this is no database, but text that is long enough to be read as one'.repeat(20),
    );
    chmodSync(join(folder, 'text.sqlite'), 0o600);
    expect(() => openSqliteDatabase(join(folder, 'text.sqlite'))).toThrow(/cannot open .*not a database/);
  });
});
