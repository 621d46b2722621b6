import { type Answer, accept, refuse, refuseLong } from '../parsing/answer.ts';
import { normalizeName } from './normalize-name.ts';

/**
 * An ARK without the address of its resolver (draft-kunze-ark, section 2):
 *
 *     ark = "ark:" ["/"] NAAN "/" name [qualifiers]
 */
export interface Ark {
  /** The NAAN in lower case, without hyphens. */
  readonly naan: string;
  /** The name and its qualifiers as they were written. */
  readonly written: string;
  /** The name and its qualifiers in the form that is compared. */
  readonly name: string;
  /** The whole, normalized: `ark:12345/x54xz321`. */
  readonly text: string;
}

const MAX_ARK_LENGTH = 1_024;
const LABEL = /^ark(?::|%3a)\/?/i;
const NAAN = /^[0-9a-z]+$/;

export const parseArk = (text: string): Answer<Ark> => {
  if (text.length > MAX_ARK_LENGTH) return refuseLong('ark', MAX_ARK_LENGTH);
  const [label] = LABEL.exec(text) ?? [];
  if (label === undefined) return refuse('ark/label', 0, '"ark:"');
  const slash = text.indexOf('/', label.length);
  const end = slash < 0 ? text.length : slash;
  const naan = normalizeName(text.slice(label.length, end)).toLowerCase();
  if (!NAAN.test(naan)) return refuse('ark/naan', label.length, 'a NAAN of digits and letters');
  const written = text.slice(end + 1);
  const name = normalizeName(written);
  if (name === '') return refuse('ark/name', Math.min(end + 1, text.length), '"/" and a name after the NAAN');
  return accept({ naan, written, name, text: `ark:${naan}/${name}` });
};
