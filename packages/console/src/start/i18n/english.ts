import type { Refused } from '@perene/core';
import type { Change } from '@perene/core/reading';

type Phrase = readonly [first: string, after: string];

interface RelationTexts {
  readonly item: Phrase;
  readonly lastEdition: Phrase;
  readonly translation: (language: string | undefined) => Phrase;
  readonly metadata: (format: string | undefined) => Phrase;
  readonly fileList: Phrase;
  readonly original: Phrase;
}

export const english = {
  valid: 'Well formed',
  words: 'Words',
  ark: 'An ARK',
  alias: 'A DOI, Handle or URN',
  aliasLeads: 'It leads to the item that carries it as an alias.',
  leads: {
    open: 'Open the item page',
    resolve: 'Resolve it',
    describe: 'See what is said of it',
    search: (text: string) => `Search the items for “${text}”`,
    searchAnyhow: 'Search the items for it',
  },
  undecodable:
    'It cannot be decoded: it has a letter whose digit nobody has published. It leads to an item only where one carries it as an alias.',
  invalid: 'This is neither a label nor a persistent URL',
  parts: {
    subdomain: 'subdomain',
    word: 'computer',
    port: 'port',
    date: 'moment of minting',
    address: 'coded IP address',
    version: { W: 'IPv4', X: 'IPv6' },
  },
  facts: {
    form: 'Form',
    repository: 'repository name',
    ibip: 'IBIp, the opaque form',
    host: 'Minted by',
    ip: 'Minted at',
    port: 'port',
    time: 'Minted on',
    posix: 'seconds since 1970',
    canonical: 'Canonical spelling',
    asksFor: 'Asks for',
    file: 'File',
    query: 'Passes on',
    alternative: 'If unknown, try',
    legacy: 'Label of before RTC-10',
    legacyNote: 'its letter case counts; it was decoded to the label above',
    changes: 'Adjusted',
  },
  /** Each step has two forms: the first for the start of the phrase, the second for after another step. */
  relation: {
    item: ['the item', 'of the item'],
    lastEdition: ['the last edition', 'of the last edition'],
    translation: (language) =>
      language === undefined
        ? ['the translation into your language', 'of the translation into your language']
        : [`the translation into ${language}`, `of the translation into ${language}`],
    metadata: (format) =>
      format === undefined
        ? ['the metadata', 'of the metadata']
        : [`the metadata in ${format}`, `of the metadata in ${format}`],
    fileList: ['the list of files', 'of the list of files'],
    original: ['the original', 'of the original'],
  } as RelationTexts,
  changes: {
    'blanks-removed': 'blanks around it were dropped',
    'address-removed': 'the address of the resolver was dropped',
    'slashes-removed': 'the slashes before the label were dropped',
    'old-address-read': 'the address of a file or of a program of URLib was read as its item',
    'fragment-removed': 'what comes after # was dropped',
    'marker-removed': 'the marker in front of the label was dropped',
    'type-code-removed': 'the printed type code was dropped',
    'legacy-label-decoded': 'the label of before RTC-10 was decoded',
    'format-passed-on': 'BibINPE was read as a request for how to cite the item',
    'question-marks-read-as-metadata': '?? was read as a request for metadata',
    'final-slash-removed': 'the slash at the end was dropped',
  } satisfies Record<Change, string>,
  atCharacter: (position: number) => `Character ${position}`,
  atEnd: 'At the end',
  expected: ({ expected }: Refused) => `expected ${expected}.`,
};
