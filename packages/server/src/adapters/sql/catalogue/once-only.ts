import { refuse } from '@perene/api/refusals';
import type { KeyedRequest } from '../../../ports/archive/catalogue.ts';
import type { TransferRecord } from '../../../ports/archive/catalogue-records.ts';
import { hasRows } from '../engine/typed-rows.ts';
import type { Writing } from './history/keep-history.ts';

/** Keeps the request in the same transaction as its effect, so that it is carried out at most once. */
export const keepRequest = async (
  { session, authorship }: Writing,
  { key, fingerprint }: KeyedRequest,
  repository: string,
): Promise<void> => {
  const isNew = await hasRows(
    session,
    `insert into requests (key, fingerprint, repository, at) values (?, ?, ?, ?)
     on conflict (key) do nothing returning key`,
    [key, fingerprint, repository, authorship.at],
  );
  if (!isNew) throw refuse('request-repeated');
};

/** Keeps the outcome for ever: of two steps that exclude one another, the second is refused, in any process. */
export const keepTransfer = async (
  { session, authorship }: Writing,
  { id, repository, outcome, who, receipt }: TransferRecord,
): Promise<void> => {
  const isFirst = outcome === 'open' || repository === undefined;
  const isTaken = isFirst
    ? await hasRows(
        session,
        `insert into transfers (id, repository, outcome, at, who, receipt) values (?, ?, ?, ?, ?, ?)
         on conflict (id) do nothing returning id`,
        [id, repository ?? '', outcome, authorship.at, who ?? null, receipt ?? null],
      )
    : await hasRows(
        session,
        `update transfers set outcome = ?, at = ? where id = ? and repository = ? and outcome = 'open' returning id`,
        [outcome, authorship.at, id, repository],
      );
  if (!isTaken) throw refuse('item-changed', { reason: 'transfer', transfer: id });
};
