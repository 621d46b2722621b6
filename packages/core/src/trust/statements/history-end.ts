import { type Bytes, encodeUtf8 } from '../bytes.ts';

/** How far the history of an Archive had come. */
export interface HistoryEnd {
  readonly service: string;
  /** Number of the last row, in decimal digits. */
  readonly number: string;
  /** Hash of that row, which covers all rows before. */
  readonly hash: string;
}

/** The bytes that are signed. */
export const historyEndMessage = ({ service, number, hash }: HistoryEnd): Bytes =>
  encodeUtf8(['ibi-history-v1', service, number, hash, ''].join('\n'));
