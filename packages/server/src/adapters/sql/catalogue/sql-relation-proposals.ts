import { parseSaid } from '@perene/api/refusals';
import type {
  Proposal,
  ProposalKey,
  ProposalState,
  RelationProposals,
} from '../../../ports/archive/relation-proposals.ts';
import type { SqlDatabase, SqlValue } from '../engine/sql-database.ts';
import { type Row, readOne, readRows } from '../engine/typed-rows.ts';
import { TABLES } from '../migrations/tables.ts';

const PROPOSALS = { exclusive: ['proposals'] };
const BY_KEY = 'direction = ? and kind = ? and of_label = ? and item_label = ?';
const keyValues = ({ direction, kind, of, item }: ProposalKey): readonly SqlValue[] => [direction, kind, of, item];

export const createSqlRelationProposals = (database: SqlDatabase): RelationProposals => {
  const read = async (condition: string, values: readonly SqlValue[]): Promise<readonly Proposal[]> =>
    (
      await database.read((session) =>
        readRows(session, TABLES.proposals, `select * from proposals where ${condition}`, values),
      )
    ).map(proposalOf);
  return {
    find: async (key) => (await read(BY_KEY, keyValues(key)))[0],
    get: async (number) => (await read('number = ?', [number]))[0],
    async save(record) {
      const row = await database.transaction(
        (session) =>
          readOne(
            session,
            TABLES.proposals,
            `insert into proposals (direction, kind, of_label, item_label, state, language, title, archive, address, note,
             who, at, changed_at, asked_at, stamp) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
           on conflict (direction, kind, of_label, item_label) do update set state = excluded.state,
             language = excluded.language, title = excluded.title, archive = excluded.archive,
             address = excluded.address, note = excluded.note, who = excluded.who, at = excluded.at,
             changed_at = excluded.changed_at, asked_at = excluded.asked_at, stamp = excluded.stamp returning *`,
            [
              ...keyValues(record),
              record.state,
              record.language ?? '',
              record.title ?? '',
              record.archive ?? '',
              record.address ?? '',
              record.note === undefined ? '' : JSON.stringify(record.note),
              record.who ?? '',
              record.at,
              record.changedAt,
              record.askedAt,
              record.stamp ?? '',
            ],
          ),
        PROPOSALS,
      );
      return proposalOf(row);
    },
    list({ direction, label, before, limit }) {
      const conditions: string[] = ['1 = 1'];
      const values: SqlValue[] = [];
      const add = (condition: string, ...more: readonly SqlValue[]): void => {
        conditions.push(condition);
        values.push(...more);
      };
      if (direction !== undefined) add('direction = ?', direction);
      if (label !== undefined) add('(of_label = ? or item_label = ?)', label, label);
      if (before !== undefined) add('number < ?', before);
      return read(`${conditions.join(' and ')} order by number desc limit ?`, [...values, BigInt(limit)]);
    },
    async countOpen(direction, archive) {
      const { open } = await database.read((session) =>
        readOne(
          session,
          { open: 'integer' },
          `select count(*) as open from proposals where direction = ? and state = 'open' ${archive === undefined ? '' : 'and archive = ?'}`,
          [direction, ...(archive === undefined ? [] : [archive])],
        ),
      );
      return Number(open);
    },
    listUnasked: (before, limit) =>
      read(`direction = 'out' and state = 'open' and asked_at < ? order by asked_at limit ?`, [before, BigInt(limit)]),
    expire: (before, now) =>
      database.transaction(
        (session) =>
          session.run(`update proposals set state = 'expired', changed_at = ? where state = 'open' and at < ?`, [
            now,
            before,
          ]),
        PROPOSALS,
      ),
    remove: (key) =>
      database.transaction(
        (session) => session.run(`delete from proposals where ${BY_KEY}`, keyValues(key)),
        PROPOSALS,
      ),
  };
};

const proposalOf = (row: Row<typeof TABLES.proposals>): Proposal => ({
  number: row.number,
  direction: row.direction === 'in' ? 'in' : 'out',
  kind: row.kind === 'edition' ? 'edition' : 'translation',
  of: row.of_label,
  item: row.item_label,
  state: row.state as ProposalState,
  language: row.language || undefined,
  title: row.title || undefined,
  archive: row.archive || undefined,
  address: row.address || undefined,
  note: row.note === '' ? undefined : parseSaid(row.note),
  who: row.who || undefined,
  at: row.at,
  changedAt: row.changed_at,
  askedAt: row.asked_at,
  stamp: row.stamp || undefined,
});
