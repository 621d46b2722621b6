import { readLanguage } from './languages.ts';
import { isMetadataDate } from './metadata/metadata-date.ts';

/** A problem of the text of a single field, beside the rules of all texts. */
export interface TextProblem {
  readonly problem: string;
  readonly expected: string;
}

export type CheckedText = { readonly ok: true; readonly text: string } | ({ readonly ok: false } & TextProblem);

export const refuseText = ({ problem, expected }: TextProblem): CheckedText => ({ ok: false, problem, expected });

const NOT_A_LANGUAGE: TextProblem = { problem: 'metadata/language', expected: 'a language such as pt, pt-BR or yrl' };
const NOT_A_DATE: TextProblem = {
  problem: 'metadata/date',
  expected: 'a date such as 2011, 2011-09, 2011-09-07 or 2011-09-07T12:30:00Z, or an interval 2010/2011',
};

export const checkLanguage = (text: unknown): CheckedText => {
  const language = typeof text === 'string' ? readLanguage(text) : undefined;
  return language === undefined ? refuseText(NOT_A_LANGUAGE) : { ok: true, text: language };
};

export const checkDate = (text: string): CheckedText =>
  isMetadataDate(text) ? { ok: true, text } : refuseText(NOT_A_DATE);
