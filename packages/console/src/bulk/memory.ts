import { createIdempotencyKey } from '../api/deposit.ts';

/** The outcome of a row, kept in the browser so that a deposited row is not deposited again by accident. */
export interface RememberedRow {
  readonly idempotencyKey: string;
  readonly result?: RowResult;
}

export interface RowResult {
  readonly repository: string;
  readonly persistentUrl: string;
}

type Memory = Readonly<Record<string, RememberedRow>>;

const KEY = 'perene.bulk';
const MAX_ROWS = 5_000;

/** Keeps the rows in the page if the browser keeps nothing. */
let unkept: Memory = {};

const readMemory = (): Memory => {
  try {
    return { ...unkept, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Memory) };
  } catch {
    return unkept;
  }
};

const keep = (memory: Memory): void => {
  const newest = Object.fromEntries(Object.entries(memory).slice(-MAX_ROWS));
  try {
    localStorage.setItem(KEY, JSON.stringify(newest));
  } catch {
    unkept = newest;
  }
};

export const recallRow = (fingerprint: string): RememberedRow | undefined => readMemory()[fingerprint];

/** Keeps the key of a row before the row is sent, so that it is deposited once, whatever happens. */
export const beginRow = (fingerprint: string): RememberedRow => {
  const known = recallRow(fingerprint);
  if (known !== undefined) return known;
  const begun = { idempotencyKey: createIdempotencyKey() };
  keep({ ...readMemory(), [fingerprint]: begun });
  return begun;
};

export const finishRow = (fingerprint: string, result: RowResult): void =>
  keep({ ...readMemory(), [fingerprint]: { ...beginRow(fingerprint), result } });

export const forgetRows = (fingerprints: readonly string[]): void => {
  const forgotten = new Set(fingerprints);
  unkept = {};
  keep(Object.fromEntries(Object.entries(readMemory()).filter(([fingerprint]) => !forgotten.has(fingerprint))));
};
