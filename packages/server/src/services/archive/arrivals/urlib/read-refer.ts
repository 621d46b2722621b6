import { atLine } from '../arrival.ts';
import { pathOfRecord } from '../record-sources.ts';
import { gatherUrlibFields, MAX_VALUES_OF_RECORD, type UrlibRecord } from './urlib-record.ts';

/** Signs of refer that mean the same for every type. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ['0', 'referencetype'],
  ['2', 'metadatarepository'],
  ['3', 'targetfile'],
  ['4', 'repository'],
  ['8', 'date'],
  ['@', 'isbn'],
  ['A', 'author'],
  ['D', 'year'],
  ['K', 'keywords'],
  ['T', 'title'],
  ['U', 'url'],
  ['X', 'abstract'],
]);

/** Signs that mean something else for each type. */
const FIELDS_OF_TYPES: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  [
    'thesis',
    new Map([
      ['9', 'thesistype'],
      ['C', 'city'],
      ['E', 'committee'],
      ['I', 'university'],
      ['P', 'numberofpages'],
      ['Y', 'supervisor'],
    ]),
  ],
  [
    'conference proceedings',
    new Map([
      ['B', 'conferencename'],
      ['C', 'conferencelocation'],
      ['E', 'editor'],
      ['I', 'publisher'],
      ['J', 'publisheraddress'],
      ['P', 'pages'],
      ['S', 'booktitle'],
      ['V', 'volume'],
    ]),
  ],
  [
    'journal article',
    new Map([
      ['J', 'journal'],
      ['N', 'number'],
      ['P', 'pages'],
      ['V', 'volume'],
    ]),
  ],
  [
    'report',
    new Map([
      ['C', 'city'],
      ['I', 'institution'],
      ['P', 'numberofpages'],
    ]),
  ],
]);

/** As many characters as a value of metadata has here. */
const MAX_VALUE_LENGTH = 65_536;
const LINE = /^%(?:@([a-z][\w-]*)|([0-9A-Z@?!$&+<>()~^*]))(?:\s+(.*))?$/i;

interface Open {
  readonly line: number;
  readonly given: (readonly [string, string])[];
}

/**
 * Reads records in the format of refer: a sign and a value a line (`%T`, `%@language`), and blank lines between records.
 * Lines without a sign go on with the one before. Returns the number of the line that cannot be read.
 */
export const readRefer = (
  text: string,
  path: string,
): { readonly records: readonly UrlibRecord[] } | { readonly line: number } => {
  const opened: Open[] = [];
  let open: Open | undefined;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') {
      open = undefined;
      continue;
    }
    const [isField, name, sign, value = ''] = LINE.exec(line) ?? [];
    if (isField === undefined) {
      const last = open?.given.at(-1);
      const isWhole = last !== undefined && last[1].length <= MAX_VALUE_LENGTH;
      if (open === undefined || !isWhole || line.startsWith('%')) return { line: index + 1 };
      open.given[open.given.length - 1] = [last[0], `${last[1]}\n${line}`];
      continue;
    }
    if (open === undefined || sign === '0') {
      open = { line: index + 1, given: [] };
      opened.push(open);
    }
    if (open.given.length === MAX_VALUES_OF_RECORD) return { line: index + 1 };
    open.given.push([name ?? `%${sign}`, value]);
  }
  const records = opened.map(({ line, given }, index) => {
    const type =
      given
        .find(([name]) => name === '%0')?.[1]
        .trim()
        .toLowerCase() ?? '';
    const named = given.map(([name, value]) => [nameOf(name, type), value] as const);
    return {
      place: atLine(path, line),
      source: pathOfRecord(path, index),
      isXml: false,
      fields: gatherUrlibFields(named),
    };
  });
  return { records };
};

/** A sign that is not known here keeps itself as its name. */
const nameOf = (name: string, type: string): string => {
  const sign = name.startsWith('%') ? name.slice(1).toUpperCase() : undefined;
  if (sign === undefined) return name;
  return FIELDS.get(sign) ?? FIELDS_OF_TYPES.get(type)?.get(sign) ?? `refer-${sign}`;
};
