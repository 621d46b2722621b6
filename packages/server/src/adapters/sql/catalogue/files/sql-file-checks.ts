import type { RepositoryLabel } from '@perene/core';
import type { FileCheck, FileChecks, ItemFixity } from '../../../../ports/archive/file-checks.ts';
import type { Locks } from '../../engine/locks.ts';
import type { SqlDatabase, SqlSession, SqlValue, WritingSession } from '../../engine/sql-database.ts';
import { readFirst, readRows } from '../../engine/typed-rows.ts';
import { TABLES } from '../../migrations/tables.ts';
import { lockOfLabel } from '../catalogue-locks.ts';
import { fileOf } from '../catalogue-rows.ts';
import { keepHistory } from '../history/keep-history.ts';

/** Who is named in the history where the node itself found or healed something. */
const CHECKER = 'perene';

const HELD = `from files f join items i on i.repository = f.repository and i.state <> 'deleted'`;
/** A check of a file that was replaced since says nothing of the new one. */
const CHECKED = 'on c.repository = f.repository and c.path = f.path and c.sha256 = f.sha256';

export const createSqlFileChecks = (database: SqlDatabase): FileChecks => {
  const readFiles = async (query: string, values: readonly SqlValue[]) =>
    (await database.read((session) => readRows(session, TABLES.files, query, values))).map((row) => ({
      ...fileOf(row),
      repository: row.repository,
    }));
  return {
    filesAfter: ({ repository, path }, limit) =>
      readFiles(`select f.* ${HELD} where (f.repository, f.path) > (?, ?) order by f.repository, f.path limit ?`, [
        repository,
        path,
        BigInt(limit),
      ]),
    damaged: (limit) =>
      readFiles(
        `select f.* ${HELD} join file_checks c ${CHECKED} where c.finding <> '' order by f.repository, f.path limit ?`,
        [BigInt(limit)],
      ),
    note: (checks) =>
      database.transaction(async (session) => {
        const news: FileCheck[] = [];
        for (const check of checks) if (await noteOne(session, check)) news.push(check);
        return news;
      }, lockChecked(checks)),
  };
};

/** Files may be replaced, and items removed, at the same time. */
const lockChecked = (checks: readonly FileCheck[]): Locks => ({
  exclusive: checks.map(({ file }) => lockOfLabel(file.repository)),
  mayRepeat: true,
});

const noteOne = async (session: WritingSession, { file, at, damage, healedFrom }: FileCheck): Promise<boolean> => {
  const { repository, path, sha256 } = file;
  const found = await readFirst(
    session,
    { finding: 'text?' },
    `select c.finding ${HELD} left join file_checks c ${CHECKED} where f.repository = ? and f.path = ? and f.sha256 = ?`,
    [repository, path, sha256],
  );
  if (found === undefined) return false;
  const finding = damage ?? '';
  await session.run(
    `insert into file_checks (repository, path, sha256, checked_at, finding) values (?, ?, ?, ?, ?)
     on conflict (repository, path) do update set sha256 = excluded.sha256, checked_at = excluded.checked_at,
       finding = excluded.finding`,
    [repository, path, sha256, at, finding],
  );
  if ((found.finding ?? '') === finding && healedFrom === undefined) return false;
  const writing = { session, authorship: { who: CHECKER, at } };
  const detail = damage ? { path, damage } : { path, ...(healedFrom !== undefined && { from: healedFrom }) };
  keepHistory(writing, repository, damage ? 'damaged' : 'healed', detail);
  return true;
};

/** What is known of the files of an item. */
export const readFixity = async (session: SqlSession, repository: RepositoryLabel): Promise<ItemFixity> => {
  const rows = await readRows(
    session,
    { path: 'text', checked_at: 'integer?', finding: 'text?' },
    `select f.path, c.checked_at, c.finding from files f left join file_checks c ${CHECKED}
     where f.repository = ? order by f.path`,
    [repository],
  );
  const dates = rows.flatMap(({ checked_at: at }) => at ?? []);
  const isWhole = rows.length > 0 && dates.length === rows.length;
  return {
    checkedAt: isWhole ? dates.toSorted((one, other) => Number(one - other))[0] : undefined,
    damaged: rows.filter(({ finding }) => finding !== null && finding !== '').map(({ path }) => path),
  };
};

/** Whether the file is known to be damaged. */
export const isFileDamaged = async (
  session: SqlSession,
  { repository, path }: { readonly repository: RepositoryLabel; readonly path: string },
): Promise<boolean> =>
  (await readFirst(
    session,
    { finding: 'text' },
    `select c.finding from files f join file_checks c ${CHECKED}
     where f.repository = ? and f.path = ? and c.finding <> ''`,
    [repository, path],
  )) !== undefined;
