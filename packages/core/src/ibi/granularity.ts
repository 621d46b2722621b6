import { type Answer, accept, refuse } from '../parsing/answer.ts';

/** The grid on which dates are given, in microseconds: a minute, a second, and tenths down to a microsecond. */
export type GranularityMicroseconds = (typeof GRANULARITIES_MICROSECONDS)[number];

/** The steps from the coarsest to the finest, in the order of their names. */
export const GRANULARITIES_MICROSECONDS = [60_000_000n, 1_000_000n, 100_000n, 10_000n, 1_000n, 100n, 10n, 1n] as const;

const NAMES = ['60', '1', '0.1', '0.01', '0.001', '0.0001', '0.00001', '0.000001'];

export const parseGranularity = (text: string): Answer<GranularityMicroseconds | 'auto'> => {
  if (text === 'auto') return accept(text);
  const granularity = GRANULARITIES_MICROSECONDS[NAMES.indexOf(text)];
  return granularity === undefined
    ? refuse('granularity/unknown', 0, `auto, ${NAMES.join(', ')} (seconds)`)
    : accept(granularity);
};
