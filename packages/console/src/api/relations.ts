import type { Proposal } from '@perene/api';
import type { ApiClient } from './client.ts';
import type { Page } from './types.ts';

export type { Proposal } from '@perene/api';

export type ProposalState = Proposal['state'];

export const listProposals = async (
  { api }: ApiClient,
  direction: Proposal['direction'],
  cursor: string | undefined,
): Promise<Page<Proposal>> => {
  const { proposals, next } = await api.listProposals({ direction, cursor });
  return { entries: proposals, next };
};

export const acceptProposal = ({ api }: ApiClient, id: string): Promise<Proposal> => api.acceptProposal({ id });

export const refuseProposal = ({ api }: ApiClient, id: string, reason: string): Promise<Proposal> =>
  api.refuseProposal({ id, reason });

/** Proposes the links of the item again, and so learns what became of them. */
export const proposeAgain = ({ api }: ApiClient, item: string): Promise<unknown> => api.proposeLinks({ ibi: item });
