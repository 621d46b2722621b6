import type { Metadata } from '@perene/core/item';
import { type FieldGathering, type GivenValue, gatherFields } from '../gather-fields.ts';
import { knownDegree } from '../known-degrees.ts';
import { knownLanguage } from '../known-languages.ts';
import { addPeople } from './urlib-people.ts';
import { isReadable, textOf, type UrlibRecord } from './urlib-record.ts';

type Wanted = readonly (readonly [name: string, value: GivenValue])[];
type Mapped = readonly [field: string, qualifiers?: Readonly<Record<string, string>>];

/** Fields of URLib that are fields of ours; others keep their names. */
const FIELDS: ReadonlyMap<string, Mapped> = new Map<string, Mapped>([
  ['alternatetitle', ['alternative', { type: 'AlternativeTitle' }]],
  ['shorttitle', ['alternative', { type: 'AlternativeTitle' }]],
  ['englishtitle', ['alternative', { type: 'TranslatedTitle', language: 'en' }]],
  ['referencetype', ['type']],
  ['publisher', ['publisher']],
  ['university', ['publisher']],
  ['institution', ['publisher']],
  ['format', ['format']],
  ['typeofmedium', ['format']],
  ['note', ['description']],
  ['notes', ['description']],
  ['copyright', ['rights']],
  ['sponsor', ['funding']],
  ['nexthigherunit', ['relation', { type: 'IsPartOf' }]],
  ['nextlowerunit', ['relation', { type: 'HasPart' }]],
  ['reportnumber', ['identifier', { scheme: 'REPORTNUMBER' }]],
  ['secondarykey', ['identifier', { scheme: 'REPORTNUMBER' }]],
  ['isbn', ['identifier', { scheme: 'ISBN' }]],
  ['issn', ['identifier', { scheme: 'ISSN' }]],
  ['doi', ['identifier', { scheme: 'DOI' }]],
  ['callnumber', ['identifier', { scheme: 'CALLNUMBER' }]],
]);
/** What an item is a part of, and where in it. */
const CONTAINERS = ['journal', 'booktitle', 'conferencename'];
const PARTS: readonly (readonly [qualifier: string, name: string])[] = [
  ['volume', 'volume'],
  ['issue', 'number'],
  ['pages', 'pages'],
];
/** Fields that name several units in one text. */
const UNITS = ['nexthigherunit', 'nextlowerunit'];
const DEGREE = /\(\s*([^()]*?)\s+(?:em|in|en)\s+([^()]+?)\s*\)/i;
const SUMMARY = /^\s*(?:ABSTRACT|RESUMO|RESUMEN)\s*:\s*/;
const NEXT_SUMMARY = /\s(?=(?:ABSTRACT|RESUMO|RESUMEN)\s*:)/;
const SUMMARY_LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/^\s*ABSTRACT/, 'en'],
  [/^\s*RESUMO/, 'pt'],
  [/^\s*RESUMEN/, 'es'],
];

/** Gathers all fields but those that `used` names, of which the item says as much in another way. */
export const describeUrlib = (
  record: UrlibRecord,
  used: readonly string[],
): { readonly fields: Metadata; readonly language: string | undefined } => {
  const gathering = gatherFields();
  const language = knownLanguage(textOf(record, 'language'));
  const done = new Set(used);
  const add = (name: string, value: string, wanted: Wanted = []): void =>
    gathering.add(wanted, [`urlib.${name}`, { value }]);

  const title = textOf(record, 'title');
  add('title', title, [
    ['title', { value: title, language }],
    ['alternative', { value: title, language }],
  ]);
  done.add('title');
  for (const name of addPeople(gathering, record)) done.add(name);
  for (const name of addContainer(record, add, gathering)) done.add(name);
  for (const name of addDates(record, add, gathering)) done.add(name);
  addDegree(record, add);
  for (const [name, values] of record.fields) {
    if (done.has(name)) continue;
    for (const value of values.filter((text) => text !== '')) {
      if (name === 'keywords' && isReadable(value)) addKeywords(value, add);
      else if (name === 'abstract') addSummaries(value, language, add);
      else if (name === 'language') add(name, value, [['language', { value: knownLanguage(value) ?? value }]]);
      else if (name !== 'thesistype') {
        for (const text of UNITS.includes(name) && isReadable(value) ? value.split(/\s+/) : [value])
          add(name, text, wantedOf(name, text));
      }
    }
  }
  return { fields: gathering.fields, language };
};

type Add = (name: string, value: string, wanted?: Wanted) => void;

const wantedOf = (name: string, value: string): Wanted => {
  const [field, qualifiers = {}] = FIELDS.get(name) ?? [];
  return field === undefined ? [] : [[field, { value, ...qualifiers }]];
};

/** Keywords are one text, with commas, semicolons or points at their ends. */
const addKeywords = (text: string, add: Add): void => {
  for (const word of text.split(/[,;]|\.(?=\s|$)/)) add('keywords', word.trim(), [['subject', { value: word.trim() }]]);
};

/** One text may have the summaries in several languages, each with a word for it. */
const addSummaries = (text: string, language: string | undefined, add: Add): void => {
  for (const part of text.split(NEXT_SUMMARY)) {
    const own = SUMMARY_LANGUAGES.find(([pattern]) => SUMMARY.test(part) && pattern.test(part))?.[1];
    const value = part.replace(SUMMARY, '');
    const given = { value, language: own ?? language };
    add('abstract', value, [
      ['abstract', given],
      ['description', given],
    ]);
  }
};

const addContainer = (record: UrlibRecord, add: Add, { fields }: FieldGathering): readonly string[] => {
  const name = CONTAINERS.find((one) => textOf(record, one) !== '');
  if (name === undefined) return [];
  const value = textOf(record, name);
  const parts = PARTS.filter(([, part]) => textOf(record, part) !== '');
  const said = Object.fromEntries(parts.map(([qualifier, part]) => [qualifier, textOf(record, part)]));
  add(name, value, [['container', { ...said, value }]]);
  return [name, ...(fields['container'] === undefined ? [] : parts.map(([, part]) => part))];
};

/** The year is told by a date that begins with it. */
const addDates = (record: UrlibRecord, add: Add, { fields }: FieldGathering): readonly string[] => {
  const [date, year] = [textOf(record, 'date'), textOf(record, 'year')];
  add('date', date, [['date', { value: date, type: 'Issued' }]]);
  const isTold = fields['date'] !== undefined && date.startsWith(year);
  if (!isTold) add('year', year, [['date', { value: year, type: 'Issued' }]]);
  return ['date', 'year'];
};

/** `Dissertação (Mestrado em Sensoriamento Remoto)` */
const addDegree = (record: UrlibRecord, add: Add): void => {
  const value = textOf(record, 'thesistype');
  const [, , discipline] = (isReadable(value) && DEGREE.exec(value)) || [];
  const grantor = textOf(record, 'university') || textOf(record, 'institution') || undefined;
  add('thesistype', value, [['degree', { value, level: knownDegree(value), discipline, grantor }]]);
};
