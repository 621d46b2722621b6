import { type Refusal, type RefusalParameters, refuse } from '@perene/api/refusals';
import type { GivenValue } from '../handle/handle-value.ts';

interface Arriving {
  /** The line of the file where it begins. */
  readonly line: number;
  /** The name as its store writes it. */
  readonly text: string;
}

/** What the file says and this node cannot keep. */
interface Unkept {
  readonly what: string;
}

/** A name of another store, with all that is bound to it. */
export type ArrivingName =
  | (Arriving & {
      readonly kind: 'ark';
      /** When it was made, in seconds since 1970. */
      readonly created: number | undefined;
      readonly elements: ReadonlyMap<string, string>;
    })
  | (Arriving & {
      readonly kind: 'handle';
      readonly values: readonly GivenValue[];
      /** Whether these are all of its values; otherwise they are further ones. */
      readonly isWhole: boolean;
      readonly unkept: readonly Unkept[];
    });

/** A name, or why a line is none. */
export type NameArrival = ArrivingName | { readonly line: number; readonly refused: Refusal };

export const NAME_STORES = ['ezid', 'handle', 'arklet'] as const;
export type NameStore = (typeof NAME_STORES)[number];

/** The bytes of a file; a second reading gives the same. */
export type ReadChunks = () => AsyncIterable<Uint8Array>;

/** As much as the record of a name has here. */
export const MAX_RECORD_BYTES = 4 * 1_048_576;
const MAX_SHOWN = 200;

export const refuseSource = (
  line: number,
  problem: RefusalParameters['name-source-invalid']['reason'],
  text = '',
): Refusal => refuse('name-source-invalid', { reason: problem, line, text: text.trim().slice(0, MAX_SHOWN) });
