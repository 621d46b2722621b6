import type { Description } from '../description/description.ts';

/** A deposit that somebody began. Browsers keep what was written, but may not keep the files. */
export interface Draft {
  readonly id: string;
  readonly savedAt: string;
  readonly relation: Relation;
  readonly description: Description;
  readonly target: string;
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
}

/** The relation of the new item to an existing one. */
export type Relation =
  | { readonly kind: 'none' }
  | { readonly kind: 'edition'; readonly of: string }
  | { readonly kind: 'translation'; readonly of: string };

const KEY = 'perene.drafts';
const MAX_DRAFTS = 50;
/** The names only remind of the files; a long list of them would fill the browser's storage. */
const MAX_NAMES = 100;

export const readDrafts = (): readonly Draft[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as readonly Draft[]) : [];
  } catch {
    return [];
  }
};

export const findDraft = (id: string): Draft | undefined => readDrafts().find((draft) => draft.id === id);

/** Returns whether the browser had room for the drafts. */
const keep = (drafts: readonly Draft[]): boolean => {
  try {
    localStorage.setItem(KEY, JSON.stringify(drafts));
    return true;
  } catch {
    return false;
  }
};

export const saveDraft = (draft: Draft): boolean => {
  const others = readDrafts().filter(({ id }) => id !== draft.id);
  return keep([{ ...draft, files: draft.files.slice(0, MAX_NAMES) }, ...others].slice(0, MAX_DRAFTS));
};

export const forgetDraft = (id: string): void => {
  keep(readDrafts().filter((draft) => draft.id !== id));
};
