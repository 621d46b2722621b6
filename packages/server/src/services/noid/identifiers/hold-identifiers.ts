import type { IdentifierRecord, MinterWriting } from '../../../ports/minting/minter-store.ts';
import { isLongTerm, type MinterWork } from '../minters/minter-work.ts';
import { refuseUnknownIdentifiers } from './check-identifiers.ts';
import { formatLocalTime } from './local-time.ts';
import { refuseWrongPepper } from './pepper.ts';

const UNKNOWN: Omit<IdentifierRecord, 'id'> = {
  status: '',
  date: '',
  contact: '',
  position: 0,
  isHeld: false,
  pepper: undefined,
};

/** Places or removes holds; identifiers that are held already, or not held, stay unchanged. */
export const holdIdentifiers = async (
  minter: MinterWriting,
  work: MinterWork,
  { ids, isHeld }: { readonly ids: readonly string[]; readonly isHeld: boolean },
): Promise<void> => {
  const bases: string[] = [];
  for (const id of ids) bases.push(await refuseWrongPepper(minter, id, work.secrets));
  await refuseUnknownIdentifiers(minter, bases, 'hold');
  const progress = await minter.progress();
  let { held } = progress;
  for (const id of bases) {
    if (isLongTerm(minter.definition)) {
      work.log({ kind: 'hold', id, isHeld, date: formatLocalTime(work.clock.now()) });
    }
    const record = (await minter.record(id)) ?? { id, ...UNKNOWN };
    if (record.isHeld === isHeld) continue;
    held += isHeld ? 1 : -1;
    // Minting skips every identifier that has a record, so this record is removed.
    if (!isHeld && record.status === '') await minter.removeRecord(id);
    else await minter.saveRecord({ ...record, isHeld });
  }
  await minter.saveProgress({ ...progress, held });
};
