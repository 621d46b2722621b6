/** Whoever asks, by the key. */
export interface EzidRequester {
  readonly name: string;
  /** The number of the person whose key it is; undefined for a key that belongs to nobody. */
  readonly person: string | undefined;
  /** Whether it may change what others own. */
  readonly isMaster: boolean;
  readonly contact: string;
  /** Whether the key may change the names of this minter. */
  readonly mayUse: (minter: string) => boolean;
}

/** Why something was not done. */
export type EzidProblem =
  | {
      readonly error:
        | 'identifier'
        | 'shoulder'
        | 'no-minting'
        | 'exists'
        | 'unknown'
        | 'forbidden'
        | 'no-deletion'
        | 'ownership';
    }
  | { readonly error: 'exhausted'; readonly shoulder: string }
  | {
      readonly error: 'field';
      readonly field: string;
      readonly problem: 'not-settable' | 'no-user' | 'status' | 'status-change' | 'url' | 'profile' | 'yes-or-no';
    };

/** An identifier is told as EZID writes it: `ark:/12345/fk4x`. */
export type EzidAnswer = { readonly id: string; readonly problem?: undefined } | { readonly problem: EzidProblem };

export interface EzidRecord {
  readonly id: string;
  /** The identifier that was asked for, if this is a beginning of it. */
  readonly inLieuOf: string | undefined;
  readonly pairs: readonly (readonly [label: string, value: string])[];
}
