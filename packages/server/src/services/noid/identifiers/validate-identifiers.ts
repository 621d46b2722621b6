import { type IdentifierProblem, misfit, refuse } from '@perene/api/refusals';
import { parseTemplate, type Template, validateIdentifier } from '@perene/core/noid';
import type { MinterDefinition } from '../../../ports/minting/minter-store.ts';
import { templateOf } from '../minters/minter-work.ts';

export interface Validated {
  readonly id: string;
  /** What is wrong; undefined for a valid identifier. */
  readonly problem: IdentifierProblem | undefined;
}

/** Whether this minter, or one with another template and the same NAAN, could have minted each of them. */
export const validateIdentifiers = (
  definition: MinterDefinition,
  { template: text = '', ids }: { readonly template: string | undefined; readonly ids: readonly string[] },
): readonly Validated[] => {
  if (ids.length === 0) {
    throw refuse('identifier-invalid', { reason: 'missing', operation: 'validate' });
  }
  const isOwn = text === '-';
  if (isOwn && (definition.template === '' || definition.template === '0')) {
    return ids.filter((id) => id !== '').map((id) => ({ id, problem: undefined }));
  }
  const template = isOwn ? templateOf(definition) : readTemplate(text);
  return ids.map((id) => {
    const answer = validateIdentifier(id, template, { naan: definition.naan });
    return { id, problem: answer.ok ? undefined : { id, template: text, ...misfit(answer) } };
  });
};

const readTemplate = (text: string): Template => {
  const answer = parseTemplate(text);
  if (answer.ok) return answer.value;
  throw refuse('template-invalid', { reason: 'validate', template: text, ...misfit(answer) });
};
