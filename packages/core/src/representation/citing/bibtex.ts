import { citedDoiOf } from '../identifiers.ts';
import type { CitedName } from '../name.ts';
import { type CitedDate, houseOf, onOneLine, type Reference, yearsOf } from '../reference.ts';

/**
 * Characters that LaTeX would take for commands. BibTeX counts braces even after a backslash, so those that do not come
 * in pairs are written in words, which fewer readers know. Zotero knows words only in braces.
 */
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '{\\textbackslash}',
  '{': '{\\textbraceleft}',
  '}': '{\\textbraceright}',
  '~': '{\\textasciitilde}',
  '^': '{\\textasciicircum}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  _: '\\_',
  '%': '\\%',
};

const PAIRED: Readonly<Record<string, string>> = { ...ESCAPES, '{': '\\{', '}': '\\}' };

const hasPairedBraces = (text: string): boolean => {
  let depth = 0;
  for (const [brace] of text.matchAll(/[{}]/g)) {
    depth += brace === '{' ? 1 : -1;
    if (depth < 0) return false;
  }
  return depth === 0;
};

const escapeBibtex = (text: string): string => {
  const escapes = hasPairedBraces(text) ? PAIRED : ESCAPES;
  return text.replaceAll(/[\\{}~^$&#_%]/g, (character) => String(escapes[character]));
};

/** Each type has its own name for the publisher. */
const HOUSES: Readonly<Record<string, string>> = {
  techreport: 'institution',
  phdthesis: 'school',
  mastersthesis: 'school',
  misc: 'organization',
};

/** Each type has its own name for what the work is part of. */
const CONTAINERS: Readonly<Record<string, string>> = {
  article: 'journal',
  incollection: 'booktitle',
  inproceedings: 'booktitle',
};

const typeOf = ({ type, degree }: Reference): string =>
  type.kind === 'thesis' && degree?.level === 'master' ? 'mastersthesis' : type.bibtex;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const;

/** The word `and` separates authors, and a comma the parts of a name: braces keep both as text. */
const writePart = (text: string): string =>
  /(?:^|\s)and(?:\s|$)|,/i.test(text) ? `{${escapeBibtex(text)}}` : escapeBibtex(text);

const writeName = (name: CitedName): string =>
  name.kind === 'body'
    ? `{${escapeBibtex(name.name)}}`
    : [name.family, name.suffix, name.given]
        .filter((part) => part !== '')
        .map(writePart)
        .join(', ');

const wordOf = (text: string, minLength: number): string => {
  const words = text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.find((word) => word.length >= minLength) ?? '';
};

const ANY_WORD = 1;
/** The length from which a word counts, which leaves out articles and the like. */
const LONG_WORD = 4;

/** Such as `lima2011cover`: author, year, first long word of the title. */
const keyOf = (reference: Reference): string => {
  const [author] = reference.authors;
  const name = author?.name;
  const who = name?.kind === 'person' ? wordOf(name.family, ANY_WORD) : wordOf(name?.name ?? '', LONG_WORD);
  return `${who || 'item'}${yearsOf(reference, '') || 'nd'}${wordOf(reference.title, LONG_WORD)}`;
};

/** The addresses of a node need no escapes, but others may. */
const writeUrl = (url: string): string => url.replaceAll(/[\\{}\s]/g, encodeURIComponent);

const writeDay = (parts: CitedDate): string => parts.map((part) => String(part).padStart(2, '0')).join('-');

/** Writes one entry of a BibTeX file, in UTF-8. */
export const formatBibtex = (reference: Reference): string => {
  const {
    authors,
    title,
    dates,
    version,
    type: { form },
    container,
    language,
    abstract,
    keywords,
    url,
    accessed,
  } = reference;
  const type = typeOf(reference);
  const [[, month] = []] = dates;
  const fields: readonly (readonly [name: string, value: string])[] = [
    ['author', `{${authors.map(({ name }) => writeName(name)).join(' and ')}}`],
    // The braces are doubled, so that no style changes the capitals.
    ['title', `{{${escapeBibtex(title)}}}`],
    // What no type tells. From here on there are fields of biblatex; BibTeX leaves out what it does not know.
    ['type', type === 'misc' ? `{${form?.en ?? ''}}` : '{}'],
    ['version', `{${escapeBibtex(version)}}`],
    [CONTAINERS[type] ?? 'series', `{${escapeBibtex(onOneLine(container?.value ?? ''))}}`],
    ['volume', `{${escapeBibtex(container?.volume ?? '')}}`],
    ['number', `{${escapeBibtex(container?.issue ?? '')}}`],
    ['pages', `{${escapeBibtex(container?.pages ?? '').replaceAll(/\s*[-–]\s*/g, '--')}}`],
    ['issn', `{${container?.issn ?? ''}}`],
    ['isbn', `{${container?.isbn ?? ''}}`],
    [HOUSES[type] ?? 'publisher', `{${escapeBibtex(houseOf(reference))}}`],
    ['year', `{${yearsOf(reference, '--')}}`],
    ['month', month === undefined ? '{}' : String(MONTHS[month - 1])],
    ['language', `{${escapeBibtex(language)}}`],
    ['keywords', `{${escapeBibtex(keywords.join(', '))}}`],
    ['abstract', `{${escapeBibtex(abstract)}}`],
    ['doi', `{${writeUrl(citedDoiOf(reference) ?? '')}}`],
    ['url', `{${writeUrl(url)}}`],
    ['urldate', accessed === undefined ? '{}' : `{${writeDay(accessed)}}`],
  ];
  const lines = fields.filter(([, value]) => value !== '{}').map(([name, value]) => `  ${name} = ${value}`);
  return `@${type}{${keyOf(reference)},\n${lines.join(',\n')}\n}\n`;
};
