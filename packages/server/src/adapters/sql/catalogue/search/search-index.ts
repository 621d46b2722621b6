import { dateFromMicroseconds, formatTime } from '@perene/core';
import { INDEX_VERSION, indexItem } from '@perene/core/search';
import type { SqlDialect, SqlSession, SqlValue } from '../../engine/sql-database.ts';
import { hasRows, type Row, readOne, readRows } from '../../engine/typed-rows.ts';
import { metadataOf } from '../catalogue-rows.ts';

/** Selects what the terms of an item are made of; a condition on `i`, the item, must follow. */
export const INDEXED_ITEMS = `select i.number, i.repository, i.ibips, i.language, i.description, i.created_at, m.metadata,
    case when i.withdrawn_at is not null and i.state = 'original' then 'withdrawn' else i.state end as state, i.owner, case when m.updated_at > i.updated_at then m.updated_at else i.updated_at end as changed_at
  from items i join items m on m.repository = i.described_by where i.content = 'Data'`;

export const INDEXED = {
  number: 'integer',
  repository: 'text',
  ibips: 'text',
  language: 'text?',
  description: 'text',
  created_at: 'integer',
  metadata: 'text?',
  state: 'text',
  owner: 'text?',
  changed_at: 'integer',
} as const;

const FACTS = [
  ...['number', 'version', 'is_open', 'type', 'year', 'language', 'licence', 'title'],
  ...['state', 'owner', 'changed_at', 'bytes'],
];

/** An item is found by its labels, its aliases and its metadata. */
export const indexRow = async (session: SqlSession, dialect: SqlDialect, row: Row<typeof INDEXED>): Promise<void> => {
  const { number, repository, ibips, language, description, metadata, created_at: createdAt } = row;
  // Read from the labels, because older backups have no column for aliases.
  const query = `select label from labels where number = ? and label like 'alias %'`;
  const aliases = await readRows(session, { label: 'text' }, query, [number]);
  const members = 'select collection from collection_members where item = ? order by collection';
  const collections = await readRows(session, { collection: 'integer' }, members, [number]);
  const { terms, facts, people, texts } = indexItem({
    names: [repository, ibips, ...aliases.map(({ label }) => label.slice('alias '.length))],
    metadata: metadataOf(metadata) ?? {},
    language: language ?? undefined,
    yearOfDeposit: formatTime(dateFromMicroseconds(createdAt)).slice(0, 4),
    collections: collections.map(({ collection }) => String(collection)),
  });
  const known = 'select number from search_index_facts where number = ?';
  if (await hasRows(session, known, [number])) await unindexItem(session, dialect, number);
  await session.run(
    dialect === 'sqlite'
      ? 'insert into search_index (rowid, words) values (?, ?)'
      : `insert into search_index (number, words) values (?, array_to_tsvector(string_to_array(cast(? as text), ' ')))`,
    [number, terms.join(' ')],
  );
  const isOpen = description === 'closed' || row.state === 'withdrawn' ? 0n : 1n;
  const { type, year, language: spoken, licence, title } = facts;
  const size = 'select cast(coalesce(sum(bytes), 0) as bigint) as bytes from files where repository = ?';
  const { bytes } = await readOne(session, { bytes: 'integer' }, size, [repository]);
  const { state, owner, changed_at: changedAt } = row;
  await insertRows(session, `search_index_facts (${FACTS.join(', ')})`, [
    [number, BigInt(INDEX_VERSION), isOpen, type, year, spoken, licence, title, state, owner ?? '', changedAt, bytes],
  ]);
  await insertRows(
    session,
    'search_index_people (number, person, name)',
    people.map(({ person, name }) => [number, person, name]),
  );
  await insertRows(
    session,
    'search_index_texts (number, field, words)',
    texts.map(({ field, words }) => [number, field, words]),
  );
};

const insertRows = async (
  session: SqlSession,
  table: string,
  rows: readonly (readonly SqlValue[])[],
): Promise<void> => {
  if (rows.length === 0) return;
  const marks = rows.map((row) => `(${row.map(() => '?').join(', ')})`).join(', ');
  await session.run(`insert into ${table} values ${marks}`, rows.flat());
};

export const indexRepository = async (session: SqlSession, dialect: SqlDialect, repository: string): Promise<void> => {
  for (const row of await readRows(session, INDEXED, `${INDEXED_ITEMS} and i.repository = ?`, [repository])) {
    await indexRow(session, dialect, row);
  }
};

export const unindexItem = async (session: SqlSession, dialect: SqlDialect, number: bigint): Promise<void> => {
  await session.run(`delete from search_index where ${dialect === 'sqlite' ? 'rowid' : 'number'} = ?`, [number]);
  for (const table of ['facts', 'people', 'texts']) {
    await session.run(`delete from search_index_${table} where number = ?`, [number]);
  }
};
