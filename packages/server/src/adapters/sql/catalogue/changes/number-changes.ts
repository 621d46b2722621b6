import type { MetadataValue } from '@perene/core/item';
import { kindOf } from '@perene/core/representation';
import type { Horizon } from '../../../../ports/archive/changes.ts';
import type { SqlDialect, SqlSession } from '../../engine/sql-database.ts';
import { type Row, readFirst, readOne, readRows } from '../../engine/typed-rows.ts';
import { TABLES } from '../../migrations/tables.ts';
import { FILE_CHECK_ACTIONS } from '../history/keep-history.ts';

const CHANGES_PER_STEP = 100;
/** In one transaction, which others wait for. */
const MAX_NUMBERED = 1_000;

/** All processes go by one clock. */
const NOW: Readonly<Record<SqlDialect, string>> = {
  sqlite: `select cast(unixepoch('subsec') * 1000000 as integer) as now`,
  postgres: 'select cast(extract(epoch from clock_timestamp()) * 1000000 as bigint) as now',
};

/**
 * Gives numbers to changes that are committed, until none is left or the transaction becomes long. A change whose
 * transaction still runs is not seen, and gets a later number; as only one transaction numbers at a time, and the next
 * one begins after its commit, readers of `changes` never see a number before all lower ones.
 */
export const numberChanges = async (session: SqlSession, dialect: SqlDialect): Promise<Horizon> => {
  const { now } = await readOne(session, { now: 'integer' }, NOW[dialect]);
  const query = 'select number, at from changes order by number desc limit 1';
  let last = (await readFirst(session, { number: 'integer', at: 'integer' }, query)) ?? { number: 0n, at: 0n };
  for (let numbered = 0; numbered < MAX_NUMBERED; numbered += CHANGES_PER_STEP) {
    const made = await readRows(
      session,
      TABLES.made_changes,
      `select * from made_changes order by number limit ${CHANGES_PER_STEP}`,
    );
    const changes = made.map(({ repository, action, at }) => {
      last = { number: last.number + 1n, at: latest(last.at, at !== null && at < now ? at : now) };
      return { ...last, repository, action };
    });
    if (changes.length > 0) {
      await move(session, made, changes);
      const noted = changes.filter(({ action }) => !FILE_CHECK_ACTIONS.includes(action));
      if (noted.length > 0) await noteRecords(session, dialect, noted);
    }
    if (made.length < CHANGES_PER_STEP) return { at: latest(last.at, now), isComplete: true };
  }
  return { at: last.at, isComplete: false };
};

const latest = (one: bigint, other: bigint): bigint => (one > other ? one : other);

type Numbered = Omit<Row<typeof TABLES.changes>, 'mark'>;

const move = async (
  session: SqlSession,
  made: readonly { readonly number: bigint }[],
  changes: readonly Numbered[],
): Promise<void> => {
  await session.run(
    `insert into changes (number, at, repository, action) values ${changes.map(() => '(?, ?, ?, ?)').join(', ')}`,
    changes.flatMap(({ number, at, repository, action }) => [number, at, repository, action]),
  );
  // One by one: a number between these may be that of a transaction that was committed meanwhile.
  await session.run(
    `delete from made_changes where number in (${placesFor(made)})`,
    made.map(({ number }) => number),
  );
};

const placesFor = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

const RECORDED = {
  repository: 'repository',
  described_by: 'text?',
  state: 'text',
  withdrawn_at: 'integer?',
  description: 'text',
  language: 'text?',
  types: 'text?',
} as const;

/** The types alone, because metadata may have a megabyte. */
const TYPES: Readonly<Record<SqlDialect, string>> = {
  sqlite: `json_extract(m.metadata, '$.type')`,
  postgres: `cast(m.metadata as json) ->> 'type'`,
};

const noteRecords = async (session: SqlSession, dialect: SqlDialect, changes: readonly Numbered[]): Promise<void> => {
  const lastOf = new Map<string, Numbered>(changes.map((change) => [change.repository, change]));
  const names = [...lastOf.keys()];
  const items = await readRows(
    session,
    RECORDED,
    // PostgreSQL would read all items for an "or" of both.
    `with touched as (
       select repository from items where repository in (${placesFor(names)})
       union select describes from items where repository in (${placesFor(names)}) and describes is not null)
     select i.repository, i.described_by, i.state, i.withdrawn_at, i.description, i.language, ${TYPES[dialect]} as types
     from touched join items i on i.repository = touched.repository
       left join items m on m.repository = i.described_by
     where i.content = 'Data'`,
    [...names, ...names],
  );
  const here = new Set<string>();
  const told: ToldRecord[] = [];
  for (const item of items) {
    const own = lastOf.get(item.repository);
    const described = lastOf.get(item.described_by ?? '');
    const change = own !== undefined && own.number > (described?.number ?? 0n) ? own : described;
    if (change === undefined) continue;
    here.add(item.repository);
    if (isTold(item)) told.push({ item, change });
    else await hideRecord(session, item.repository, change);
  }
  if (told.length > 0) await keepRecords(session, told);
  if (here.size > 0) await numberMembers(session, [...here]);
  const others = names.filter((name) => !here.has(name));
  if (others.length === 0) return;
  const left = `select repository from records where is_shown = 1 and repository in (${placesFor(others)})`;
  for (const { repository } of await readRows(session, { repository: 'text' }, left, others)) {
    const change = lastOf.get(repository);
    if (change !== undefined) await hideRecord(session, repository, change);
  }
};

/**
 * Copies are shown by the Archive of their original, and what is closed by nobody. Who has seen an item here before is
 * told that it is gone.
 */
const isTold = ({ state, description }: Pick<Row<typeof RECORDED>, 'state' | 'description'>): boolean =>
  state !== 'copy' && state !== 'receiving' && description === 'open';

type Place = Pick<Numbered, 'number' | 'at'>;

interface ToldRecord {
  readonly item: Row<typeof RECORDED>;
  readonly change: Place;
}

const keepRecords = (session: SqlSession, told: readonly ToldRecord[]): Promise<void> =>
  session.run(
    `insert into records (repository, number, at, is_shown, language, kind)
     values ${told.map(() => '(?, ?, ?, ?, ?, ?)').join(', ')}
     on conflict (repository) do update set number = excluded.number, at = excluded.at, is_shown = excluded.is_shown,
       language = excluded.language, kind = excluded.kind`,
    told.flatMap(({ item, change: { number, at } }) => [
      item.repository,
      number,
      at,
      item.state === 'deleted' || item.withdrawn_at !== null ? 0n : 1n,
      (item.language ?? '').replace(/-.*/s, '').toLowerCase(),
      kindOf(typesOf(item.types)),
    ]),
  );

/** Repeats the numbers of records beside the collections of their items. */
const numberMembers = (session: SqlSession, repositories: readonly string[]): Promise<void> =>
  session.run(
    `update collection_members set record = r.number from records r join items i on i.repository = r.repository
     where i.number = collection_members.item and r.repository in (${placesFor(repositories)})`,
    repositories,
  );

const typesOf = (text: string | null): readonly string[] =>
  text === null ? [] : (JSON.parse(text) as readonly MetadataValue[]).map(({ value }) => value);

const hideRecord = (session: SqlSession, repository: string, { number, at }: Place): Promise<void> =>
  session.run('update records set number = ?, at = ?, is_shown = 0 where repository = ? and is_shown = 1', [
    number,
    at,
    repository,
  ]);
