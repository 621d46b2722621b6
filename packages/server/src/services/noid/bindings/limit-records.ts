import { refuse } from '@perene/api/refusals';
import type { MinterReading, MinterStore } from '../../../ports/minting/minter-store.ts';

/** What is written as one text, within some 30 ms. */
const MAX_RECORD_BYTES = 4 * 1_048_576;
/** What an element costs beside its bytes. */
const ELEMENT_BYTES = 200;
const PAST_PER_STEP = 10;

/** Refuses to show all elements of an identifier at once if they are too many or too large for one answer. */
export const refuseLargeRecord = async (minter: Pick<MinterReading, 'sizeOf'>, id: string): Promise<void> => {
  const { elements, bytes } = await minter.sizeOf(id);
  if (bytes + elements * ELEMENT_BYTES <= MAX_RECORD_BYTES) return;
  throw refuse('value-too-large', { reason: 'record', id, bytes, max: MAX_RECORD_BYTES });
};

/** Minters of which one command shows a bounded part, however often it names an element; a single value is always shown. */
export const limitShown = <Store extends Pick<MinterStore, 'read'>>(store: Store): Store => ({
  ...store,
  read: (name, work) =>
    store.read(name, (minter) => {
      let shown = 0;
      const take = (id: string, bytes: number): void => {
        if (shown > 0 && shown + bytes > MAX_RECORD_BYTES) {
          throw refuse('value-too-large', { reason: 'record', id, bytes: shown + bytes, max: MAX_RECORD_BYTES });
        }
        shown += bytes;
      };
      return work({
        ...minter,
        definition: minter.definition,
        async element(id, element) {
          const value = await minter.element(id, element);
          take(id, value?.byteLength ?? 0);
          return value;
        },
        async elements(id) {
          await refuseLargeRecord(minter, id);
          return minter.elements(id);
        },
      });
    }),
});

/** A page of the history of an identifier: shorter than was asked for where its values are large. */
export const readPast = async (
  minter: Pick<MinterReading, 'past'>,
  { id, before, limit }: { readonly id: string; readonly before: bigint | undefined; readonly limit: number },
): Promise<{ readonly changes: Awaited<ReturnType<MinterReading['past']>>; readonly isMore: boolean }> => {
  const changes: Awaited<ReturnType<MinterReading['past']>>[number][] = [];
  let bytes = 0;
  while (changes.length <= limit) {
    const step = await minter.past(id, { before: changes.at(-1)?.number ?? before, limit: PAST_PER_STEP });
    for (const change of step) {
      bytes += change.value?.byteLength ?? 0;
      if (bytes > MAX_RECORD_BYTES && changes.length > 0) return { changes, isMore: true };
      changes.push(change);
    }
    if (step.length < PAST_PER_STEP) break;
  }
  return { changes: changes.slice(0, limit), isMore: changes.length > limit };
};
