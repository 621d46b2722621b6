import type { SqlDatabase, SqlSession } from '../engine/sql-database.ts';
import { checkRow, type Row } from '../engine/typed-rows.ts';
import { MIGRATIONS } from '../migrations/migrations.ts';
import type { CopyCheck } from './check-rows.ts';
import { type CopyState, readState, writeState } from './copy-file.ts';
import { copyAll, copyChanged, HAS_BEGUN, readChangedKeys } from './copy-rows.ts';
import type { CopySource } from './copy-source.ts';

/** To take over more of them, one by one, takes longer than to copy everything anew. */
const MAX_KEYS = 500_000;
/** How often a position is written down though nothing has changed. */
const UNCHANGED_MS = 10_000;

/**
 * Where the database stands: the snapshot; which server, line of history and database it is; from which transaction on
 * changed rows are still noted.
 */
const STAND = `select pg_current_snapshot()::text as snapshot,
  (select system_identifier::text from pg_control_system()) || ' ' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)
    || ' ' || (select oid::text from pg_database where datname = current_database()) as source,
  (select coalesce(max(version), 0) from schema_version) as version,
  (select coalesce(max(writer) + 1, 0) from changed_rows where name = '' and ${HAS_BEGUN}) as since`;
const STANDING = { snapshot: 'text', source: 'text', version: 'integer', since: 'integer' } as const;

/** What one step came to. */
type Followed = 'level' | 'changed' | 'anew' | 'repaired' | 'other-version';

/**
 * Brings the copy to where the database is now. Several processes may do so: the position is in the copy, and changes in
 * the same transaction as the rows.
 */
export const followSource = async (
  source: CopySource,
  copy: SqlDatabase,
  { check, onContact }: { readonly check: CopyCheck; readonly onContact: (at: number) => void },
): Promise<{ readonly outcome: Followed; readonly asOf: number }> => {
  const asOf = Date.now();
  const before = await copy.read(readState);
  return source.read(STAND, async (session, [found]) => {
    onContact(Date.now());
    const stand = checkRow(found ?? {}, STANDING);
    const after = { source: stand.source, snapshot: stand.snapshot, asOf };
    // Another version of the program has changed the tables.
    if (Number(stand.version) !== MIGRATIONS.length) return { outcome: 'other-version', asOf };
    const takeAll = (into: SqlSession) => copyAll({ source: session, copy: into });
    /** What is there already is compared, a few rows each time. */
    const orRepaired = async (state: CopyState, outcome: Followed) => {
      const isEqual = await copy.read(async (into) => {
        const now = await readState(into);
        return now?.snapshot !== state.snapshot || check.isEqual({ source: session, copy: into });
      });
      const isRepaired = !isEqual && (await takeOver(copy, { before: state, after }, takeAll));
      return { outcome: isRepaired ? 'repaired' : outcome, asOf } as const;
    };
    const changed =
      before !== undefined && isContinued(before, stand)
        ? await readChangedKeys(session, before.snapshot, MAX_KEYS)
        : undefined;
    if (before !== undefined && changed?.size === 0 && asOf - before.asOf < UNCHANGED_MS) {
      return orRepaired(before, 'level');
    }
    const isTaken = await takeOver(copy, { before, after }, (into) =>
      changed === undefined ? takeAll(into) : copyChanged({ source: session, copy: into }, changed),
    );
    // Another process was faster: the next step goes on from there.
    if (!isTaken) return { outcome: 'changed', asOf: before?.asOf ?? 0 };
    return changed === undefined ? { outcome: 'anew', asOf } : orRepaired(after, 'changed');
  });
};

/** Whether all that changed since is still noted, by this very database. */
const isContinued = (before: CopyState, stand: Row<typeof STANDING>): boolean => {
  const [was, is] = [endsOf(before.snapshot), endsOf(stand.snapshot)];
  return before.source === stand.source && is.end >= was.end && was.begin >= stand.since;
};

/** Transactions below the beginning are over, and those from the end on had not begun. */
const endsOf = (snapshot: string): { readonly begin: bigint; readonly end: bigint } => {
  const [begin = '0', end = '0'] = snapshot.split(':');
  return { begin: BigInt(begin), end: BigInt(end) };
};

const takeOver = (
  copy: SqlDatabase,
  { before, after }: { readonly before: CopyState | undefined; readonly after: CopyState },
  work: (copy: SqlSession) => Promise<void>,
): Promise<boolean> =>
  copy.transaction(async (session) => {
    const now = await readState(session);
    if (now?.snapshot !== before?.snapshot || now?.source !== before?.source) return false;
    await work(session);
    await writeState(session, after);
    return true;
  });
