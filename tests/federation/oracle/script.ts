/** A federation and the events in it, as data, which can be printed, kept, and made smaller. */
export interface Script {
  readonly seed: number;
  readonly archives: readonly ArchiveKind[];
  /** With more members than this, the resolver does not ask everybody for an item that nobody is known to hold. */
  readonly maxAskedForUnknown: number;
  readonly events: readonly Event[];
}

export interface ArchiveKind {
  /** `ours` is the product itself; `minimal` knows only the empty relation (RTC-11 section 9.2). */
  readonly kind: 'ours' | 'minimal' | 'related';
  /** The Archive of the resolver's own node. */
  readonly isLocal?: boolean;
  /** Whether it leaves out what the verbs do not ask for (Algorithm 1, line 17, is optional); ours always does. */
  readonly filters?: boolean;
  /** Whether it lists relations of one step only, such as `.translation(pt)`, and tells nothing of longer ones. */
  readonly isTerse?: boolean;
  readonly latencyMs: number;
  /** It is of a version that knows no aliases, or names for every alias an item that nobody has. */
  readonly aliases?: 'unknown' | 'false';
  /** The forms of a label that its answers give (Table 9.4; decision 44). */
  readonly forms?: 'rep' | 'both' | 'other';
}

/** Archives and items are named by their numbers; an event that does not fit the state is passed over. */
export type Event =
  | {
      readonly kind: 'deposit';
      readonly at: number;
      readonly item: number;
      readonly language?: string;
      readonly files: readonly string[];
      /** Whether the date is another than now, as of imported items. */
      readonly isOld?: boolean;
      readonly hasIbip?: boolean;
      readonly hasMetadata?: boolean;
    }
  /** The holder of the original of `of` tells this. */
  | { readonly kind: 'edition'; readonly of: number; readonly next: number }
  | {
      readonly kind: 'translation';
      readonly of: number;
      readonly other: number;
      /**
       * Whether it is told in two steps: first that it is a translation of the other, then the language of the other.
       */
      readonly isInTwoSteps?: boolean;
    }
  /** The holder of the original of `of` removes one of its links, or corrects it in one step (decision 45). */
  | { readonly kind: 'unlink'; readonly of: number; readonly which: number; readonly next?: number }
  /** The holder of the original adds another identifier of the item, or removes it (decision 53). */
  | { readonly kind: 'alias'; readonly item: number; readonly alias: number; readonly isRemoved?: boolean }
  /** Copies the original, or the copy that `from` has. */
  | { readonly kind: 'copy'; readonly item: number; readonly to: number; readonly from?: number }
  | { readonly kind: 'remove'; readonly item: number; readonly at: number }
  | { readonly kind: 'transfer'; readonly item: number; readonly to: number }
  /** Another Archive claims the original. */
  | { readonly kind: 'claim'; readonly item: number; readonly at: number }
  | { readonly kind: 'crash'; readonly archive: number; readonly how: 'refuses' | 'times out' }
  | { readonly kind: 'recover'; readonly archive: number }
  /** Chooses what the Archive answers for this item alone. */
  | { readonly kind: 'spoil'; readonly archive: number; readonly item: number; readonly how: Spoiled | undefined }
  | { readonly kind: 'exclude'; readonly archive: number }
  | { readonly kind: 'revoke'; readonly archive: number }
  | { readonly kind: 'include'; readonly archive: number; readonly isMoved?: boolean }
  | { readonly kind: 'wait'; readonly seconds: number }
  /** The resolver stops, and later starts again without its memory; nobody can ask in between. */
  | { readonly kind: 'stop' }
  | { readonly kind: 'start' }
  | ({ readonly kind: 'ask' } & Question);

/** Nonsense, another status than 200, an answer about another item, or one in another Archive's name. */
export type Spoiled = 'garbage' | 'status' | 'other item' | 'other archive' | OddPair;

/** One pair of the answer cannot be read (decision 51). */
export type OddPair = 'odd timestamp' | 'odd url' | 'odd state' | 'odd next';

export interface Question {
  readonly item: number;
  /** For the number of an item, the item itself or its description. For the number of an Archive, its service. */
  readonly of?: 'metadata' | 'service';
  readonly byIbip?: boolean;
  /** Asks by another identifier, whatever the item is. */
  readonly byAlias?: number;
  /** The modifier as in a persistent URL: `!+(pt):`. */
  readonly modifier: string;
  readonly path?: string;
  readonly isFileList?: boolean;
  readonly languages?: string;
  readonly isOriginal?: boolean;
}
