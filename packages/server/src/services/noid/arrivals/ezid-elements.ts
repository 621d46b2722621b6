import { parseTarget } from '@perene/core/ark';
import { TARGET_ELEMENT } from '../ezid/read-changes.ts';
import { REASON_ELEMENT, STATE_ELEMENT, STATE_WORDS } from '../names/name-state.ts';
import { OWNER } from '../names/register-name.ts';
import type { ArrivingName } from './arriving-name.ts';

const UNAVAILABLE = /^unavailable(?:$|\s*\|(.*))/s;
const PROFILE = /^[a-z0-9]+(?:[-_.][a-z0-9]+)*$/i;
const MAX_PROFILE_LENGTH = 32;
/** Where EZID leads readers if nobody said where. */
const OWN_PAGE = /^https?:\/\/(?:ezid\.(?:cdlib\.org|lib\.purdue\.edu)|n2t\.net\/ezid)\/id\/(.+)$/i;
const ID = '_id';

/** Seconds since 1970, or a time of ISO 8601 where the download was asked for with `convertTimestamps`. */
const readSeconds = (text: string): number | undefined => {
  if (/^\d{1,11}$/.test(text)) return Number(text);
  const milliseconds = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(milliseconds) ? undefined : Math.floor(milliseconds / 1_000);
};

/** Reads a record of EZID as elements of a name. What has no meaning here keeps its name after `ezid.`. */
export const readEzidRecord = (line: number, text: string, pairs: ReadonlyMap<string, string>): ArrivingName => {
  const elements = new Map<string, string>();
  const keep = (label: string, value: string): void => {
    elements.set(label.startsWith('_') || label.startsWith(':') ? `ezid.${label.slice(1)}` : label, value);
  };
  for (const [label, value] of pairs) {
    if (value === '' || label === ID) continue;
    const read = READERS[label];
    const bound = read === undefined ? undefined : read(value, text);
    if (bound === undefined) keep(label, value);
    else for (const [element, own] of bound) elements.set(element, own);
  }
  const created = readSeconds(pairs.get('_created') ?? '');
  return { kind: 'ark', line, text, created, elements };
};

/** Elements for a value; undefined if it does not fit. */
type Read = (value: string, id: string) => readonly (readonly [element: string, value: string])[] | undefined;

const readTime =
  (element: string): Read =>
  (value) => {
    const seconds = readSeconds(value);
    return seconds === undefined ? undefined : [[element, String(seconds)]];
  };

const READERS: Readonly<Record<string, Read>> = {
  __proto__: null as never,
  _owner: (value) => [[OWNER, value]],
  _created: readTime('_created'),
  _updated: readTime('_updated'),
  _export: (value) => (value === 'yes' ? [] : value === 'no' ? [['_export', value]] : undefined),
  _profile: (value) => (PROFILE.test(value) && value.length <= MAX_PROFILE_LENGTH ? [['_profile', value]] : undefined),
  _target(value, id) {
    if (OWN_PAGE.exec(value)?.[1]?.toLowerCase() === id.toLowerCase()) return [];
    return parseTarget(value).ok ? [[TARGET_ELEMENT, value]] : undefined;
  },
  _status(value) {
    const [isWithdrawn, reason = ''] = UNAVAILABLE.exec(value) ?? [];
    if (isWithdrawn !== undefined) {
      const said = reason.trim();
      return [[STATE_ELEMENT, STATE_WORDS.withdrawn], ...(said === '' ? [] : [[REASON_ELEMENT, said] as const])];
    }
    return value === STATE_WORDS.public || value === STATE_WORDS.reserved ? [[STATE_ELEMENT, value]] : undefined;
  },
};
