import type { MinterWriting } from '../../../ports/minting/minter-store.ts';
import { isLongTerm, type MinterWork } from '../minters/minter-work.ts';
import { refuseLargeValue, refuseUnkeptName } from './check-identifiers.ts';

/** Saves a note about the minter itself. */
export const saveNote = async (
  minter: MinterWriting,
  { log, contact }: MinterWork,
  { key, value }: { readonly key: string; readonly value: Uint8Array },
): Promise<void> => {
  refuseUnkeptName(key, 'note');
  refuseLargeValue(value);
  await minter.saveNote(key, value);
  if (isLongTerm(minter.definition)) log({ kind: 'note', key, contact });
};
