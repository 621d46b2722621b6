import { parseRepositoryName } from '@perene/core';
import type { ArrivingRecord } from '../arrival.ts';
import { isReadable, textOf, type UrlibRecord } from './urlib-record.ts';

/** `2017:04.09.14.30.33`, the label of the Archive, and who it was; more may follow. */
const UPDATE = /^(\d{4}):(\d\d)\.(\d\d)\.(\d\d)\.(\d\d)(?:\.(\d\d))?(?:\s+(\S+))?(?:\s+(\S+))?(?:\s+(\S.*))?$/s;
/** `2010-09-18 17:48:34 :: banon -> administrator ::`, and the next one. */
const HAND_OVER = /(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) ::/g;
const WHO = /^[^\s:]+/;
const MAX_WHO_LENGTH = 200;

interface Entry {
  readonly at: string;
  readonly who: string;
  readonly action: string;
  readonly detail: Readonly<Record<string, string>>;
}

/** When something was made, when it was changed, and by whom. */
export type UrlibTimes = Pick<ArrivingRecord, 'created' | 'updated' | 'history'>;

/** Times as lines of an import have them; all of URLib's are in UTC. */
const asTime = (text: string): string | undefined => {
  const milliseconds = Date.parse(text);
  return Number.isNaN(milliseconds) || !new Date(milliseconds).toISOString().startsWith(text.slice(0, -1))
    ? undefined
    : text;
};

/** The time in a label is when the label was given. */
const timeOfLabel = (label: string): string | undefined => {
  const name = parseRepositoryName(label);
  return name.ok ? `${new Date(name.value.date.seconds * 1_000).toISOString().slice(0, -'.000Z'.length)}Z` : undefined;
};

const readUpdate = (text: string): Entry | undefined => {
  if (!isReadable(text)) return undefined;
  const [isUpdate, year, month, day, hour, minute, second = '00', archive, who, said] = UPDATE.exec(text) ?? [];
  const at = isUpdate === undefined ? undefined : asTime(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (at === undefined) return undefined;
  const detail = { ...(archive && { archive }), ...(said && { said }) };
  return { at, who: (who ?? 'URLib').slice(0, MAX_WHO_LENGTH), action: 'update', detail };
};

/** Undefined if something of the text would be left over. */
const readHandOvers = (text: string): readonly Entry[] | undefined => {
  const found = [...text.matchAll(HAND_OVER)];
  const entries: Entry[] = [];
  for (const [index, { index: start, 0: head, 1: day, 2: time }] of found.entries()) {
    const at = asTime(`${day}T${time}Z`);
    const said = text.slice(start + head.length, found[index + 1]?.index).trim();
    if (at === undefined || !isReadable(said)) return undefined;
    const who = WHO.exec(said)?.[0] ?? 'URLib';
    entries.push({ at, who: who.slice(0, MAX_WHO_LENGTH), action: 'provenance', detail: { text: said } });
  }
  return text.slice(0, found[0]?.index).trim() === '' || text === '' ? entries : undefined;
};

/** Reads the past of the item or of its description; `used` are the fields of which nothing is left over. */
export const readUrlibTimes = (
  record: UrlibRecord,
  { label, update, history }: { readonly label: string; readonly update: string; readonly history?: string },
): { readonly times: UrlibTimes; readonly used: readonly string[] } => {
  const updated = readUpdate(textOf(record, update));
  const handOvers = history === undefined ? undefined : readHandOvers(textOf(record, history));
  const entries = [...(handOvers ?? []), ...(updated === undefined ? [] : [updated])].toSorted((one, other) =>
    one.at < other.at ? -1 : one.at > other.at ? 1 : 0,
  );
  const created = timeOfLabel(label);
  const isLater = updated !== undefined && (created === undefined || updated.at >= created);
  return {
    times: {
      ...(created !== undefined && { created }),
      ...(isLater && created !== undefined && { updated: updated.at }),
      ...(entries.length > 0 && { history: entries }),
    },
    used: [
      ...(updated === undefined ? [] : [update]),
      ...(history !== undefined && handOvers !== undefined ? [history] : []),
    ],
  };
};
