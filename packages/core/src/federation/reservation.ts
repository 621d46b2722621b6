import type { UrlList } from '../wire/url-list.ts';
import { parseTimestamp } from '../wire/values.ts';

/**
 * The pair by which an Archive says that a label is reserved for an item that it has not published. It is beyond RTC-11:
 * the answer has no URL, so that it satisfies no request.
 */
export const RESERVATION = 'reservation';

/** A label under which nothing is published; `ended` if nothing will ever be. */
export interface ReadReservation {
  readonly state: 'reserved' | 'ended';
  readonly since: string | undefined;
}

/** Returns undefined if the answer speaks of an item. */
export const readReservation = ({
  related,
  others,
}: Pick<UrlList, 'related' | 'others'>): ReadReservation | undefined => {
  const textOf = (name: string) => others.find((pair) => pair.name === name)?.value;
  const state = textOf(RESERVATION);
  if ((state !== 'reserved' && state !== 'ended') || related.size > 0) return undefined;
  const since = textOf(`${RESERVATION}.timestamp`);
  const time = typeof since === 'string' ? parseTimestamp(since) : undefined;
  return { state, since: time?.ok ? time.value : undefined };
};
