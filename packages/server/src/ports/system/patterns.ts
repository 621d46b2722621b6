import type { Said } from '@perene/api/refusals';

/** Patterns that users write, matched in time linear in the length of the text. */
export interface Patterns {
  /** Returns undefined if the pattern cannot be read, and calls `because` with the reason. */
  compile(pattern: string, because: (reason: Said) => void): Promise<Pattern | undefined>;
  /** Whether the pattern was read before and is kept. */
  isKnown(pattern: string): boolean;
}

export interface Pattern {
  /** How many steps the pattern takes at most for each character of a text. */
  readonly steps: number;
  /** The first match and its groups; absent groups are empty texts. */
  match(text: string): PatternMatch | undefined;
}

export interface PatternMatch {
  readonly start: number;
  readonly end: number;
  readonly groups: readonly string[];
}
