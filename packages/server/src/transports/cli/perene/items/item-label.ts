import { misfit, Refusal, refuse } from '@perene/api/refusals';
import { parseIbi } from '@perene/core';
import { parseAlias } from '@perene/core/item';
import { readPersistentUrl } from '@perene/core/reading';
import { showText } from '../labels/describe-refused.ts';

/** The label in what people paste: a label in either form, or a persistent URL that leads to the item itself. */
export const readLabel = (text: string): string => {
  const labels = readLabels(text);
  return labels.find((label) => parseIbi(label).ok) ?? labels[0];
};

/** Does the work with the label, or else with those that may be meant by it: the same date without a second of `.00`. */
export const withLabel = async <Value>(text: string, work: (label: string) => Promise<Value>): Promise<Value> => {
  const [first, ...others] = readLabels(text);
  let failure: unknown;
  for (const label of [first, ...others]) {
    try {
      return await work(label);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'item-not-found') throw error;
      failure ??= error;
    }
  }
  throw failure;
};

/** The likeliest first; a label of before RTC-10 may be an alias, too. */
const readLabels = (text: string): readonly [string, ...string[]] => {
  const reading = readPersistentUrl(text);
  const alias = parseAlias(text);
  if (!reading.ok) {
    if (alias.ok) return [alias.value.text];
    throw refuse('label-invalid', { reason: 'label', text: showText(text), ...misfit(reading) });
  }
  const { url, alternatives } = reading.value;
  if (url.verbs.length > 0) {
    const label = url.ibi.text;
    throw refuse('label-invalid', { reason: 'relation', text: showText(text), label });
  }
  const labels = [url.ibi.text, ...alternatives.map((label) => label.text)] as const;
  return alias.ok ? [alias.value.text, ...labels] : labels;
};
