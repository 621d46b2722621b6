import { formatUrlList, formatVerbList, type UrlRequest } from '@perene/core';
import type { Catalogue } from '../../ports/catalogue.ts';
import type { UrlDescription } from './describe-urls.ts';

/** A written answer; with an item, a key goes at its end. */
export interface WrittenAnswer {
  readonly text: string;
  readonly itemNumber: bigint | undefined;
}

export interface AnswerMemory {
  find(key: string): WrittenAnswer | undefined;
  /** What `find` saw last, to be noted before the catalogue is read. */
  version(): number | undefined;
  /** Only if the catalogue has not been seen to change since that version. */
  keep(key: string, answer: WrittenAnswer, version: number | undefined): void;
}

const MAX_ANSWERS = 10_000;

/** What was answered since the catalogue changed last; nothing where the catalogue cannot tell that. */
export const createAnswerMemory = ({ version }: Pick<Catalogue, 'version'>): AnswerMemory => {
  const answers = new Map<string, WrittenAnswer>();
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
      if (seen === undefined || seen !== knownVersion) return;
      if (answers.size === MAX_ANSWERS) answers.clear();
      answers.set(key, answer);
    },
  };
};

/** Two requests of one key get the same answer, but for those that depend on the client. */
export const keyOfRequest = ({ ibi, verbs, filePath = '' }: UrlRequest, isWhole: boolean): string =>
  `${ibi.text} ${formatVerbList(verbs)} ${isWhole} ${filePath}`;

/** Pairs are written in the order of their names, of which `urlkey` is the last. */
export const writeAnswer = (description: UrlDescription | undefined): WrittenAnswer => {
  const list = formatUrlList(description?.list);
  if (!list.ok) throw new Error(`an answer cannot be written: expected ${list.expected}`);
  return { text: list.value, itemNumber: description?.itemNumber };
};
