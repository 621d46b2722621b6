/** What became of a line; `left` was changed since, and not undone. */
export type LineOutcome = 'waiting' | 'done' | 'same' | 'changed' | 'refused' | 'undone' | 'left';

export interface NameBatch {
  readonly id: string;
  /** The name of the minter. */
  readonly minter: string;
  readonly who: string;
  /** What was asked for, as JSON. */
  readonly change: string;
  readonly createdAt: bigint;
}

export interface BatchLine {
  readonly place: bigint;
  /** Empty until it is minted. */
  readonly id: string;
  /** What was bound to it, by element, as JSON; null for nothing. */
  readonly before: string;
  /** What is to be bound to it, of the same elements. */
  readonly after: string;
  readonly outcome: LineOutcome;
  /** The code of the refusal. */
  readonly code?: string | undefined;
}

/** Changes of many names. All reads and writes are of a bounded number of rows. */
export interface NameBatches {
  /** Removes batches of before `expired`. */
  add(batch: NameBatch, lines: readonly BatchLine[], expired: bigint): Promise<void>;
  find(id: string): Promise<NameBatch | undefined>;
  /** The newest of a minter first. */
  list(minter: string, limit: number): Promise<readonly NameBatch[]>;
  count(id: string): Promise<Readonly<Partial<Record<LineOutcome, number>>>>;
  lines(
    id: string,
    request: {
      readonly outcome?: LineOutcome | undefined;
      readonly after?: bigint | undefined;
      readonly limit: number;
    },
  ): Promise<readonly BatchLine[]>;
}
