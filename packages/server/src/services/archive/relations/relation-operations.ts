import type { Proposal, ProposalPage } from '@perene/api';
import type { Ibi } from '@perene/core';
import type { ProposalDirection } from '../../../ports/archive/relation-proposals.ts';
import type { Author } from '../archive-operations.ts';

/** Links between items of several Archives: proposals, here and elsewhere, and their outcomes. */
export interface RelationOperations {
  /**
   * Proposes every link of an item here to one that is held elsewhere, even if it was proposed before, and returns the
   * answers.
   */
  propose(label: Ibi, author: Author): Promise<readonly ProposalView[]>;
  list(request: ProposalListRequest): Promise<ProposalPage>;
  /** Links the original here as proposed. */
  accept(id: string, author: Author): Promise<ProposalView>;
  /** The other side gets the reason. */
  refuse(id: string, reason: string, author: Author): Promise<ProposalView>;
}

interface ProposalListRequest {
  readonly direction?: ProposalDirection | undefined;
  /** Any label of an item. */
  readonly item?: Ibi | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

export type ProposalView = Proposal;
