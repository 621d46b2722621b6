import { because, refuse } from '@perene/api/refusals';
import type { MinterStore, MinterWriting } from '../../../ports/minting/minter-store.ts';
import { isRuleIdentifier } from './apply-rules.ts';

/** A row of a backup is one line, in which a byte may take six characters. */
const MAX_VALUE_BYTES = 10 * 1024 * 1024;
/** All rules of an element are read if nothing is bound. */
const MAX_RULES = 100;
const MAX_RULE_BYTES = 4_096;

/** Limits the values of a node's minters, so that a backup of them can always be restored. */
export const limitValues = (store: MinterStore): MinterStore => ({
  ...store,
  createFilled: (definition, progress, fill) =>
    store.createFilled(definition, progress, (minter) => fill(limitMinter(minter))),
  change: (name, work, identifiers) => store.change(name, (minter) => work(limitMinter(minter)), identifiers),
});

const limitMinter = (minter: MinterWriting): MinterWriting => ({
  ...minter,
  async saveElement(id, element, value) {
    refuseLarge(value);
    if (isRuleIdentifier(id)) await refuseRule(minter, { id, element, value });
    await minter.saveElement(id, element, value);
  },
  async saveElements(elements) {
    for (const { id, element, value } of elements) {
      refuseLarge(value);
      if (isRuleIdentifier(id)) await refuseRule(minter, { id, element, value });
    }
    await minter.saveElements(elements);
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

const refuseRule = async (
  minter: MinterWriting,
  { id, element, value: { byteLength } }: { readonly id: string; readonly element: string; readonly value: Uint8Array },
): Promise<void> => {
  if (byteLength > MAX_RULE_BYTES) {
    throw refuse('value-too-large', { reason: 'rule', bytes: byteLength, max: MAX_RULE_BYTES });
  }
  const known = await minter.elements(id);
  if (known.length < MAX_RULES || known.some((rule) => rule.element === element)) return;
  throw refuse('pattern-invalid', { pattern: element, said: because('rules-full', { max: MAX_RULES }) });
};

const refuseLarge = ({ byteLength }: Uint8Array): void => {
  if (byteLength <= MAX_VALUE_BYTES) return;
  throw refuse('value-too-large', { reason: 'node', bytes: byteLength, max: MAX_VALUE_BYTES });
};
