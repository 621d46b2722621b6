import type { IdentifierRecord, MinterWriting } from '../../ports/minter-store.ts';
import { refuseForeignIdentifiers } from './check-identifiers.ts';
import { formatLocalTime } from './local-time.ts';
import { isLongTerm, type MinterWork } from './minter-work.ts';
import { refuseWrongPepper } from './pepper.ts';

const UNKNOWN: Omit<IdentifierRecord, 'id'> = {
  status: '',
  date: '',
  contact: '',
  position: 0,
  isHeld: false,
  pepper: undefined,
};

/** Places or removes holds; those that are there already, or were not, stay as they are. */
export const holdIdentifiers = async (
  minter: MinterWriting,
  work: MinterWork,
  { ids, isHeld }: { readonly ids: readonly string[]; readonly isHeld: boolean },
): Promise<void> => {
  const bases: string[] = [];
  for (const id of ids) bases.push(await refuseWrongPepper(minter, id, work.secrets));
  refuseForeignIdentifiers(minter.definition, bases, 'hold');
  const progress = await minter.progress();
  let { held } = progress;
  for (const id of bases) {
    if (isLongTerm(minter.definition)) {
      work.log(`${formatLocalTime(work.clock.now())} ${id}: ${isHeld ? 'placing' : 'releasing'} hold`);
    }
    const record = (await minter.record(id)) ?? { id, ...UNKNOWN };
    if (record.isHeld === isHeld) continue;
    held += isHeld ? 1 : -1;
    // Of an identifier that is in the records every minting is refused: nothing may be left of this one.
    if (!isHeld && record.status === '') await minter.removeRecord(id);
    else await minter.saveRecord({ ...record, isHeld });
  }
  await minter.saveProgress({ ...progress, held });
};
