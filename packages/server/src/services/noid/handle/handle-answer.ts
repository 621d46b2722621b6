import type { HandleValue, ValueProblem } from './handle-value.ts';

/** Why something was not done; the transport has the numbers of the Handle System and the words. */
export type HandleProblem =
  | {
      readonly problem:
        | 'handle-unknown'
        | 'handle-exists'
        | 'handle-invalid'
        | 'values-unknown'
        | 'value-exists'
        | 'prefix-unknown'
        | 'forbidden'
        | 'exhausted';
    }
  | { readonly problem: 'value-invalid'; readonly what: ValueProblem };

export interface HandleRecord {
  readonly handle: string;
  readonly values: readonly HandleValue[];
  /** Whether values were left out because of the conditions of the request. */
  readonly isEmpty: boolean;
  readonly problem?: undefined;
}

export interface HandleDone {
  readonly handle: string;
  /** Whether a handle or a value is new. */
  readonly isNew: boolean;
  readonly problem?: undefined;
}

export interface HandleList {
  readonly handles: readonly string[];
  /** How many there are; undefined if there are too many to be counted. */
  readonly total: number | undefined;
  readonly problem?: undefined;
}
