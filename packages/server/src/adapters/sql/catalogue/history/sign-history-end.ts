import { encodePaddedBase64, historyEndMessage } from '@perene/core/trust';
import { type ClaimSigner, HISTORY_END, type SignedHistoryEnd } from '../../../../ports/archive/claims.ts';
import type { SqlSession } from '../../engine/sql-database.ts';
import { readFirst } from '../../engine/typed-rows.ts';
import { TABLES } from '../../migrations/tables.ts';

/**
 * Signs how far the history has come, so that whoever cuts rows off its end, or makes all hashes anew, is noticed. An end
 * that the history does not have any more stays as it is: it is the evidence.
 */
export const signHistoryEnd = async (session: SqlSession, signer: ClaimSigner | undefined): Promise<void> => {
  if (signer === undefined) return;
  const last = 'select * from history_chain order by number desc limit 1';
  const row = await readFirst(session, TABLES.history_chain, last);
  if (row === undefined || !(await hasKeptEnd(session))) return;
  const end = { service: signer.service, number: String(row.number), hash: row.hash };
  const signature = encodePaddedBase64(signer.signBytes(historyEndMessage(end)));
  const signed: SignedHistoryEnd = { ...end, key: signer.key, signature };
  await session.run(
    'insert into node_facts (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
    [HISTORY_END, JSON.stringify(signed)],
  );
};

const hasKeptEnd = async (session: SqlSession): Promise<boolean> => {
  const query = 'select value from node_facts where name = ?';
  const kept = await readFirst(session, { value: 'text' }, query, [HISTORY_END]);
  if (kept === undefined) return true;
  const { number, hash } = JSON.parse(kept.value) as SignedHistoryEnd;
  const link = 'select * from history_chain where number = ?';
  return (await readFirst(session, TABLES.history_chain, link, [BigInt(number)]))?.hash === hash;
};
