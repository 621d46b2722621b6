import { validateAnyIdentifier, validateIdentifier } from '@perene/core/noid';
import type { MinterDefinition } from '../../ports/minter-store.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { identifierMessage } from './identifier-messages.ts';
import { templateOf } from './minter-work.ts';

/** PostgreSQL indexes no longer keys. */
const MAX_NAME_BYTES = 1_024;
const UNKEPT = /\p{Surrogate}|\0/u;

/** Whether both databases can keep this text. */
export const isKept = (text: string): boolean => !UNKEPT.test(text);

const MAX_VALUE_BYTES = 256 * 1024 * 1024;

export const refuseLargeValue = (value: Uint8Array): void => {
  if (value.byteLength > MAX_VALUE_BYTES) {
    throw new Refusal('value-too-large', `a value has at most ${MAX_VALUE_BYTES} bytes, this one ${value.byteLength}.`);
  }
};

/** Identifiers and names of elements are texts of bounded length that both databases can keep. */
export const refuseUnkeptName = (text: string, what: string): void => {
  if (Buffer.byteLength(text) > MAX_NAME_BYTES) {
    throw new Refusal('identifier-invalid', `${what} has more than ${MAX_NAME_BYTES} bytes; choose a shorter one.`);
  }
  if (!isKept(text)) {
    throw new Refusal(
      'identifier-invalid',
      `${what} has a character that cannot be kept (U+0000 or half a character).`,
    );
  }
};

/** Before anything is done, all identifiers must be ones that the minter could have minted, unless it binds anything. */
export const refuseForeignIdentifiers = (
  definition: MinterDefinition,
  ids: readonly string[],
  operation: string,
): void => {
  const template = templateOf(definition);
  const isFree = definition.bindsAnything || template.kind === 'binding';
  const problems = ids.flatMap((identifier) => {
    refuseUnkeptName(identifier, 'the identifier');
    const answer = isFree
      ? validateAnyIdentifier(identifier)
      : validateIdentifier(identifier, template, { naan: definition.naan });
    return answer.ok ? [] : [identifierMessage(answer, { identifier, template: '-' })];
  });
  if (problems.length === 0) return;
  throw new Refusal(
    'identifier-invalid',
    `${operation} operation not started -- one or more ids did not validate:\n${problems.join('\n')}`,
  );
};
