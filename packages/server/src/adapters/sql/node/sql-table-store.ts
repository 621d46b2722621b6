import { type Refusal, type RefusalParameters, refuse } from '@perene/api/refusals';
import { MAX_LEASE_SECONDS } from '@perene/core/federation';
import type { FileLine } from '../../../ports/node/given-files.ts';
import type { TableStore } from '../../../ports/node/table-store.ts';
import { readMachineTime } from '../../system/machine-time.ts';
import { awaitLog } from '../catalogue/claims/awaited-log.ts';
import { INDEXED, INDEXED_ITEMS, indexRow } from '../catalogue/search/search-index.ts';
import type { SqlDatabase, SqlDialect, SqlRow, SqlSession, SqlValue } from '../engine/sql-database.ts';
import { checkRow, hasRows, readOne } from '../engine/typed-rows.ts';
import { keepNotedLeases } from '../members/noted-leases.ts';
import { MIGRATIONS, migrate } from '../migrations/migrations.ts';
import { TABLES } from '../migrations/tables.ts';
import { readTableLayouts, type TableLayout } from './table-layout.ts';

/** Few, because a row of the history may have megabytes. */
const ROWS_PER_STEP = 100;
/** SQLite takes 32,766 values in a statement. */
const MAX_VALUES_PER_STATEMENT = 10_000;
const MAX_CHARACTERS_PER_STATEMENT = 16 * 1_048_576;
const INTEGER = /^-?\d{1,19}$/;

export const createSqlTableStore = (database: SqlDatabase): TableStore => {
  const { dialect } = database;
  return {
    dump: ({ rows, files }) =>
      database.read(async (session) => {
        for (const table of await readTableLayouts(session, dialect)) {
          await rows(table.name, []);
          const query = `select * from ${quote(table.name)}`;
          await walkRows(session, { query, key: table.key }, (found) => rows(table.name, found.map(formatRow)));
        }
        const living = `select f.* from files f join items i on i.repository = f.repository where i.state <> 'deleted'`;
        await walkRows(session, { query: `select * from (${living}) living`, key: ['repository', 'path'] }, (found) =>
          files(found.map(heldFileOf)),
        );
        return readVersion(session);
      }),
    async prepare(schemaVersion) {
      if (schemaVersion > MIGRATIONS.length) {
        throw refuse('database-newer', { reason: 'backup', version: schemaVersion, known: MIGRATIONS.length });
      }
      const version = await database.read((session) => findVersion(session, dialect));
      if (version !== 0 && version !== schemaVersion) {
        throw notEmpty({ reason: 'version', version, known: schemaVersion });
      }
      await migrate(database, MIGRATIONS.slice(0, schemaVersion));
      await database.read((session) => refuseRows(session, dialect));
    },
    async load(tables, { notBefore, onRows }) {
      const isIndexed = await database.transaction(async (session) => {
        await refuseRows(session, dialect);
        const layouts = await readTableLayouts(session, dialect);
        const names = tables.map(({ name }) => name).toSorted();
        const expected = layouts.map(({ name }) => name).toSorted();
        if (names.join() !== expected.join()) throw damaged({ reason: 'tables', names: names.join(', ') });
        let loaded = 0;
        for (const layout of layouts) {
          const lines = tables.find(({ name }) => name === layout.name)?.lines();
          for await (const rows of gatherRows(layout, lines)) {
            await insertRows(session, layout, rows);
            loaded += rows.length;
            onRows?.(loaded);
          }
          if (dialect === 'postgres') await continueNumbers(session, layout);
        }
        await raiseLastDate(session, notBefore, expected.includes('given_dates'));
        // Items of an older backup can be indexed once its tables are up to date.
        const isCurrent = await hasTable(session, dialect, 'collection_members');
        if (isCurrent) await indexAll(session, dialect);
        return isCurrent;
      });
      await migrate(database);
      if (!isIndexed) await database.transaction((session) => indexAll(session, dialect));
      await bindRestored(database);
    },
  };
};

/**
 * A resolver may count on a lease that the Archive noted after the backup, and that is not known here. So the restored
 * Archive waits for the longest lease. Neither does it know what it signed after the backup.
 */
const bindRestored = async (database: SqlDatabase): Promise<void> => {
  const isJoined = await database.transaction(async (session) => {
    await session.run('delete from held_leases');
    const hasJoined = await hasRows(session, 'select resolver from joined_resolvers limit 1');
    if (hasJoined) await awaitLog(session);
    return hasJoined;
  });
  if (!isJoined) return;
  const leases = keepNotedLeases(database, readMachineTime);
  await leases.noteLease('', { id: 'restored', seconds: MAX_LEASE_SECONDS }, 'restored');
};

const quote = (name: string): string => `"${name}"`;

const notEmpty = (what: RefusalParameters['restore-not-empty']): Refusal => refuse('restore-not-empty', what);

const damaged = (what: RefusalParameters['backup-unusable']): Refusal => refuse('backup-unusable', what);

/** Page by page along the primary key, all in the state that the session sees. */
const walkRows = async (
  session: SqlSession,
  { query, key }: { readonly query: string; readonly key: readonly string[] },
  visit: (rows: readonly SqlRow[]) => Promise<void>,
): Promise<void> => {
  const columns = key.map(quote).join(', ');
  const after = `where (${columns}) > (${key.map(() => '?').join(', ')})`;
  let last: readonly SqlValue[] = [];
  for (;;) {
    const rows = await session.all(
      `${query} ${last.length === 0 ? '' : after} order by ${columns} limit ${ROWS_PER_STEP}`,
      last,
    );
    const end = rows.at(-1);
    if (end === undefined) return;
    await visit(rows);
    last = key.map((column) => end[column] ?? null);
  }
};

