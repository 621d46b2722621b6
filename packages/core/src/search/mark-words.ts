import type { Search, SoughtWords } from './parse-search.ts';
import { stemsOf } from './terms.ts';
import { wordsOf } from './words.ts';

/** A piece of a text; `isSought` if it is a word that was looked for. */
export interface MarkedText {
  readonly text: string;
  readonly isSought: boolean;
}

const MAX_READ_LENGTH = 5_000;
const SNIPPET_LENGTH = 240;
const LEAD = 60;

const WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}\p{M}]+/gu;

type IsSought = (word: string) => boolean;

/** Returns what tells whether a word of a text is one that was looked for. */
const soughtIn = ({ words }: Search): IsSought => {
  const demanded = words.filter(({ isExcluded, field }) => !isExcluded && field !== 'label');
  const seek = (match: SoughtWords['match']) =>
    demanded.filter((one) => one.match === match).flatMap((one) => one.words);
  const beginnings = seek('beginning');
  const forms = seek('forms');
  const exact = new Set([...seek('exact'), ...forms]);
  const stems = new Set(forms.flatMap((word) => stemsOf(word)));
  return (written) => {
    const [word = ''] = wordsOf(written);
    return (
      exact.has(word) || stemsOf(word).some((stem) => stems.has(stem)) || beginnings.some((one) => word.startsWith(one))
    );
  };
};

/** Marks the words of a text that were looked for. Long texts are cut. */
export const markWords = (text: string, search: Search): readonly MarkedText[] => mark(text, soughtIn(search));

const mark = (text: string, isSought: IsSought): readonly MarkedText[] => {
  const read = text.slice(0, MAX_READ_LENGTH);
  const pieces: MarkedText[] = [];
  let end = 0;
  const addPlain = (to: number): void => {
    if (to > end) pieces.push({ text: read.slice(end, to), isSought: false });
  };
  for (const { 0: word, index } of read.matchAll(WORDS)) {
    if (!isSought(word)) continue;
    addPlain(index);
    pieces.push({ text: word, isSought: true });
    end = index + word.length;
  }
  addPlain(read.length);
  return pieces;
};

/** Returns the part of the first text that has a sought word, around that word; nothing if none has one. */
export const snippetOf = (texts: readonly string[], search: Search): readonly MarkedText[] => {
  const isSought = soughtIn(search);
  for (const text of texts) {
    const found = [...text.slice(0, MAX_READ_LENGTH).matchAll(WORDS)].find(([word]) => isSought(word));
    if (found !== undefined) return mark(cutAround(text, found.index), isSought);
  }
  return [];
};

/** Cuts at blanks, and shows where something was left out. */
const cutAround = (text: string, index: number): string => {
  const blank = text.indexOf(' ', index - LEAD);
  const from = index <= LEAD ? 0 : Math.min(blank === -1 ? index : blank + 1, index);
  const isWhole = text.length <= from + SNIPPET_LENGTH;
  const room = text.slice(from, from + SNIPPET_LENGTH);
  const shown = isWhole ? room : room.replace(/\s+\S*$/u, '');
  return `${from === 0 ? '' : '… '}${shown.replaceAll(/\s+/g, ' ')}${isWhole ? '' : ' …'}`;
};
