import { formatUrlList, formatVerbList, type UrlRequest } from '@perene/core';
import type { Memory, Recollection } from '../../../memory/recollection.ts';
import type { UrlDescription } from './describe-urls.ts';

/** A written answer. An answer with URLs has a summary of them, and its key is added at the end. */
export interface WrittenAnswer {
  readonly text: string;
  readonly summary: string | undefined;
}

const MAX_BYTES = 64 * 1_048_576;

export const createAnswerMemory = ({ createMemory }: Pick<Recollection, 'createMemory'>): Memory<WrittenAnswer> =>
  createMemory({ maxBytes: MAX_BYTES, sizeOf: ({ text }) => 2 * text.length });

/** Two requests with the same key get the same answer, unless it depends on the client. */
export const keyOfRequest = ({ ibi, verbs, filePath = '' }: UrlRequest, isWhole: boolean): string =>
  `${ibi.text} ${formatVerbList(verbs)} ${isWhole} ${filePath}`;

/** Writes the pairs in the order of their names; `urlkey` is the last. */
export const writeAnswer = (description: UrlDescription | undefined, summary: string | undefined): WrittenAnswer => {
  const list = formatUrlList(description?.list);
  if (!list.ok) throw new Error(`an answer cannot be written: expected ${list.expected}`);
  return { text: list.value, summary };
};
