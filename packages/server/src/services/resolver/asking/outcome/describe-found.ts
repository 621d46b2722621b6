import { type Acknowledgment, formatPersistentTarget, type RelatedItem } from '@perene/core';
import type { TolerantReading } from '@perene/core/reading';
import type { ArchiveAddress } from '../../../../ports/federation/messenger.ts';
import type { HeardList } from '../ask-archives.ts';
import type { Found, ResolutionRequest, Silent } from './resolution.ts';

/** What was found, and for which request. */
export interface Finding {
  readonly heard: HeardList;
  readonly item: RelatedItem & { readonly url: string };
  readonly request: ResolutionRequest;
  readonly reading: TolerantReading;
  /** The label asked for. */
  readonly ibi: string;
  readonly isByLanguage: boolean;
  readonly isLasting: boolean;
  readonly isSecondHand: boolean;
  readonly isPastUnknown: boolean;
  /** Whether its Archive is known to run Perene. */
  readonly isOurs: boolean;
  readonly silent: readonly Silent[];
  /** The resolver's own address with its port. */
  readonly persistentAddress: string;
}

/** Only Archives of ours send these pairs (decision 32). */
const SIGNED = 'claim.';

export const knownArchive = ({ archive: { address, service } }: HeardList): ArchiveAddress => ({ address, service });

export const describeFound = (finding: Finding): Found => {
  const { heard, item, request, reading, ibi, isByLanguage, isLasting, isSecondHand, isPastUnknown, isOurs, silent } =
    finding;
  const citedAs = item.ibi?.ibip ?? item.ibi?.repository;
  return {
    kind: 'found',
    url: withQuery(item.url, reading.url.passThrough),
    ibi,
    ...(citedAs && { citedAs: citedAs.text }),
    archive: knownArchive(heard),
    state: item.state === 'Deleted' ? undefined : item.state,
    isByLanguage,
    acknowledgment: request.isCounted ? acknowledgmentOf(finding) : undefined,
    isLasting,
    ...(isSecondHand && { isSecondHand }),
    ...(isPastUnknown && { isPastUnknown }),
    changes: reading.changes,
    silent,
    // An original that is being handed over is not signed meanwhile.
    negotiates: isOurs || heard.list.others.some(({ name }) => name.startsWith(SIGNED)),
    ...(heard.judgement?.copy !== undefined && { copy: heard.judgement.copy }),
  };
};

/** RTC-11 Table 8.11; an Archive that gave no key gets no acknowledgment. */
const acknowledgmentOf = ({
  heard,
  item,
  request,
  reading,
  persistentAddress,
}: Finding): Acknowledgment | undefined => {
  const urlKey = heard.list.urlKey;
  if (urlKey === undefined) return undefined;
  return {
    subject: 'acknowledgment',
    clientAddresses: request.clientAddresses,
    contentType: item.contentType ?? 'Data',
    ibi: item.ibi,
    state: item.state === 'Deleted' ? undefined : item.state,
    url: item.url,
    // The resolver never tells Archives that the original was required (decision 22).
    persistentUrl: persistentAddress + formatPersistentTarget({ ...reading.url, requiredItemStatus: undefined }),
    urlKey,
  };
};

/** RFC 3986 appendix A: no URL has these signs, but browsers send them in queries. */
const NOT_IN_URLS = /["<>\\^`{|}]/g;

/** Pairs of the query that are not for the resolver belong to the item. */
const withQuery = (url: string, given: string): string => {
  if (given === '') return url;
  const passThrough = given.replaceAll(NOT_IN_URLS, encodeURIComponent);
  const fragment = url.indexOf('#');
  const end = fragment < 0 ? url.length : fragment;
  const mark = url.slice(0, end).includes('?') ? '&' : '?';
  return `${url.slice(0, end)}${mark}${passThrough}${url.slice(end)}`;
};
