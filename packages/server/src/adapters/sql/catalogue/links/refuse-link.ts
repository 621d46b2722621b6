import { type Refusal, refuse } from '@perene/api/refusals';
import type { EditionPair, EditionProblem, FamilyMember } from '@perene/core/item';

/** Turns a problem of the laws of core into a refusal. */
export const refuseEdition = ({ earlier, later }: EditionPair, problem: EditionProblem): Refusal => {
  switch (problem.kind) {
    case 'itself':
      return refuse('edition-order', { reason: 'itself', label: earlier });
    case 'same-item':
      return refuse('edition-order', { reason: 'same-item', earlier, later });
    case 'two-editions':
      return refuse('edition-order', { reason: 'one-item', label: later, other: earlier });
    case 'reversed':
      return refuse('edition-order', { reason: 'already', earlier, later });
    case 'other-next':
      return refuse('edition-exists', { reason: 'next', earlier, next: problem.label });
    case 'other-previous':
      return refuse('edition-exists', { reason: 'previous', later, previous: problem.label });
    case 'same-place':
      return refuse('edition-exists', { reason: 'one-place', label: problem.label, other: earlier });
  }
};

/** The same for an earlier edition that is held elsewhere, of which only its holder knows the next one. */
export const refuseTold = (pair: EditionPair, problem: EditionProblem): Refusal =>
  problem.kind === 'other-next'
    ? refuse('edition-exists', { reason: 'said', earlier: pair.earlier, next: problem.label })
    : refuseEdition(pair, problem);

export const refuseLanguage = ({ label, language }: FamilyMember): Refusal =>
  refuse('translation-exists', { reason: 'version', language, label });
