import { parseTemplate, type Template, validateIdentifier } from '@perene/core/noid';
import type { MinterDefinition } from '../../ports/minter-store.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { identifierMessage, templateMessage } from './identifier-messages.ts';
import { templateOf } from './minter-work.ts';

export interface Validated {
  readonly id: string;
  /** The original's line about what is wrong; undefined for a valid identifier. */
  readonly problem: string | undefined;
}

/** Whether this minter, or one with another template and the same NAAN, could have minted each of them. */
export const validateIdentifiers = (
  definition: MinterDefinition,
  { template: text = '', ids }: { readonly template: string | undefined; readonly ids: readonly string[] },
): readonly Validated[] => {
  if (ids.length === 0) {
    throw new Refusal('identifier-invalid', 'must specify a template and at least one identifier.');
  }
  const isOwn = text === '-';
  if (isOwn && (definition.template === '' || definition.template === '0')) {
    return ids.filter((id) => id !== '').map((id) => ({ id, problem: undefined }));
  }
  const template = isOwn ? templateOf(definition) : readTemplate(text);
  return ids.map((id) => {
    const answer = validateIdentifier(id, template, { naan: definition.naan });
    return { id, problem: answer.ok ? undefined : identifierMessage(answer, { identifier: id, template: text }) };
  });
};

const readTemplate = (text: string): Template => {
  const answer = parseTemplate(text);
  if (answer.ok) return answer.value;
  throw new Refusal('template-invalid', `template ${text} bad: ${templateMessage(answer)}`);
};
