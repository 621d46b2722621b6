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

/** The step that is spelled at `start`, if one is. */
export const readStep = (text: string, start: number, notation: Notation): Answer<StepRead> | undefined => {
  if (text.startsWith(notation.lastEdition, start)) {
    return accept({ step: { kind: 'lastEdition' }, end: start + notation.lastEdition.length });
  }
  const kind = text.startsWith(notation.translation, start) ? 'translation' : 'metadata';
  if (!text.startsWith(notation[kind], start)) return undefined;

  const parameterStart = start + notation[kind].length;
  if (text[parameterStart] !== '(') return accept({ step: createStep(kind), end: parameterStart });
  const parameterEnd = text.indexOf(')', parameterStart);
  if (parameterEnd < 0) return refuse('relation/open-parenthesis', text.length, 'a closing parenthesis');
  const parameter = text.slice(parameterStart + 1, parameterEnd);
  if (kind === 'translation') {
    const language = parseLanguage(parameter);
    if (!language.ok) return shift(language, parameterStart + 1);
  } else if (parameter !== 'oai_dc') {
    return refuse('relation/unknown-format', parameterStart + 1, 'the metadata format oai_dc');
  }
  return accept({ step: createStep(kind, parameter), end: parameterEnd + 1 });
};

const createStep = (kind: 'translation' | 'metadata', parameter?: string): Step =>
  kind === 'translation' ? { kind, language: parameter } : { kind, format: parameter as MetadataFormat | undefined };

/** As many steps as are spelled from `start` on. */
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
    if (misplacedStep(steps) >= 0) return refuse('relation/order', end, 'an order of steps as in !+:+ or +!:+');
    end = read.value.end;
  }
  return accept({ steps, end });
};

/** Index of the first step that stands where the grammar has no place for it, -1 if none does. */
export const misplacedStep = (steps: readonly Step[]): number => {
  const metadata = steps.findIndex((step) => step.kind === 'metadata');
  const before = metadata < 0 ? steps : steps.slice(0, metadata);
  const repeated = before.findIndex((step, index) => before.findIndex((earlier) => earlier.kind === step.kind) < index);
  if (repeated >= 0) return repeated;
  if (metadata < 0) return -1;
  const after = steps.slice(metadata + 1).findIndex((step, index) => index > 0 || step.kind !== 'translation');
  return after < 0 ? -1 : metadata + 1 + after;
};

export const parseRelation = (text: string): Answer<Relation> => {
  const read = readSteps(text, 0, RELATIONS);
  if (!read.ok) return read;
  return read.value.end === text.length
    ? accept(read.value.steps)
    : refuse('relation/unknown-step', read.value.end, '.lastedition, .translation or .metadata');
};

export const formatStep = (step: Step, notation: Notation): string => {
  const name = notation[step.kind];
  switch (step.kind) {
    case 'lastEdition':
      return name;
    case 'translation':
      return step.language === undefined ? name : `${name}(${step.language})`;
    case 'metadata':
      return step.format === undefined ? name : `${name}(${step.format})`;
  }
};

export const formatRelation = (relation: Relation): string =>
  relation.map((step) => formatStep(step, RELATIONS)).join('');
