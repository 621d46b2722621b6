import { misfit, type NamedText, refuse } from '@perene/api/refusals';
import { validateAnyIdentifier, validateIdentifier } from '@perene/core/noid';
import type { MinterDefinition, MinterReading } from '../../../ports/minting/minter-store.ts';
import { templateOf } from '../minters/minter-work.ts';
import { prefixId } from '../names/prefix-name.ts';

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

type Problem = { readonly id: string; readonly template: string } & ReturnType<typeof misfit>;

const findProblem = (definition: MinterDefinition, id: string): Problem | undefined => {
  refuseUnkeptName(id, 'identifier');
  // Its values say how other handles are made and who administers them; only the API of handles asks who puts them there.
  if (definition.naan !== '' && id === prefixId(definition))
    throw refuse('identifier-invalid', { reason: 'prefix', id });
  const template = templateOf(definition);
  const answer =
    definition.bindsAnything || template.kind === 'binding'
      ? validateAnyIdentifier(id)
      : validateIdentifier(id, template, { naan: definition.naan });
  return answer.ok ? undefined : { id, template: '-', ...misfit(answer) };
};

/** Refuses identifiers that the minter cannot mint, before anything is done, unless it binds anything. */
export const refuseForeignIdentifiers = (
  definition: MinterDefinition,
  ids: readonly string[],
  operation: 'bind' | 'hold' | 'queue',
): void => {
  const problems = ids.flatMap((id) => findProblem(definition, id) ?? []);
  if (problems.length > 0) throw refuse('identifier-invalid', { reason: 'foreign', operation, problems });
};

/**
 * Refuses identifiers that the minter neither can mint nor knows. What it knows stays changeable, wherever it came from,
 * and so do parts of it: the identifier, then `/` or `.` and more.
 */
export const refuseUnknownIdentifiers = async (
  minter: MinterReading,
  ids: readonly string[],
  operation: 'bind' | 'hold',
): Promise<void> => {
  const foreign = ids.filter((id) => findProblem(minter.definition, id) !== undefined);
  if (foreign.length === 0) return;
  const known = new Map<string, boolean>();
  const isKnown = async (id: string): Promise<boolean> => {
    const answer = known.get(id) ?? (await minter.isKnown([id, ...beginningsOf(id)]));
    known.set(id, answer);
    return answer;
  };
  const unknown: string[] = [];
  for (const id of foreign) if (id === '' || !(await isKnown(id))) unknown.push(id);
  refuseForeignIdentifiers(minter.definition, unknown, operation);
};

/** What stands before each `/` or `.` that something follows, the longest first. */
export const beginningsOf = (id: string): readonly string[] => {
  const beginnings: string[] = [];
  for (let end = id.length - 2; end > 0; end -= 1) {
    if (id[end] === '/' || id[end] === '.') beginnings.push(id.slice(0, end));
  }
  return beginnings;
};
