/** A code that needs no parameters. */
export type None = Readonly<Record<never, never>>;

/** Where a text does not fit its grammar, as the parsers of core return it. */
export interface Misfit {
  readonly problem: string;
  /** The index of the first character that does not fit. */
  readonly position: number;
  readonly expected: string;
}

/** One of several things that are wrong with a body or with metadata. */
export interface FieldProblem {
  readonly path: string;
  readonly problem: string;
  readonly expected: string;
}

/** An earlier refusal, or one of another node: a code with its parameters, or a text. */
export interface Said {
  readonly code?: string | undefined;
  readonly parameters?: object | undefined;
  readonly detail?: string | undefined;
}
