import type { ItemSummary } from '@perene/api';
import { Refusal } from '@perene/api/refusals';
import { type Ibi, ibipSuffix, parseIbi, repositorySuffix } from '@perene/core';
import type { ArchiveOperations } from '../../../../services/archive/archive-operations.ts';
import type { Visitor } from '../item/shown-item.ts';

const MAX_QUERIES = 5;
const MAX_GUESSES = 5;
const MIN_WORD_LENGTH = 3;
/** A search allows only a few stars. */
const MAX_BEGINNINGS = 4;

/** Finds items that may have been meant by a label or words that lead nowhere, the likeliest first. */
export const findGuesses = async (
  archive: Pick<ArchiveOperations, 'list'>,
  text: string,
  { hasKey }: Pick<Visitor, 'hasKey'>,
): Promise<readonly ItemSummary[]> => {
  const ibi = parseIbi(text);
  const queries = ibi.ok ? queriesOfLabel(ibi.value) : queriesOfText(text, ibi.position);
  const found = new Map<string, ItemSummary>();
  for (const words of [...new Set(queries)].slice(0, MAX_QUERIES)) {
    if (found.size > 0) break;
    for (const item of await search(archive, words, { isOpenOnly: !hasKey })) found.set(item.repository, item);
  }
  return [...found.values()].slice(0, MAX_GUESSES);
};

/** A guess that takes too long is not worth waiting for. */
const search = async (
  archive: Pick<ArchiveOperations, 'list'>,
  words: string,
  { isOpenOnly }: { readonly isOpenOnly: boolean },
): Promise<readonly ItemSummary[]> => {
  try {
    return (await archive.list({ words, limit: MAX_GUESSES, isOpenOnly })).items;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'search-too-slow') return [];
    throw error;
  }
};

/** Searches for the same instant in the other form, then for labels that begin alike. */
const queriesOfLabel = ({ form, text, date }: Ibi): readonly string[] => {
  if (form === 'ibip') return [repositorySuffix(date).replaceAll('/', ' '), ...shorten(text)];
  const suffix = ibipSuffix(date);
  return [...(suffix.ok ? [suffix.value] : []), ...shorten(text)];
};

/**
 * Searches for the right part of a label and for shorter ones; then for its words, and for words that begin like them.
 */
const queriesOfText = (text: string, position: number): readonly string[] => {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const beginnings = words
    .filter(({ length }) => length >= MIN_WORD_LENGTH)
    .map((word) => `${word}*`)
    .slice(0, MAX_BEGINNINGS);
  const isLabel = text.includes('/') && /\d/.test(text);
  if (isLabel) return [...shorten(`${text.slice(0, position)}x`), ...(words.length > 0 ? [words.join(' ')] : [])];
  if (words.length === 0) return [];
  // These find other endings of the same words.
  const stems = words
    .filter(({ length }) => length >= 2 * MIN_WORD_LENGTH)
    .map((word) => `${word.slice(0, Math.ceil((word.length * 2) / 3))}*`)
    .slice(0, MAX_BEGINNINGS);
  return [words.join(' '), beginnings.join(' '), stems.join(' '), ...beginnings].filter((query) => query !== '');
};

const shorten = (text: string): readonly string[] =>
  [1, 2, 3]
    .map((left) => text.slice(0, -left).replace(/[^\p{L}\p{N}]+$/u, ''))
    .filter((start) => start.length > MIN_WORD_LENGTH)
    .map((start) => `${start.replaceAll('*', ' ')}*`);
