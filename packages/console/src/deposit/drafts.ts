import type { Description } from '../description/description.ts';

/** A deposit that somebody began. Browsers keep what was written, but may not keep the files. */
export interface Draft {
  readonly id: string;
  readonly savedAt: string;
  readonly relation: Relation;
  readonly description: Description;
  readonly target: string;
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  /** Paths of files of the edition before that the new one does not keep. */
  readonly leftOut?: readonly string[];
}

/** The relation of the new item to an existing one. */
export type Relation =
  | { readonly kind: 'none' }
  | { readonly kind: 'edition'; readonly of: string }
  | { readonly kind: 'translation'; readonly of: string };

const KEY = 'perene.drafts';
/** Several people may use one browser: each finds the drafts of their own key. */
const keyOf = (owner: string): string => `${KEY}.${owner}`;
const MAX_DRAFTS = 50;
/** The names only remind of the files; a long list of them would fill the browser's storage. */
const MAX_NAMES = 100;

export const readDrafts = (owner: string): readonly Draft[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(owner)) ?? '[]');
    return Array.isArray(kept) ? (kept as readonly Draft[]) : [];
  } catch {
    return [];
  }
};

export const findDraft = (owner: string, id: string): Draft | undefined =>
  readDrafts(owner).find((draft) => draft.id === id);

/** Returns whether the browser had room for the drafts. */
const keep = (owner: string, drafts: readonly Draft[]): boolean => {
  try {
    localStorage.setItem(keyOf(owner), JSON.stringify(drafts));
    return true;
  } catch {
    return false;
  }
};

export const saveDraft = (owner: string, draft: Draft): boolean => {
  const others = readDrafts(owner).filter(({ id }) => id !== draft.id);
  return keep(owner, [{ ...draft, files: draft.files.slice(0, MAX_NAMES) }, ...others].slice(0, MAX_DRAFTS));
};

export const forgetDraft = (owner: string, id: string): void => {
  keep(
    owner,
    readDrafts(owner).filter((draft) => draft.id !== id),
  );
};

/** Gives drafts of before, which had no owner, to the first who asks. */
export const adoptDrafts = (owner: string): void => {
  try {
    const kept = localStorage.getItem(KEY);
    if (kept === null) return;
    if (localStorage.getItem(keyOf(owner)) === null) localStorage.setItem(keyOf(owner), kept);
    localStorage.removeItem(KEY);
  } catch {
    // The browser keeps nothing.
  }
};
