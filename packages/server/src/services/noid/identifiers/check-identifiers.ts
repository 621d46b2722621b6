import { misfit, type NamedText, refuse } from '@perene/api/refusals';
import { validateAnyIdentifier, validateIdentifier } from '@perene/core/noid';
import type { MinterDefinition } from '../../../ports/minting/minter-store.ts';
import { templateOf } from '../minters/minter-work.ts';

/** PostgreSQL cannot index longer keys. */
const MAX_NAME_BYTES = 1_024;
const UNKEPT = /\p{Surrogate}|\0/u;

/** Whether both databases can store this text. */
export const isKept = (text: string): boolean => !UNKEPT.test(text);

const MAX_VALUE_BYTES = 256 * 1024 * 1024;

export const refuseLargeValue = (value: Uint8Array): void => {
  if (value.byteLength > MAX_VALUE_BYTES) {
    throw refuse('value-too-large', { reason: 'value', bytes: value.byteLength, max: MAX_VALUE_BYTES });
  }
};

/** Refuses a name of an identifier or element that is too long, or that one of the databases cannot store. */
export const refuseUnkeptName = (text: string, what: NamedText): void => {
  if (Buffer.byteLength(text) > MAX_NAME_BYTES) {
    throw refuse('identifier-invalid', { reason: 'too-long', what, max: MAX_NAME_BYTES });
  }
  if (!isKept(text)) {
    throw refuse('identifier-invalid', { reason: 'character', what });
  }
};

/** Refuses identifiers that the minter cannot have minted, before anything is done, unless it binds anything. */
export const refuseForeignIdentifiers = (
  definition: MinterDefinition,
  ids: readonly string[],
  operation: 'bind' | 'hold' | 'queue',
): void => {
  const template = templateOf(definition);
  const isFree = definition.bindsAnything || template.kind === 'binding';
  const problems = ids.flatMap((identifier) => {
    refuseUnkeptName(identifier, 'identifier');
    const answer = isFree
      ? validateAnyIdentifier(identifier)
      : validateIdentifier(identifier, template, { naan: definition.naan });
    return answer.ok ? [] : [{ id: identifier, template: '-', ...misfit(answer) }];
  });
  if (problems.length === 0) return;
  throw refuse('identifier-invalid', { reason: 'foreign', operation, problems });
};
