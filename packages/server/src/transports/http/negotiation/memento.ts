/** A state of something at a time (RFC 7089), with an address of its own. */
export interface Memento {
  readonly url: string;
  /** Milliseconds since 1970, in whole seconds. */
  readonly at: number;
}

/** What has mementos, the earliest first. */
export interface Timed {
  readonly original: string;
  readonly timeGate: string;
  readonly timeMap: string;
  readonly mementos: readonly Memento[];
}

export const TIME_MAP_TYPE = 'application/link-format';
const MEMENTOS_A_PAGE = 500;

/** RFC 7089 section 2.1.1: a date as HTTP writes dates, and in no other form. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Returns milliseconds since 1970; undefined if the text is no date of HTTP. */
export const parseDatetime = (text: string): number | undefined => {
  const time = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) || new Date(time).toUTCString() !== text ? undefined : time;
};

export const formatDatetime = (at: number): string => new Date(at).toUTCString();

/** Returns the state at that time: the last one before, or the first if there was none yet. Without a time, the last. */
export const chooseMemento = (mementos: readonly Memento[], time?: number): Memento | undefined =>
  (time === undefined ? mementos.at(-1) : mementos.findLast(({ at }) => at <= time)) ?? mementos[0];

/** Writes the links of RFC 7089 section 2.2 that lead from the original, its TimeGate or a memento to the others. */
export const linksInTime = ({ original, timeGate, timeMap, mementos }: Timed): string => {
  const [first, last] = [mementos[0], mementos.at(-1)];
  const ends = [
    ...(first === undefined ? [] : [mementoLink(first, first === last ? 'first last' : 'first')]),
    ...(last === undefined || first === last ? [] : [mementoLink(last, 'last')]),
  ];
  return [
    `<${original}>; rel="original"`,
    `<${timeGate}>; rel="timegate"`,
    `<${timeMap}>; rel="timemap"; type="${TIME_MAP_TYPE}"`,
    ...ends,
  ].join(', ');
};

const mementoLink = ({ url, at }: Memento, place = ''): string =>
  `<${url}>; rel="${place === '' ? '' : `${place} `}memento"; datetime="${formatDatetime(at)}"`;

/** Writes one page of a TimeMap (RFC 7089 section 5), each with the addresses of the pages around it. */
export const writeTimeMap = ({ original, timeGate, timeMap, mementos }: Timed, page: number): string => {
  const pages = Math.max(1, Math.ceil(mementos.length / MEMENTOS_A_PAGE));
  const place = Math.min(Math.max(page, 1), pages);
  const shown = mementos.slice((place - 1) * MEMENTOS_A_PAGE, place * MEMENTOS_A_PAGE);
  const [first, last] = [mementos[0], mementos.at(-1)];
  const period = (mementosOf: readonly Memento[]): string => {
    const [from, until] = [mementosOf[0], mementosOf.at(-1)];
    if (from === undefined || until === undefined) return '';
    return `; from="${formatDatetime(from.at)}"; until="${formatDatetime(until.at)}"`;
  };
  const pageLink = (number: number, rel: string, more = ''): string =>
    `<${timeMap}?page=${number}>; rel="${rel}"; type="${TIME_MAP_TYPE}"${more}`;
  const lines = [
    `<${original}>; rel="original"`,
    `<${timeGate}>; rel="timegate"`,
    `<${timeMap}${pages > 1 ? `?page=${place}` : ''}>; rel="self"; type="${TIME_MAP_TYPE}"${period(shown)}`,
    ...(place > 1 ? [pageLink(place - 1, 'prev timemap')] : []),
    ...(place < pages ? [pageLink(place + 1, 'next timemap')] : []),
    ...shown.map((memento) =>
      mementoLink(memento, [memento === first && 'first', memento === last && 'last'].filter(Boolean).join(' ')),
    ),
  ];
  return `${lines.join(',\n')}\n`;
};
