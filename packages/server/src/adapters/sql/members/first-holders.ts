import { createHash } from 'node:crypto';
import type { Label } from '@perene/core';
import type { FirstHolder, Members } from '../../../ports/federation/members.ts';
import type { SqlDatabase, SqlSession } from '../engine/sql-database.ts';
import { hasRows, readFirst, readOne } from '../engine/typed-rows.ts';
import { TABLES } from '../migrations/tables.ts';

/** After so many rows of one Archive they are counted again, because other processes add rows, too. */
const COUNTED_EVERY = 1_000;

/** Each Archive has its own bound, so that one that claims everything takes no room from others. */
export const keepFirstHolders = (
  database: SqlDatabase,
  { maxHeld }: { readonly maxHeld: number },
): Pick<Members, 'firstHolder' | 'keepFirstHolders'> => {
  const room = new Map<number, number>();

  const roomOf = async (session: SqlSession, archive: number): Promise<number> => {
    const known = room.get(archive) ?? 0;
    if (known > 0) return known;
    const { held } = await readOne(
      session,
      { held: 'integer' },
      'select count(*) as held from (select archive from first_holders where archive = ? limit ?) counted',
      [BigInt(archive), BigInt(maxHeld)],
    );
    return Math.min(maxHeld - Number(held), COUNTED_EVERY);
  };

  return {
    firstHolder: (name) =>
      database.read(async (session) => {
        const statement = 'select * from first_holders where name = ?';
        const row = await readFirst(session, TABLES.first_holders, statement, [hashOf(name)]);
        return row && holderOf(row);
      }),
    keepFirstHolders: (holders) =>
      database.transaction(
        async (session) => {
          for (const [name, { archive, item, instead }] of holders) {
            const left = await roomOf(session, archive);
            if (left === 0) continue;
            const isKept = await hasRows(
              session,
              `insert into first_holders (name, archive, item) values (?, ?, ?)
             on conflict (name) do update set archive = excluded.archive, item = excluded.item
               where first_holders.archive = ? returning archive`,
              [hashOf(name), BigInt(archive), item ?? '', BigInt(instead ?? NOBODY)],
            );
            room.set(archive, isKept ? left - 1 : left);
          }
        },
        { exclusive: ['first-holders'] },
      ),
  };
};

const NOBODY = -1;

/** Names may be long, and are never listed. */
const hashOf = (name: string): string => createHash('sha256').update(name).digest('base64url').slice(0, 22);

const holderOf = ({ archive, item }: { readonly archive: bigint; readonly item: string }): FirstHolder => ({
  archive: Number(archive),
  item: item === '' ? undefined : (item as Label),
});
