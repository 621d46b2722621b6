import type { ArchiveKeyView, LogConsistency, LogEntryPage, LogHead, LogProof, Proof } from '@perene/api';
import type { Label } from '@perene/core';

/** What anybody may ask about the log of a resolver, here or elsewhere. */
export interface LogOperations {
  /** The newest head, or the newest that witnesses have signed. */
  head(request: { readonly isWitnessed: boolean }): Promise<LogHead>;
  /** That an entry is in the log: the one with this index, or the newest about this label. */
  proof(request: LogProofRequest): Promise<LogProof>;
  /** That the log of one size begins with that of another. */
  consistency(request: { readonly from: number; readonly to: number }): Promise<LogConsistency>;
  entries(request: { readonly from: number; readonly count?: number | undefined }): Promise<LogEntryPage>;
  /** All that is needed to check, without a network, who claimed an item when. */
  proofFile(label: Label): Promise<Proof>;
}

/** What the operator of a resolver does about the keys of Archives. */
export interface ArchiveKeyOperations {
  /** Replaces the key of an Archive that has lost it; the former one counts for nothing that is logged later. */
  replaceKey(service: Label, key: string): Promise<ArchiveKeyView>;
}

interface LogProofRequest {
  readonly index?: number | undefined;
  readonly label?: Label | undefined;
  /** The size of the log that the proof is for; without it, that of the newest head. */
  readonly size?: number | undefined;
}

export const MAX_ENTRIES = 200;

/** All entries up to a size, in order, page by page. */
export async function* walkEntries(
  { entries }: Pick<LogOperations, 'entries'>,
  { from, to }: { readonly from: number; readonly to: number },
): AsyncGenerator<{ readonly from: number; readonly entries: readonly string[] }> {
  for (let next = from; next < to; ) {
    const page = await entries({ from: next, count: Math.min(MAX_ENTRIES, to - next) });
    if (page.entries.length === 0) return;
    yield { from: next, entries: page.entries.slice(0, to - next) };
    next += page.entries.length;
  }
}
