import type { MinterStore, MinterWriting } from '../../ports/minter-store.ts';
import { Refusal } from '../../refusals/refusal.ts';

/** A row of a backup is one line, in which a byte may take six. */
const MAX_VALUE_BYTES = 10 * 1024 * 1024;

/** The minters of a node, whose values are never so large that a backup of them could not be restored. */
export const limitValues = (store: MinterStore): MinterStore => ({
  ...store,
  createFilled: (definition, progress, fill) =>
    store.createFilled(definition, progress, (minter) => fill(limitMinter(minter))),
  change: (name, work) => store.change(name, (minter) => work(limitMinter(minter))),
});

const limitMinter = (minter: MinterWriting): MinterWriting => ({
  ...minter,
  async saveElement(id, element, value) {
    refuseLarge(value);
    await minter.saveElement(id, element, value);
  },
  async loadElements(elements) {
    for (const { value } of elements) refuseLarge(value);
    return minter.loadElements(elements);
  },
  async saveNote(key, value) {
    refuseLarge(value);
    await minter.saveNote(key, value);
  },
});

const refuseLarge = ({ byteLength }: Uint8Array): void => {
  if (byteLength <= MAX_VALUE_BYTES) return;
  throw new Refusal(
    'value-too-large',
    `in a node a value has at most ${MAX_VALUE_BYTES} bytes, this one ${byteLength}.`,
  );
};
