import type { MinterWriting } from '../../ports/minter-store.ts';
import { refuseLargeValue, refuseUnkeptName } from './check-identifiers.ts';
import { isLongTerm, type MinterWork } from './minter-work.ts';

/** Something that people want to remember about the minter itself. */
export const saveNote = async (
  minter: MinterWriting,
  { log, contact }: MinterWork,
  { key, value }: { readonly key: string; readonly value: Uint8Array },
): Promise<void> => {
  refuseUnkeptName(key, 'the key of a note');
  refuseLargeValue(value);
  await minter.saveNote(key, value);
  if (isLongTerm(minter.definition)) log(`note: note attempt under ${key} by ${contact}`);
};
