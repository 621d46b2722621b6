import type { RepositoryLabel } from '@perene/core';

/** What DataCite knows of a DOI: nothing, reserved, resolved, or resolved and found. */
export type DoiState = 'none' | 'draft' | 'registered' | 'findable';

/** What the node wants it to be. */
export type WantedState = Exclude<DoiState, 'none'>;

/** What a DOI stands for: an item, by its repository name, or a name of a minter. */
export type DoiSubject =
  | { readonly kind: 'item'; readonly repository: RepositoryLabel }
  | { readonly kind: 'name'; readonly minter: string; readonly id: string };

/** A DOI and how far its registration is. */
export interface DoiRegistration {
  /** In lower case. */
  readonly doi: string;
  readonly subject: DoiSubject;
  readonly wanted: WantedState;
  /** Counts what has asked for a registration. */
  readonly wish: bigint;
  /** The wish that was last carried out. */
  readonly done: bigint;
  readonly state: DoiState;
  /** Why the last try failed. */
  readonly problem: string | undefined;
  readonly attempts: number;
  /** When it is tried next; microseconds since 1970. */
  readonly dueAt: bigint;
  /** When DataCite last answered. */
  readonly changedAt: bigint;
}

/** A DOI that is to be registered, in the transaction that gives it to an item. */
export interface NewDoi {
  readonly doi: string;
  readonly repository: RepositoryLabel;
  readonly wanted: WantedState;
}

export interface DoiCounts {
  readonly all: number;
  readonly waiting: number;
  /** Those that DataCite has refused; they wait for a change. */
  readonly refused: number;
  /** Those that have failed and are tried again. */
  readonly failing: number;
}

/** What is done when DataCite refuses: it is not tried again until something changes. */
export const NEVER_AGAIN = 9_000_000_000_000_000n;

/** The DOIs of this node, and what is still to be sent to DataCite. Each method is one durable transaction. */
export interface DoiQueue {
  find(doi: string): Promise<DoiRegistration | undefined>;
  /** DOIs after this one, in their order. */
  list(page: {
    readonly after: string;
    readonly limit: number;
    readonly isWaiting?: boolean | undefined;
  }): Promise<readonly DoiRegistration[]>;
  count(): Promise<DoiCounts>;
  /** Gives the next one that is due to this process, for a while. */
  take(times: { readonly now: bigint; readonly until: bigint }): Promise<DoiRegistration | undefined>;
  /** Notes that a wish was carried out. */
  settle(doi: string, done: { readonly wish: bigint; readonly state: DoiState; readonly at: bigint }): Promise<void>;
  /** Notes a failure, unless something has changed since: then it is due at once. */
  postpone(
    doi: string,
    failed: { readonly wish: bigint; readonly problem: string; readonly dueAt: bigint; readonly at: bigint },
  ): Promise<void>;
  /** Raises the wish; with `wanted` for another state. Returns whether the DOI is known. */
  wishFor(doi: string, change: { readonly wanted?: WantedState | undefined }): Promise<boolean>;
  /** Makes all that has failed due again, and returns how many. */
  retryAll(): Promise<number>;
}
