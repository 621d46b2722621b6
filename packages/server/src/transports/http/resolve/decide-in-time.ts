import { type Refusal, refuse } from '@perene/api/refusals';
import type { Ibi } from '@perene/core';
import { readPersistentUrl } from '@perene/core/reading';
import { allowCopy } from '../../../memory/copy-use.ts';
import type { ResolutionRequest } from '../../../services/resolver/asking/outcome/resolution.ts';
import { chooseMemento, linksInTime, type Memento, parseDatetime } from '../negotiation/memento.ts';
import { type Decided, type Deciding, decide } from './decide.ts';

/** Returns the editions of an item of this node, the earliest first; undefined if the item is not here. */
export type FindEdition = (label: Ibi) => Promise<readonly Memento[] | undefined>;

/** Whether a target may ask for the last edition. Every redirect begins here, so it is only looked at. */
export const mayAskForLast = (target: string): boolean => target.includes('!');

/**
 * Leads to the edition that was the last one at that time (RFC 7089): to its own persistent URL, which stays the same.
 * What asks for more than the last edition, or for an item that is not here, is led on as without a time.
 */
export const decideInTime = async (
  deciding: Deciding & { readonly findEdition: FindEdition; readonly publicUrl: string; readonly resolverUrl: string },
  asked: ResolutionRequest,
  datetime: string,
): Promise<Decided | { readonly refusal: Refusal }> => {
  const reading = readPersistentUrl(asked.target);
  const url = reading.ok ? reading.value.url : undefined;
  const isOfLast = url?.filePath === undefined && url?.verbs.length === 1 && url.verbs[0]?.kind === 'lastEdition';
  if (url === undefined || !isOfLast) return decide(deciding, asked);
  const time = parseDatetime(datetime);
  if (time === undefined) {
    return { refusal: refuse('request-invalid', { reason: 'no-datetime', text: datetime.slice(0, 100) }) };
  }
  const { text: label } = url.ibi;
  const editions = await allowCopy(() => deciding.findEdition(url.ibi));
  const chosen = editions && chooseMemento(editions, time);
  if (editions === undefined || chosen === undefined) return decide(deciding, asked);
  // The persistent URL of the edition is counted when it is followed.
  const decided = await decide(deciding, { ...asked, isCounted: false });
  const { resolution } = decided;
  if (resolution.kind !== 'found') return decided;
  const original = `${deciding.resolverUrl}/${label}!`;
  const timeMap = `${deciding.publicUrl}/items/${label}/editions-timemap`;
  return {
    ...decided,
    forward: chosen.url,
    link: linksInTime({ original, timeGate: original, timeMap, mementos: editions }),
  };
};
