/** What every parser returns: a value, or what is wrong, where, and what was expected there. */
export type Answer<Value> = Accepted<Value> | Refused;

export interface Accepted<Value> {
  readonly ok: true;
  readonly value: Value;
}

export interface Refused {
  readonly ok: false;
  /** A stable code, `grammar/problem`. */
  readonly problem: string;
  /** Index of the offending character in the text that was given to the parser. */
  readonly position: number;
  readonly expected: string;
}

export const accept = <Value>(value: Value): Accepted<Value> => ({ ok: true, value });

export const refuse = (problem: string, position: number, expected: string): Refused => ({
  ok: false,
  problem,
  position,
  expected,
});

/** Refuses a text that is longer than its grammar allows: everything that is read has a limit. */
export const refuseLong = (grammar: string, maxLength: number): Refused =>
  refuse(`${grammar}/too-long`, maxLength, `at most ${maxLength} characters`);

/** The same refusal, seen from a text in which the parsed part begins at `offset`. */
export const shift = (refused: Refused, offset: number): Refused => ({
  ...refused,
  position: refused.position + offset,
});
