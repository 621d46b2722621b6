import { Refusal } from '@perene/api/refusals';

/** How the copy of the database stands that a node keeps for its readers. */
export interface CopyStanding {
  /** Whether the database could not be reached when it was last asked. */
  readonly isGone: boolean;
  /** How old the copy is; undefined if it was never whole. */
  readonly ageSeconds: number | undefined;
  /** Whether readers are answered from it while the database is gone. */
  readonly isUsable: boolean;
}

/** Whether this is the failure of a database that cannot be reached. */
export const isDatabaseGone = (error: unknown): boolean =>
  error instanceof Refusal &&
  error.code === 'database-failed' &&
  (error.parameters as { readonly reason?: string }).reason === 'unreached';
