import type { Said } from '@perene/api/refusals';
import type { Label } from '@perene/core';
import type { ProposedKind } from '@perene/core/federation';

export type ProposalDirection = 'in' | 'out';
export type ProposalState = 'open' | 'accepted' | 'refused' | 'expired';

/** A proposal to link `of` to `item`: `in`, to an original here; `out`, from an original here. */
export interface ProposalKey {
  readonly direction: ProposalDirection;
  readonly kind: ProposedKind;
  readonly of: Label;
  readonly item: Label;
}

export interface ProposalRecord extends ProposalKey {
  readonly state: ProposalState;
  /** The language of the proposed item. */
  readonly language: string | undefined;
  /** The title of the other side's item, if it gave one. */
  readonly title: string | undefined;
  /** The label of the service of the other Archive, if it is known. */
  readonly archive: Label | undefined;
  readonly address: string | undefined;
  /** The last news of it, or the reason of a refusal. */
  readonly note: Said | undefined;
  readonly who: string | undefined;
  /** Microseconds since 1970: when it was made, when it changed, when the other side was asked last. */
  readonly at: bigint;
  readonly changedAt: bigint;
  readonly askedAt: bigint;
  /** What the proposing Archive calls it, for `in`; another name means that it proposes anew. */
  readonly stamp?: string | undefined;
}

export interface Proposal extends ProposalRecord {
  readonly number: bigint;
}

/** The proposals to this Archive, and its proposals to others. */
export interface RelationProposals {
  find(key: ProposalKey): Promise<Proposal | undefined>;
  get(number: bigint): Promise<Proposal | undefined>;
  /** Replaces a proposal of the same key and keeps its number. */
  save(record: ProposalRecord): Promise<Proposal>;
  /** The latest first; with an item, only those that name it as `of` or as `item`. */
  list(filter: {
    readonly direction?: ProposalDirection | undefined;
    readonly label?: Label | undefined;
    readonly before?: bigint | undefined;
    readonly limit: number;
  }): Promise<readonly Proposal[]>;
  /** The number of open proposals of that direction; with an Archive, only its own. */
  countOpen(direction: ProposalDirection, archive?: Label): Promise<number>;
  /** Open proposals to others that were last asked for before that time, the longest waiting first. */
  listUnasked(before: bigint, limit: number): Promise<readonly Proposal[]>;
  /** Marks open proposals that were made before that time as expired. */
  expire(before: bigint, now: bigint): Promise<void>;
  remove(key: ProposalKey): Promise<void>;
}
