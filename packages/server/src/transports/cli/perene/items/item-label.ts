import { misfit, Refusal, refuse } from '@perene/api/refusals';
import { parseAlias } from '@perene/core/item';
import { readPersistentUrl } from '@perene/core/reading';
import type { LabelOrAlias } from '../../../../services/archive/archive-operations.ts';
import { showText } from '../labels/describe-refused.ts';

/** Finds the label in what people paste: a label in either form, or a persistent URL that leads to the item itself. */
export const readGivenLabel = (text: string): string => {
  const names = readNames(text);
  return (names.find((name) => !('key' in name)) ?? names[0]).text;
};

/**
 * Does the work with the label. If no item has it, tries the labels that may be meant: the same date without a second
 * of `.00`.
 */
export const withLabel = async <Value>(text: string, work: (name: LabelOrAlias) => Promise<Value>): Promise<Value> => {
  let failure: unknown;
  for (const name of readNames(text)) {
    try {
      return await work(name);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'item-not-found') throw error;
      failure ??= error;
    }
  }
  throw failure;
};

/**
 * Returns the likeliest first. A label of before RTC-10 is an alias only where no item has a label that it stands for.
 */
const readNames = (text: string): readonly [LabelOrAlias, ...LabelOrAlias[]] => {
  const reading = readPersistentUrl(text);
  const alias = parseAlias(text);
  if (!reading.ok) {
    if (alias.ok) return [alias.value];
    throw refuse('label-invalid', { reason: 'label', text: showText(text), ...misfit(reading) });
  }
  const { url, alternatives } = reading.value;
  if (url.verbs.length > 0) {
    const label = url.ibi.text;
    throw refuse('label-invalid', { reason: 'relation', text: showText(text), label });
  }
  return [url.ibi, ...alternatives, ...(alias.ok ? [alias.value] : [])];
};
