import type { WrittenAnswerOf } from '@perene/api';
import { because, type Said } from '@perene/api/refusals';
import { describe, type Language } from '@perene/api/words';
import type { Resolution, Silent, TraceStep } from './resolution.ts';

const MAX_TEXT_LENGTH = 1_024;

/** Any outcome of a resolution, without what concerns only the resolver and the Archive. */
export const resolutionToJson = (
  resolution: Resolution,
  language: Language,
): Omit<WrittenAnswerOf<'resolveUrl'>, 'steps'> => {
  if (resolution.kind !== 'found') return { outcome: resolution.kind, ...outcomeMembers(resolution, language) };
  const { kind, acknowledgment: _acknowledgment, isLasting: _isLasting, silent, ...found } = resolution;
  return { outcome: kind, ...found, silent: silent.map((one) => silentToJson(one, language)) };
};

type ToldStep = NonNullable<WrittenAnswerOf<'resolveUrl'>['steps']>[number];

/** A code and its parameters for programs, a text for people. */
export const stepToJson = (step: TraceStep, language: Language): ToldStep => {
  if (step.kind === 'answered') return step;
  const { code, parameters } = step.why;
  const said = { code, parameters };
  const text = describe(step.why, language);
  switch (step.kind) {
    case 'asked':
      return { kind: step.kind, archive: step.archive, query: step.query, why: text, ...said };
    case 'failed':
      return { kind: step.kind, archive: step.archive, milliseconds: step.milliseconds, reason: text, ...said };
    case 'decided':
      return { kind: step.kind, because: text, ...said };
  }
};

/**
 * Only those who may see the trace learn what another server said, because its address may be in somebody's own
 * network.
 */
const silentToJson = ({ because: found, ...silent }: Silent, language: Language) => {
  const { code, parameters } = isOfPeer(found) ? because('no-usable-answer') : found;
  return { ...silent, reason: describe({ code, parameters }, language), because: { code, parameters } };
};

const isOfPeer = ({ code }: Said): boolean => code?.startsWith('peer-') === true;

/** The members of an outcome that is not a redirect; cuts a text that could not be read. */
export const outcomeMembers = (
  outcome: Exclude<Resolution, { kind: 'found' }> | { readonly kind: string },
  language: Language,
): Readonly<Record<string, unknown>> => {
  if (!('refused' in outcome)) {
    const { kind: _kind, ...members } = outcome;
    if (!('silent' in members)) return members;
    return { ...members, silent: members.silent.map((one) => silentToJson(one, language)) };
  }
  const { problem, position, expected } = outcome.refused;
  return { text: outcome.text.slice(0, MAX_TEXT_LENGTH), problem, position, expected };
};
