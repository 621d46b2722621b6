import { type CheckedText, refuseText, type TextProblem } from '../text-checks.ts';
import { type MetadataField, metadataField } from './metadata-fields.ts';

const MAX_VALUE_LENGTH = 65_536;

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
    // These characters can make a text look like another one.
    forbidden: /[\u202a-\u202e\u2066-\u2069]/u,
    problem: 'metadata/bidirectional-control',
    expected: 'no characters that change the direction of writing (U+202A to U+202E, U+2066 to U+2069)',
  },
];

const LINE_BREAK: TextRule = {
  forbidden: /[\n\u2028\u2029]/u,
  problem: 'metadata/line-break',
  expected: 'one line; only description, abstract and fields of your own may have more',
};

const TOO_LONG: TextProblem = { problem: 'metadata/too-long', expected: `at most ${MAX_VALUE_LENGTH} characters` };
const BLANK: TextProblem = { problem: 'metadata/blank', expected: 'a text that is not blank' };

const normalise = (source: string): string => source.replace(/\r\n?/g, '\n').normalize('NFC').trim();

/**
 * Returns the text in the form that is kept: in Normalization Form C, with no blanks around it and `\n` for every line
 * break.
 */
const checkBy = ({ lines, check }: Pick<MetadataField, 'lines' | 'check'>, source: string): CheckedText => {
  if (source.length > MAX_VALUE_LENGTH) return refuseText(TOO_LONG);
  if (COMBINING_MARKS.forbidden.test(source)) return refuseText(COMBINING_MARKS);
  const text = normalise(source);
  if (text === '') return refuseText(BLANK);
  if (text.length > MAX_VALUE_LENGTH) return refuseText(TOO_LONG);
  const rules = lines === 'one' ? [...TEXT_RULES, LINE_BREAK] : TEXT_RULES;
  const broken = rules.find(({ forbidden }) => forbidden.test(text));
  if (broken !== undefined) return refuseText(broken);
  return check === undefined ? { ok: true, text } : check(text);
};

export const checkText = (field: string, source: string): CheckedText => checkBy(metadataField(field), source);

/** Undefined if the field has no such qualifier. */
export const checkQualifier = (field: string, name: string, source: string): CheckedText | undefined => {
  const { qualifiers = {} } = metadataField(field);
  const qualifier = Object.hasOwn(qualifiers, name) ? qualifiers[name] : undefined;
  return qualifier && checkBy({ lines: 'one', check: qualifier.check }, source);
};
