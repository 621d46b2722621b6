import type { IdentifierElement, MinterReading, MinterWriting } from '../../../ports/minting/minter-store.ts';
import { formatLocalTime } from '../identifiers/local-time.ts';
import { isLongTerm, type MinterWork, pastOf } from '../minters/minter-work.ts';

/** What is bound by a request; undefined takes an element away. */
export type BoundChanges = ReadonlyMap<string, string | Uint8Array | undefined>;

/** Bound to a name that was deleted: it is never minted again, but may be registered anew. */
export const DELETED = '_deleted';

/** The element with the name of the key of the owner, and that with the number of the person, if it is a person. */
export const OWNER = '_owner';
export const PERSON = '_ownerid';

const MICROSECONDS_PER_SECOND = 1_000_000n;

/** Seconds since 1970, as names have them bound. */
export const secondsOf = ({ clock }: Pick<MinterWork, 'clock'>): string =>
  String(clock.now() / MICROSECONDS_PER_SECOND);

/** Binds and takes away, and keeps the history of it. */
export const bindChanges = async (
  minter: MinterWriting,
  work: MinterWork,
  { id, changes }: { readonly id: string; readonly changes: BoundChanges },
): Promise<void> => {
  const saved: IdentifierElement[] = [];
  const removed: string[] = [];
  for (const [element, value] of changes) {
    if (value === undefined) removed.push(element);
    else saved.push({ id, element, value: Buffer.from(value as string) });
  }
  const gone = removed.length === 0 ? [] : await minter.bound([id], removed);
  for (const { element } of gone) await minter.removeElement(id, element);
  await minter.saveElements(saved);
  await minter.keepPast([
    ...gone.map(({ element }) => pastOf(work, { id, element, value: undefined })),
    ...saved.map((bound) => pastOf(work, bound)),
  ]);
};

export const isRegistered = async (minter: MinterReading, id: string): Promise<boolean> =>
  (await minter.isKnown([id])) && (await minter.element(id, DELETED)) === undefined;

/** Notes that the name was issued, so that the minter passes it over. */
export const takeName = async (minter: MinterWriting, work: MinterWork, id: string): Promise<void> => {
  const progress = await minter.progress();
  const isHeld = isLongTerm(minter.definition);
  const added = await minter.addRecords([
    {
      id,
      status: 'i',
      date: formatLocalTime(work.clock.now()),
      contact: work.contact,
      position: progress.sequence.issued,
      isHeld,
      pepper: undefined,
    },
  ]);
  if (isHeld && added.size > 0) await minter.saveProgress({ ...progress, held: progress.held + 1 });
};
