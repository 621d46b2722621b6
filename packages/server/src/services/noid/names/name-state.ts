import { refuse } from '@perene/api/refusals';
import type { MinterReading, MinterWriting } from '../../../ports/minting/minter-store.ts';
import { refuseUnknownIdentifiers } from '../identifiers/check-identifiers.ts';
import { refuseWrongPepper } from '../identifiers/pepper.ts';
import { type MinterWork, pastOf } from '../minters/minter-work.ts';

/** Whether a name leads anywhere: not yet, now, or no more. */
export type NameState =
  | { readonly kind: 'reserved' }
  | { readonly kind: 'public' }
  | { readonly kind: 'withdrawn'; readonly reason: string };

/** States are bound like anything else, in the words of EZID, so that every interface and every export has them. */
export const STATE_ELEMENT = '_status';
export const REASON_ELEMENT = '_reason';
export const STATE_WORDS = { reserved: 'reserved', public: 'public', withdrawn: 'unavailable' } as const;

const MAX_REASON_LENGTH = 2_000;

export const stateOf = (status: string | undefined, reason: string | undefined): NameState => {
  if (status === STATE_WORDS.reserved) return { kind: 'reserved' };
  return status === STATE_WORDS.withdrawn ? { kind: 'withdrawn', reason: reason ?? '' } : { kind: 'public' };
};

export const readState = async (minter: MinterReading, id: string): Promise<NameState> => {
  const bound = await minter.shortTexts([id], [STATE_ELEMENT, REASON_ELEMENT], MAX_REASON_LENGTH);
  const textOf = (name: string) => bound.find(({ element }) => element === name)?.value;
  return stateOf(textOf(STATE_ELEMENT), textOf(REASON_ELEMENT));
};

/** Sets the state of a name that the minter can mint or knows; a name is never reserved again once it was public. */
export const setNameState = async (
  minter: MinterWriting,
  work: MinterWork,
  { id: given, state }: { readonly id: string; readonly state: NameState },
): Promise<void> => {
  const id = await refuseWrongPepper(minter, given, work.secrets);
  await refuseUnknownIdentifiers(minter, [id], 'bind');
  if (!(await minter.isKnown([id]))) throw refuse('identifier-unissued', { id });
  const before = await readState(minter, id);
  const isBound = (await minter.bound([id], [STATE_ELEMENT])).length > 0;
  if (state.kind === 'reserved' && before.kind !== 'reserved' && isBound) {
    throw refuse('name-state-invalid', { id, state: state.kind, before: before.kind });
  }
  await writeState(minter, work, { id, state });
};

/** Binds the state, without any check. */
const writeState = async (
  minter: MinterWriting,
  work: MinterWork,
  { id, state }: { readonly id: string; readonly state: NameState },
): Promise<void> => {
  const status = { id, element: STATE_ELEMENT, value: Buffer.from(STATE_WORDS[state.kind]) };
  const text = state.kind === 'withdrawn' ? state.reason.trim().slice(0, MAX_REASON_LENGTH) : '';
  const reason = { id, element: REASON_ELEMENT, value: Buffer.from(text) };
  await minter.saveElements(text === '' ? [status] : [status, reason]);
  if (text !== '') {
    await minter.keepPast([pastOf(work, status), pastOf(work, reason)]);
    return;
  }
  const had = (await minter.bound([id], [REASON_ELEMENT])).length > 0;
  await minter.removeElement(id, REASON_ELEMENT);
  const removed = { id, element: REASON_ELEMENT, value: undefined };
  await minter.keepPast([pastOf(work, status), ...(had ? [pastOf(work, removed)] : [])]);
};
