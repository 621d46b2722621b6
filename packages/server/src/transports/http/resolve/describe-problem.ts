import type { Resolution } from '../../../services/resolver/resolution.ts';
import type { Problem } from '../problems.ts';
import { describeUnresolved, type Unresolved } from './notice.ts';

/** What is unknown differs from what cannot be told, and from what was and is no more. */
const STATUS_OF_OUTCOMES: Readonly<Record<Unresolved['kind'], number>> = {
  malformed: 400,
  unknown: 404,
  untranslated: 404,
  'no-original': 404,
  disputed: 409,
  removed: 410,
  failed: 500,
  unusable: 502,
  uncertain: 503,
  endless: 508,
};

const MAX_TEXT_LENGTH = 1_024;

/** RFC 9457: in English, with what is known as members of its own. */
export const describeProblemOf = (unresolved: Unresolved, target: string): Problem => {
  const { title, sentences } = describeUnresolved(unresolved, target, 'en');
  return {
    type: `/docs/resolving#${unresolved.kind}`,
    title,
    status: STATUS_OF_OUTCOMES[unresolved.kind],
    detail: sentences.join(' '),
    outcome: unresolved.kind,
    ...membersOf(unresolved),
  };
};

/** Whatever a resolution came to, without what is between the resolver and the Archive. */
export const resolutionToJson = (resolution: Resolution): Readonly<Record<string, unknown>> => {
  if (resolution.kind !== 'found') return { outcome: resolution.kind, ...membersOf(resolution) };
  const { kind, acknowledgment: _acknowledgment, isLasting: _isLasting, ...found } = resolution;
  return { outcome: kind, ...found };
};

const membersOf = (unresolved: Unresolved): Readonly<Record<string, unknown>> => {
  if (unresolved.kind !== 'malformed') {
    const { kind: _kind, ...members } = unresolved;
    return members;
  }
  const { problem, position, expected } = unresolved.refused;
  return { text: unresolved.text.slice(0, MAX_TEXT_LENGTH), problem, position, expected };
};
