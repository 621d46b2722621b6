/** A federation and what happens in it, as data: it can be printed, kept, and made smaller. */
export interface Script {
  readonly seed: number;
  readonly archives: readonly ArchiveKind[];
  /** Beyond so many members the resolver does not ask everybody for what nobody is known to hold. */
  readonly maxAskedForUnknown: number;
  readonly events: readonly Event[];
}

export interface ArchiveKind {
  /** `ours` is the product itself; `minimal` knows the empty relation alone (RTC-11 section 9.2). */
  readonly kind: 'ours' | 'minimal' | 'related';
  /** The Archive of the resolver's own node. */
  readonly isLocal?: boolean;
  /** Leaves out what the verbs do not ask for (Algorithm 1, line 17, is optional); ours always does. */
  readonly filters?: boolean;
  readonly latencyMs: number;
  /** Which forms its answers give of a label (Table 9.4; decision 44). */
  readonly forms?: 'rep' | 'both' | 'other';
}

/** Archives and items are named by their numbers; what does not fit the state is passed over. */
export type Event =
  | {
      readonly kind: 'deposit';
      readonly at: number;
      readonly item: number;
      readonly language?: string;
      readonly files: readonly string[];
      /** Of another date than now, as what is imported. */
      readonly isOld?: boolean;
      readonly hasIbip?: boolean;
      readonly hasMetadata?: boolean;
    }
  /** Said by the holder of the original of `of`. */
  | { readonly kind: 'edition'; readonly of: number; readonly next: number }
  | {
      readonly kind: 'translation';
      readonly of: number;
      readonly other: number;
      /** First that it is a translation of the other, then in which language that one is. */
      readonly isInTwoSteps?: boolean;
    }
  /** The holder of the original of `of` removes one of its links, or corrects it in one step (decision 45). */
  | { readonly kind: 'unlink'; readonly of: number; readonly which: number; readonly next?: number }
  /** Another identifier of the item, at the holder of its original; or it is taken away (decision 53). */
  | { readonly kind: 'alias'; readonly item: number; readonly alias: number; readonly isRemoved?: boolean }
  /** Of the original, or of the copy that is there. */
  | { readonly kind: 'copy'; readonly item: number; readonly to: number; readonly from?: number }
  | { readonly kind: 'remove'; readonly item: number; readonly at: number }
  | { readonly kind: 'transfer'; readonly item: number; readonly to: number }
  /** Somebody else says that the original is his. */
  | { readonly kind: 'claim'; readonly item: number; readonly at: number }
  | { readonly kind: 'crash'; readonly archive: number; readonly how: 'refuses' | 'times out' }
  | { readonly kind: 'recover'; readonly archive: number }
  /** What it answers for this item alone. */
  | { readonly kind: 'spoil'; readonly archive: number; readonly item: number; readonly how: Spoiled | undefined }
  | { readonly kind: 'exclude'; readonly archive: number }
  | { readonly kind: 'revoke'; readonly archive: number }
  | { readonly kind: 'include'; readonly archive: number; readonly isMoved?: boolean }
  | { readonly kind: 'wait'; readonly seconds: number }
  /** The resolver ends, and starts again without its memory; nobody can ask in between. */
  | { readonly kind: 'stop' }
  | { readonly kind: 'start' }
  | ({ readonly kind: 'ask' } & Question);

/** Nonsense, another status than 200, an answer about another item, or in another Archive's name. */
export type Spoiled = 'garbage' | 'status' | 'other item' | 'other archive' | OddPair;

/** One pair of the answer cannot be read (decision 51). */
export type OddPair = 'odd timestamp' | 'odd url' | 'odd state' | 'odd next';

export interface Question {
  readonly item: number;
  /** Of an item: itself, or what describes it. Of the number of an Archive: its service. */
  readonly of?: 'metadata' | 'service';
  readonly byIbip?: boolean;
  /** By another identifier, whatever the item is. */
  readonly byAlias?: number;
  /** As in a persistent URL: `!+(pt):`. */
  readonly modifier: string;
  readonly path?: string;
  readonly isFileList?: boolean;
  readonly languages?: string;
  readonly isOriginal?: boolean;
}
