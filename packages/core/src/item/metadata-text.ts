import { parseLanguage } from '../persistent-url/language.ts';
import { isMetadataDate } from './metadata-date.ts';

/** What a text of metadata may be, field by field. */
export const ELEMENTS = [
  'title',
  'creator',
  'subject',
  'description',
  'publisher',
  'contributor',
  'date',
  'type',
  'format',
  'identifier',
  'source',
  'language',
  'relation',
  'coverage',
  'rights',
] as const;

export interface TextProblem {
  readonly problem: string;
  readonly expected: string;
}

export type CheckedText = { readonly ok: true; readonly text: string } | ({ readonly ok: false } & TextProblem);

const MAX_VALUE_LENGTH = 65_536;

const ONE_LINE: ReadonlySet<string> = new Set(ELEMENTS.filter((name) => name !== 'description'));

interface TextRule extends TextProblem {
  readonly forbidden: RegExp;
}

/** UAX 15, Stream-Safe Text: longer runs make normalisation quadratic, and no script needs them. */
const COMBINING_MARKS: TextRule = {
  forbidden: /\p{M}{31}/u,
  problem: 'metadata/combining-marks',
  expected: 'at most 30 combining marks in a row',
};

const TEXT_RULES: readonly TextRule[] = [
  COMBINING_MARKS,
  { forbidden: /\p{Cs}/u, problem: 'metadata/surrogate', expected: 'whole characters, not half a surrogate pair' },
  {
    forbidden: /(?![\t\n])\p{Cc}/u,
    problem: 'metadata/control-character',
    expected: 'no control characters but tabs and line breaks',
  },
  {
    // They can make a text look like another one.
    forbidden: /[\u202a-\u202e\u2066-\u2069]/u,
    problem: 'metadata/bidirectional-control',
    expected: 'no characters that change the direction of writing (U+202A to U+202E, U+2066 to U+2069)',
  },
];

const LINE_BREAK: TextRule = {
  forbidden: /[\n\u2028\u2029]/u,
  problem: 'metadata/line-break',
  expected: 'one line; only description, abstract and fields beyond Dublin Core may have more',
};

const refuseText = ({ problem, expected }: TextProblem): CheckedText => ({ ok: false, problem, expected });

const TOO_LONG: TextProblem = { problem: 'metadata/too-long', expected: `at most ${MAX_VALUE_LENGTH} characters` };
const BLANK: TextProblem = { problem: 'metadata/blank', expected: 'a text that is not blank' };
const NOT_A_LANGUAGE: TextProblem = { problem: 'metadata/language', expected: 'a language such as pt or pt-BR' };
const NOT_A_DATE: TextProblem = {
  problem: 'metadata/date',
  expected: 'a date such as 2011, 2011-09, 2011-09-07 or 2011-09-07T12:30:00Z, or an interval 2010/2011',
};

const LANGUAGE = /^[A-Za-z]{2}(?:-[A-Za-z]{2})?$/;

/** A language of RTC-11 Table B.1, in any letter case. */
export const checkLanguage = (text: unknown): CheckedText => {
  if (typeof text !== 'string' || !LANGUAGE.test(text)) return refuseText(NOT_A_LANGUAGE);
  const language = parseLanguage(text.slice(0, 2).toLowerCase() + text.slice(2).toUpperCase());
  return language.ok ? { ok: true, text: language.value } : refuseText(NOT_A_LANGUAGE);
};

const normalise = (source: string): string => source.replace(/\r\n?/g, '\n').normalize('NFC').trim();

/** The text as it is kept: in Normalization Form C, with no blanks around it and `\n` for every line break. */
export const checkText = (field: string, source: string): CheckedText => {
  if (source.length > MAX_VALUE_LENGTH) return refuseText(TOO_LONG);
  if (COMBINING_MARKS.forbidden.test(source)) return refuseText(COMBINING_MARKS);
  const text = normalise(source);
  if (text === '') return refuseText(BLANK);
  if (text.length > MAX_VALUE_LENGTH) return refuseText(TOO_LONG);
  const rules = ONE_LINE.has(field) ? [...TEXT_RULES, LINE_BREAK] : TEXT_RULES;
  const broken = rules.find(({ forbidden }) => forbidden.test(text));
  if (broken !== undefined) return refuseText(broken);
  if (field === 'language') return checkLanguage(text);
  return field === 'date' && !isMetadataDate(text) ? refuseText(NOT_A_DATE) : { ok: true, text };
};