/** Integers are written as texts, because not all of them are exact numbers in JSON. */
const formatRow = (row: SqlRow): string =>
  JSON.stringify(row, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

const heldFileOf = (row: SqlRow) => {
  const { repository, path, bytes, sha256 } = checkRow(row, TABLES.files);
  return { repository, path, bytes: Number(bytes), sha256 };
};

const readVersion = async (session: SqlSession): Promise<number> => {
  const row = await readOne(
    session,
    { version: 'integer' },
    'select coalesce(max(version), 0) as version from schema_version',
  );
  return Number(row.version);
};

const hasTable = (session: SqlSession, dialect: SqlDialect, name: string): Promise<boolean> =>
  hasRows(
    session,
    dialect === 'sqlite'
      ? 'select 1 as one from sqlite_master where name = ?'
      : 'select 1 as one from information_schema.tables where table_schema = current_schema() and table_name = ?',
    [name],
  );

/** Returns the version of the schema; 0 if there are no tables. */
const findVersion = async (session: SqlSession, dialect: SqlDialect): Promise<number> =>
  (await hasTable(session, dialect, 'schema_version')) ? readVersion(session) : 0;

const refuseRows = async (session: SqlSession, dialect: SqlDialect): Promise<void> => {
  for (const { name } of await readTableLayouts(session, dialect)) {
    if (await hasRows(session, `select 1 as one from ${quote(name)} limit 1`))
      throw notEmpty({ reason: 'table', table: name });
  }
};

async function* gatherRows(
  layout: TableLayout,
  lines: AsyncIterable<FileLine> | undefined,
): AsyncGenerator<readonly (readonly SqlValue[])[]> {
  const most = Math.floor(MAX_VALUES_PER_STATEMENT / layout.columns.length);
  let rows: (readonly SqlValue[])[] = [];
  let characters = 0;
  for await (const line of lines ?? []) {
    rows.push(parseRow(layout, line));
    characters += line.text?.length ?? 0;
    if (rows.length < most && characters < MAX_CHARACTERS_PER_STATEMENT) continue;
    yield rows;
    rows = [];
    characters = 0;
  }
  if (rows.length > 0) yield rows;
}

const parseRow = ({ name, columns }: TableLayout, { number, text }: FileLine): readonly SqlValue[] => {
  const row = parseJson(text ?? '');
  if (row === null || Object.keys(row).length !== columns.length)
    throw damaged({ reason: 'row', table: name, line: number });
  return columns.map((column) => {
    const value = row[column.name];
    if (value === null) return null;
    if (typeof value !== 'string' || (column.isInteger && !INTEGER.test(value))) {
      throw damaged({ reason: 'value', table: name, line: number, column: column.name });
    }
    return column.isInteger ? BigInt(value) : value;
  });
};

/** Returns null for what is no JSON, or no object. */
const parseJson = (text: string): Readonly<Record<string, unknown>> | null => {
  try {
    const row: unknown = JSON.parse(text);
    return typeof row === 'object' ? (row as Readonly<Record<string, unknown>> | null) : null;
  } catch {
    return null;
  }
};

const insertRows = async (
  session: SqlSession,
  { name, columns }: TableLayout,
  rows: readonly (readonly SqlValue[])[],
): Promise<void> => {
  const row = `(${columns.map(() => '?').join(', ')})`;
  const names = columns.map((column) => quote(column.name)).join(', ');
  await session.run(`insert into ${quote(name)} (${names}) values ${rows.map(() => row).join(', ')}`, rows.flat());
};

/** Sets the counter of PostgreSQL, which does not follow loaded rows; SQLite goes on from the highest number. */
const continueNumbers = async (session: SqlSession, { name, columns }: TableLayout): Promise<void> => {
  for (const column of columns) {
    const asking = 'select pg_get_serial_sequence(?, ?) as sequence';
    const { sequence } = await readOne(session, { sequence: 'text?' }, asking, [quote(name), column.name]);
    if (sequence === null) continue;
    await session.all(
      `select setval(cast(cast(? as text) as regclass), max(${quote(column.name)})) from ${quote(name)}
       having max(${quote(column.name)}) is not null`,
      [sequence],
    );
  }
};

const GIVEN_UP_TO = 'select coalesce(max(last_date), -1) as end from given_dates where first_date <= ?';

/** Labels that were given after the backup are not known here, so none of their dates may be given again. */
const raiseLastDate = async (session: SqlSession, notBefore: bigint, hasGivenDates: boolean): Promise<void> => {
  // A backup of an earlier version has no records; its migration takes all dates up to the last one for given.
  if (hasGivenDates) {
    const { end } = await readOne(session, { end: 'integer' }, GIVEN_UP_TO, [notBefore]);
    if (end < notBefore) {
      await session.run('insert into given_dates (first_date, last_date) values (?, ?)', [end + 1n, notBefore]);
    }
  }
  await session.run(
    `insert into minting_state (id, last_date_microseconds) values (1, ?)
     on conflict (id) do update set last_date_microseconds = excluded.last_date_microseconds
     where minting_state.last_date_microseconds < excluded.last_date_microseconds`,
    [notBefore],
  );
};

const indexAll = async (session: SqlSession, dialect: SqlDialect): Promise<void> => {
  const query = `select * from (${INDEXED_ITEMS}) described`;
  await walkRows(session, { query, key: ['number'] }, async (rows) => {
    for (const row of rows) await indexRow(session, dialect, checkRow(row, INDEXED));
  });
};
