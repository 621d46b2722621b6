import { outcomeMembers } from '../../../../services/resolver/asking/outcome/resolution-to-json.ts';
import type { PageLanguage } from '../../negotiation/page-language.ts';
import type { Problem } from '../../problems.ts';
import { describeUnresolved, type Unresolved } from './notice.ts';

/** The statuses distinguish an unknown item from an answer that cannot be given now and from a removed item. */
const STATUS_OF_OUTCOMES: Readonly<Record<Unresolved['kind'], number>> = {
  malformed: 400,
  unknown: 404,
  untranslated: 404,
  missing: 404,
  reserved: 404,
  'no-original': 404,
  disputed: 409,
  removed: 410,
  failed: 500,
  unusable: 502,
  uncertain: 503,
  endless: 508,
};

/** Describes the outcome as RFC 9457 does, with what is known as members of its own. */
export const describeProblemOf = (unresolved: Unresolved, target: string, language: PageLanguage): Problem => {
  const { title, sentences, choices = [] } = describeUnresolved(unresolved, target, language);
  const named = choices.map(({ text }) => text).join(', ');
  return {
    type: `/docs/resolving#${unresolved.kind}`,
    title,
    status: STATUS_OF_OUTCOMES[unresolved.kind],
    detail: [...sentences, ...(named === '' ? [] : [`${named}.`])].join(' '),
    outcome: unresolved.kind,
    ...outcomeMembers(unresolved, language),
  };
};
