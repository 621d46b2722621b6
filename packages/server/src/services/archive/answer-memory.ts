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
const MAX_CHARACTERS = 32 * 1_048_576;

/** What was answered since the catalogue changed last; nothing where the catalogue cannot tell that. */
export const createAnswerMemory = ({ version }: Pick<Catalogue, 'version'>): AnswerMemory => {
  const answers = new Map<string, WrittenAnswer>();
  let characters = 0;
  let knownVersion: number | undefined;

  const forgetAll = (): void => {
    answers.clear();
    characters = 0;
  };

  return {
    find(key) {
      const current = version();
      if (current === knownVersion) return answers.get(key);
      forgetAll();
      knownVersion = current;
      return undefined;
    },
    version: () => knownVersion,
    keep(key, answer, seen) {
      if (seen === undefined || seen !== knownVersion) return;
      const size = key.length + answer.text.length;
      if (answers.size === MAX_ANSWERS || characters + size > MAX_CHARACTERS) forgetAll();
      if (size > MAX_CHARACTERS || answers.has(key)) return;
      answers.set(key, answer);
      characters += size;
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
