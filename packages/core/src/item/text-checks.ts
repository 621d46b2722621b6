import { parseLanguage } from '../persistent-url/language.ts';
import { isMetadataDate } from './metadata/metadata-date.ts';

/** A problem of the text of a single field, beside the rules of all texts. */
export interface TextProblem {
  readonly problem: string;
  readonly expected: string;
}

export type CheckedText = { readonly ok: true; readonly text: string } | ({ readonly ok: false } & TextProblem);

export const refuseText = ({ problem, expected }: TextProblem): CheckedText => ({ ok: false, problem, expected });

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

export const checkDate = (text: string): CheckedText =>
  isMetadataDate(text) ? { ok: true, text } : refuseText(NOT_A_DATE);
