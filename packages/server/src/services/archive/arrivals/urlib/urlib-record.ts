/** More values than any description has. */
export const MAX_VALUES_OF_RECORD = 10_000;

/** What a URLib Archive says of one item: texts by the names of its fields, all in lower case. */
export interface UrlibRecord {
  /** The file, with the line where the record begins. */
  readonly place: string;
  /** The file and the number of the record in it. */
  readonly source: string;
  readonly isXml: boolean;
  readonly fields: ReadonlyMap<string, readonly string[]>;
}

/** Fields that have one value a line, or an element each. */
const LISTS: ReadonlySet<string> = new Set([
  'affiliation',
  'author',
  'committee',
  'cosupervisor',
  'e-mailaddress',
  'editor',
  'electronicmailaddress',
  'group',
  'orcid',
  'resumeid',
  'serieseditor',
  'supervisor',
  'translator',
]);

/** Fields of one text, however many elements there are. */
const SINGLES: ReadonlySet<string> = new Set([
  'abstract',
  'booktitle',
  'city',
  'conferencelocation',
  'conferencename',
  'institution',
  'journal',
  'keywords',
  'producer',
  'publisher',
  'title',
  'university',
]);

const WORD = /^\S*$/;

/**
 * URLib is written in Tcl, where a text is also a list of its words: for some fields its XML has an element a word. Such
 * words are put together again.
 */
const joinWords = (name: string, values: readonly string[]): readonly string[] => {
  if (values.length < 2 || LISTS.has(name)) return values;
  return SINGLES.has(name) || values.every((value) => WORD.test(value)) ? [values.join(' ')] : values;
};

/** Gathers the fields of a record; the places of empty values count, because lists go in step with one another. */
export const gatherUrlibFields = (given: Iterable<readonly [name: string, value: string]>): UrlibRecord['fields'] => {
  const fields = new Map<string, string[]>();
  for (const [name, value] of given) {
    const key = name.toLowerCase();
    const values = fields.get(key) ?? [];
    if (values.length === 0) fields.set(key, values);
    values.push(value.trim());
  }
  return new Map([...fields].map(([name, values]) => [name, joinWords(name, values)]));
};

/** Longer texts are kept as they are: nobody wrote lists, names or times of that length. */
const MAX_READ_LENGTH = 20_000;
export const isReadable = (text: string): boolean => text.length <= MAX_READ_LENGTH;

/** The first text of a field; empty if it has none. */
export const textOf = ({ fields }: UrlibRecord, name: string): string =>
  fields.get(name)?.find((value) => value !== '') ?? '';

/** By what the same record in another file is known. */
export const keyOfRecord = (record: UrlibRecord): string =>
  (textOf(record, 'metadatarepository') || textOf(record, 'repository')).toLowerCase();
