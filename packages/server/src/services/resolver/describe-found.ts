import { type Acknowledgment, formatPersistentTarget, type RelatedItem, type TolerantReading } from '@perene/core';
import type { Heard } from './ask-archives.ts';
import type { Found, KnownArchive, ResolutionRequest } from './resolution.ts';

/** What was found, and on whose behalf. */
export interface Finding {
  readonly heard: Heard;
  readonly item: RelatedItem & { readonly url: string };
  readonly request: ResolutionRequest;
  readonly reading: TolerantReading;
  /** The label asked for. */
  readonly ibi: string;
  readonly isByLanguage: boolean;
  readonly isLasting: boolean;
  /** The resolver's own address with its port. */
  readonly persistentAddress: string;
}

export const knownArchive = ({ archive: { address, service } }: Heard): KnownArchive => ({ address, service });

export const describeFound = (finding: Finding): Found => {
  const { heard, item, request, reading, ibi, isByLanguage, isLasting } = finding;
  return {
    kind: 'found',
    url: withQuery(item.url, reading.url.passThrough),
    ibi,
    archive: knownArchive(heard),
    state: item.state === 'Deleted' ? undefined : item.state,
    isByLanguage,
    acknowledgment: request.isCounted ? acknowledgmentOf(finding) : undefined,
    isLasting,
    changes: reading.changes,
  };
};

/** RTC-11 Table 8.11; an Archive that gave no key wants none. */
const acknowledgmentOf = ({
  heard,
  item,
  request,
  reading,
  persistentAddress,
}: Finding): Acknowledgment | undefined => {
  const urlKey = heard.list?.urlKey;
  if (urlKey === undefined) return undefined;
  return {
    subject: 'acknowledgment',
    clientAddresses: request.clientAddresses,
    contentType: item.contentType ?? 'Data',
    ibi: item.ibi,
    state: item.state === 'Deleted' ? undefined : item.state,
    url: item.url,
    persistentUrl: persistentAddress + formatPersistentTarget(reading.url),
    urlKey,
  };
};

/** What the resolver does not understand of the query is the item's own. */
const withQuery = (url: string, passThrough: string): string => {
  if (passThrough === '') return url;
  const fragment = url.indexOf('#');
  const end = fragment < 0 ? url.length : fragment;
  const mark = url.slice(0, end).includes('?') ? '&' : '?';
  return `${url.slice(0, end)}${mark}${passThrough}${url.slice(end)}`;
};
