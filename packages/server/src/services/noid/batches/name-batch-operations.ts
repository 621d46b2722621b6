import type { NameBatchLineView, NameBatchView } from '@perene/api';
import type { LineOutcome } from '../../../ports/minting/name-batches.ts';
import type { WantedLine } from './plan-lines.ts';

/** The beginning of targets that is replaced by another. */
export interface TargetRule {
  readonly from: string;
  readonly to: string;
  /** How the names begin; without it, all are looked at. */
  readonly prefix?: string;
}

/** What is asked for: lines of one's own, a table, or a rule. */
export type NameChange =
  | { readonly lines: readonly WantedLine[] }
  | { readonly csv: string }
  | { readonly replace: TargetRule };

/** Changes of many names of a minter, which are looked at before, made step by step, and can be undone. */
export interface NameBatchOperations {
  prepare(minter: string, change: NameChange, contact: string): Promise<NameBatchView>;
  list(minter: string): Promise<{ readonly batches: readonly NameBatchView[] }>;
  show(minter: string, id: string): Promise<NameBatchView>;
  lines(
    minter: string,
    id: string,
    request: {
      readonly outcome?: LineOutcome | undefined;
      readonly cursor?: string | undefined;
      readonly limit?: number | undefined;
    },
  ): Promise<{ readonly lines: readonly NameBatchLineView[]; readonly next?: string }>;
  /** Does some of what is left to do, within a bounded time, and tells how far it is. */
  run(minter: string, id: string, contact: string): Promise<NameBatchView>;
  undo(minter: string, id: string, contact: string): Promise<NameBatchView>;
}
