import { formatUrlList, formatVerbList, type UrlRequest } from '@perene/core';
import { LRUCache } from 'lru-cache';
import type { Catalogue } from '../../../ports/archive/catalogue.ts';
import type { UrlDescription } from './describe-urls.ts';

/** A written answer. An answer with URLs has a summary of them, and its key is added at the end. */
export interface WrittenAnswer {
  readonly text: string;
  readonly summary: string | undefined;
}

export interface AnswerMemory {
  find(key: string): WrittenAnswer | undefined;
  /** The version that `find` saw last; read it before the catalogue is read. */
  version(): number | undefined;
  /** Keeps the answer only if no change of the catalogue was seen since that version. */
  keep(key: string, answer: WrittenAnswer, version: number | undefined): void;
}

const MAX_ANSWERS = 10_000;
const MAX_CHARACTERS = 32 * 1_048_576;

/** Remembers answers until the catalogue changes; remembers none if the catalogue has no version. */
export const createAnswerMemory = ({ version }: Pick<Catalogue, 'version'>): AnswerMemory => {
  const answers = new LRUCache<string, WrittenAnswer>({
    max: MAX_ANSWERS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ text }, key) => key.length + text.length,
  });
  let knownVersion: number | undefined;

  return {
    find(key) {
      const current = version();
      if (current === knownVersion) return answers.get(key);
      answers.clear();
      knownVersion = current;
      return undefined;
    },
    version: () => knownVersion,
    keep(key, answer, seen) {
      if (seen !== undefined && seen === knownVersion) answers.set(key, answer);
    },
  };
};

/** Two requests with the same key get the same answer, unless it depends on the client. */
export const keyOfRequest = ({ ibi, verbs, filePath = '' }: UrlRequest, isWhole: boolean): string =>
  `${ibi.text} ${formatVerbList(verbs)} ${isWhole} ${filePath}`;

/** Writes the pairs in the order of their names; `urlkey` is the last. */
export const writeAnswer = (description: UrlDescription | undefined, summary: string | undefined): WrittenAnswer => {
  const list = formatUrlList(description?.list);
  if (!list.ok) throw new Error(`an answer cannot be written: expected ${list.expected}`);
  return { text: list.value, summary };
};
