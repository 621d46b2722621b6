import type { ArrivingRecord } from '../arrival.ts';
import type { SafValue } from './saf-metadata.ts';

const TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z/;
const DAY = /^\d{4}-\d\d-\d\d/;
const EMBARGO = /embargo/i;
const UNKNOWN_TIME = '1970-01-01T00:00:00Z';

const isReal = (time: string): boolean => !Number.isNaN(Date.parse(time));

/** When the repository took the item in. */
export const timeOfArrival = (
  values: readonly SafValue[],
  { today }: { readonly today: string },
): Pick<ArrivingRecord, 'created'> => {
  const [created] = values
    .filter(({ name }) => name === 'dc.date.accessioned')
    .flatMap(({ text }) => TIME.exec(text) ?? [])
    .filter((time) => isReal(time) && time.slice(0, today.length) < today)
    .toSorted();
  return created === undefined ? {} : { created };
};

/** The day from which the files are open, if it has not come: an embargo by name, or a date of availability. */
export const embargoOf = (values: readonly SafValue[], today: string): string | undefined =>
  values
    .filter(({ name }) => name === 'dc.date.available' || EMBARGO.test(name))
    .flatMap(({ text }) => DAY.exec(text.trim())?.[0] ?? [])
    .filter((day) => day > today && isReal(day) && new Date(day).toISOString().startsWith(day))
    .toSorted()
    .at(-1);

/** What DSpace wrote down of its own work becomes the past of the item. */
export const tellHistory = (provenance: readonly SafValue[]): Pick<ArrivingRecord, 'history'> => {
  const history = provenance
    .map(({ text }) => {
      const time = TIME.exec(text)?.[0];
      const at = time !== undefined && isReal(time) ? time : UNKNOWN_TIME;
      return { at, who: 'DSpace', action: 'provenance', detail: { text } };
    })
    .toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  return history.length === 0 ? {} : { history };
};
