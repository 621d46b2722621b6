import { type Ibi, readPersistentUrl } from '@perene/core';
import { Refusal } from '../../../refusals/refusal.ts';
import { describeRefused, showText } from './describe-refused.ts';

/** The label in what people paste: a label in either form, or a persistent URL that leads to the item itself. */
export const readLabel = (text: string): string => readLabels(text).label;

/** Does the work with the label, or else with the one that names the same date (an explicit second of `.00`). */
export const withLabel = async <Value>(text: string, work: (label: string) => Promise<Value>): Promise<Value> => {
  const { label, alternative } = readLabels(text);
  try {
    return await work(label);
  } catch (error) {
    const isUnknown = error instanceof Refusal && error.code === 'item-not-found';
    if (alternative === undefined || !isUnknown) throw error;
    return work(alternative.text);
  }
};

const readLabels = (text: string): { readonly label: string; readonly alternative: Ibi | undefined } => {
  const reading = readPersistentUrl(text);
  if (!reading.ok) {
    throw new Refusal('label-invalid', `${showText(text)} is no label: ${describeRefused(text, reading)}`);
  }
  const { url, alternative } = reading.value;
  if (url.verbs.length > 0) {
    const label = url.ibi.text;
    throw new Refusal('label-invalid', `${showText(text)} asks for a relation of ${label}: give a label alone`);
  }
  return { label: url.ibi.text, alternative };
};
