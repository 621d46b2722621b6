import { type Answer, accept, refuse, shift } from '../parsing/answer.ts';
import { parseLanguage } from './language.ts';

/**
 * How an information item is related to the item that an IBI names. One grammar in three spellings,
 * RTC-11 Tables 8.1, 8.4 and 9.5:
 *
 *     ([u [t]] | [t [u]]) [m [t]]
 *
 *     u   last edition   !   GetLastEdition   .lastedition
 *     t   translation    +   GetTranslation   .translation    ["(" language ["-" country] ")"]
 *     m   metadata       :   GetMetadata      .metadata       ["(" "oai_dc" ")"]
 */
export type Step =
  | { readonly kind: 'lastEdition' }
  | { readonly kind: 'translation'; readonly language: string | undefined }
  | { readonly kind: 'metadata'; readonly format: MetadataFormat | undefined };

export type MetadataFormat = 'oai_dc';

/** Steps in an order that the grammar allows; the empty relation is the item itself. */
export type Relation = readonly Step[];

export type Notation = Readonly<Record<Step['kind'], string>>;

export const MODIFIERS: Notation = { lastEdition: '!', translation: '+', metadata: ':' };
export const VERBS: Notation = {
  lastEdition: 'GetLastEdition',
  translation: 'GetTranslation',
  metadata: 'GetMetadata',
};
const RELATIONS: Notation = { lastEdition: '.lastedition', translation: '.translation', metadata: '.metadata' };

export interface StepRead {
  readonly step: Step;
  readonly end: number;
}

/** Returns the step that is spelled at `start`, or undefined if there is none. */
export const readStep = (text: string, start: number, notation: Notation): Answer<StepRead> | undefined => {
  if (text.startsWith(notation.lastEdition, start)) {
    return accept({ step: { kind: 'lastEdition' }, end: start + notation.lastEdition.length });
  }
  const kind = text.startsWith(notation.translation, start) ? 'translation' : 'metadata';
  if (!text.startsWith(notation[kind], start)) return undefined;

  const parameterStart = start + notation[kind].length;
  if (text[parameterStart] !== '(') return accept({ step: createStep(kind), end: parameterStart });
  const parameterEnd = text.indexOf(')', parameterStart);
  if (parameterEnd < 0) return refuse('relation/open-parenthesis', text.length, ')');
  const parameter = text.slice(parameterStart + 1, parameterEnd);
  if (kind === 'translation') {
    const language = parseLanguage(parameter);
    if (!language.ok) return shift(language, parameterStart + 1);
  } else if (parameter !== 'oai_dc') {
    return refuse('relation/unknown-format', parameterStart + 1, 'oai_dc');
  }
  return accept({ step: createStep(kind, parameter), end: parameterEnd + 1 });
};

const createStep = (kind: 'translation' | 'metadata', parameter?: string): Step =>
  kind === 'translation' ? { kind, language: parameter } : { kind, format: parameter as MetadataFormat | undefined };

/** All steps that are spelled from `start` on. */
export const readSteps = (
  text: string,
  start: number,
  notation: Notation,
): Answer<{ steps: Relation; end: number }> => {
  const steps: Step[] = [];
  let end = start;
  for (let read = readStep(text, end, notation); read; read = readStep(text, end, notation)) {
    if (!read.ok) return read;
    steps.push(read.value.step);
    if (misplacedStep(steps) >= 0) return refuse('relation/order', end, 'an order as in !+:+ or +!:+');
    end = read.value.end;
  }
  return accept({ steps, end });
};

const ORDER = /^(?:!\+?|\+!?)?(?::\+?)?$/;

/** The index of the first step that the grammar does not allow at its place, or -1 if there is none. */
export const misplacedStep = (steps: readonly Step[]): number => {
  const symbols = steps.map(({ kind }) => MODIFIERS[kind]);
  return symbols.findIndex((_, index) => !ORDER.test(symbols.slice(0, index + 1).join('')));
};

export const parseRelation = (text: string): Answer<Relation> => {
  const read = readSteps(text, 0, RELATIONS);
  if (!read.ok) return read;
  return read.value.end === text.length
    ? accept(read.value.steps)
    : refuse('relation/unknown-step', read.value.end, '.lastedition, .translation or .metadata');
};

export const formatStep = (step: Step, notation: Notation): string => {
  const parameter = 'language' in step ? step.language : 'format' in step ? step.format : undefined;
  return notation[step.kind] + (parameter === undefined ? '' : `(${parameter})`);
};

export const formatModifiers = (relation: Relation): string =>
  relation.map((step) => formatStep(step, MODIFIERS)).join('');

export const formatRelation = (relation: Relation): string =>
  relation.map((step) => formatStep(step, RELATIONS)).join('');
