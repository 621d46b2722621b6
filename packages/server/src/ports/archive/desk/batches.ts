/** What became of an item of a batch; `doing` and `undoing` stand for what a crash may have left half done. */
export type Outcome = 'waiting' | 'doing' | 'done' | 'same' | 'changed' | 'refused' | 'undoing' | 'undone' | 'left';

export interface Batch {
  readonly id: string;
  /** The person, or the key, whose batch it is. */
  readonly owner: string;
  readonly who: string;
  /** What is changed, as JSON. */
  readonly change: string;
  readonly createdAt: bigint;
}

export interface BatchItem {
  readonly place: bigint;
  readonly repository: string;
  /** The revision that the item must have for the next step. */
  readonly revision: number;
  readonly outcome: Outcome;
  /** The code of what was refused. */
  readonly code?: string | undefined;
  /** What undoes the change, as JSON. */
  readonly inverse?: string | undefined;
}

/** Changes of many items. All reads and writes are of a bounded number of rows. */
export interface Batches {
  /** Removes batches of before `expired`. */
  add(batch: Batch, items: readonly Pick<BatchItem, 'repository' | 'revision'>[], expired: bigint): Promise<void>;
  find(id: string): Promise<Batch | undefined>;
  /** The newest first; without an owner, those of everybody. */
  list(request: { readonly owner?: string | undefined; readonly limit: number }): Promise<readonly Batch[]>;
  count(id: string): Promise<Readonly<Partial<Record<Outcome, number>>>>;
  items(
    id: string,
    request: {
      readonly outcomes?: readonly Outcome[] | undefined;
      readonly after?: bigint | undefined;
      readonly limit: number;
    },
  ): Promise<readonly BatchItem[]>;
  note(id: string, items: readonly BatchItem[]): Promise<void>;
  /** Takes the batch for one worker until a time; false if another has it. */
  claim(id: string, times: { readonly now: bigint; readonly until: bigint }): Promise<boolean>;
  release(id: string): Promise<void>;
}
