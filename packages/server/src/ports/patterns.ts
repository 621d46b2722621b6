/** Patterns that users write, matched in time linear in the length of the text. */
export interface Patterns {
  /** Undefined where the pattern cannot be read; `because` is told why. */
  compile(pattern: string, because: (reason: string) => void): Promise<Pattern | undefined>;
}

export interface Pattern {
  /** Where the pattern first matches: the whole match and its groups, absent ones as empty texts. */
  match(text: string): PatternMatch | undefined;
}

export interface PatternMatch {
  readonly start: number;
  readonly end: number;
  readonly groups: readonly string[];
}
