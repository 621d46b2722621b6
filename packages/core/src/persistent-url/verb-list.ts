import { type Answer, accept, refuse, shift } from '../parsing/answer.ts';
import { formatStep, misplacedStep, type Relation, readStep, type Step, VERBS } from './relation.ts';

/** RTC-11 Table 8.4: the steps of a relation, and GetFileList, whose place does not matter. */
export type Verb = Step | { readonly kind: 'fileList' };

/** Verbs whose steps form a relation. */
export type VerbList = readonly Verb[];

/** A verb, and where it begins. */
export interface PlacedVerb {
  readonly verb: Verb;
  readonly position: number;
}

const GET_FILE_LIST = 'GetFileList';
const MAX_VERBS = 16;

/** Verbs, separated by any number of blanks; in a query a blank is written as "+", "%20" or "%2B". */
export const parseVerbs = (text: string): Answer<readonly PlacedVerb[]> => {
  const verbs: PlacedVerb[] = [];
  let position = 0;
  for (const word of text.split(/[ +]/)) {
    const verb = word === '' ? undefined : parseVerb(word);
    if (verb?.ok === false) return shift(verb, position);
    if (verb) verbs.push({ verb: verb.value, position });
    if (verbs.length > MAX_VERBS) return refuse('verb/too-many', position, `at most ${MAX_VERBS} verbs`);
    position += word.length + 1;
  }
  return accept(verbs);
};

const parseVerb = (word: string): Answer<Verb> => {
  if (word === GET_FILE_LIST) return accept({ kind: 'fileList' });
  const read = readStep(word, 0, VERBS);
  if (read === undefined) {
    return refuse('verb/unknown', 0, 'GetLastEdition, GetTranslation, GetMetadata or GetFileList');
  }
  if (!read.ok) return read;
  return read.value.end === word.length
    ? accept(read.value.step)
    : refuse('verb/trailing', read.value.end, 'a blank or the end');
};

/** Parses a whole verb list, as it is in messages. */
export const parseVerbList = (text: string): Answer<VerbList> => {
  const verbs = parseVerbs(text);
  return verbs.ok ? appendVerbs([], verbs.value) : verbs;
};

/** Appends verbs to others, as long as their steps form a relation. */
export const appendVerbs = (verbs: VerbList, more: readonly PlacedVerb[]): Answer<VerbList> => {
  const all = [...verbs];
  for (const { verb, position } of more) {
    all.push(verb);
    if (misplacedStep(relationOf(all)) >= 0) return refuse('relation/order', position, 'an order as in !+:+ or +!:+');
  }
  return accept(all);
};

export const relationOf = (verbs: readonly Verb[]): Relation => verbs.filter((verb) => verb.kind !== 'fileList');

export const asksForFileList = (verbs: VerbList): boolean => verbs.some((verb) => verb.kind === 'fileList');

export const formatVerb = (verb: Verb): string => (verb.kind === 'fileList' ? GET_FILE_LIST : formatStep(verb, VERBS));

export const formatVerbList = (verbs: VerbList): string => verbs.map(formatVerb).join(' ');
