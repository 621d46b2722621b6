import { Type } from 'typebox';
import { ProposalPageSchema, ProposalSchema } from '../../views/federation/proposal.ts';
import { closed, reasonText, text, wordOf } from '../../views/parts.ts';
import { EXAMPLE_LABEL, EXAMPLE_PROPOSAL } from '../examples.ts';
import { IbiParameters, type Operation, pageQuery } from '../operation.ts';

const ofArchive = { nodeRole: 'archive', tag: 'Items' } as const;
const ProposalParameters = Type.Object({ id: text('Number of the proposal') });

/** The operations for links between items of several Archives. */
export const PROPOSAL_OPERATIONS = {
  listProposals: {
    ...ofArchive,
    method: 'GET',
    path: '/proposals',
    access: 'reader',
    summary: 'List links that were proposed, to this Archive and by it, the latest first',
    query: pageQuery({
      direction: Type.Optional(wordOf(['in', 'out'], 'Only those to this Archive, or by it')),
      item: Type.Optional(Type.String({ maxLength: 2_048, description: 'Only those that name this item' })),
    }),
    answer: { status: 200, description: 'One page', body: ProposalPageSchema },
    refusals: ['label-invalid', 'cursor-invalid'],
    example: { request: { direction: 'in' }, answer: { proposals: [EXAMPLE_PROPOSAL] } },
  },
  proposeLinks: {
    ...ofArchive,
    method: 'POST',
    path: '/items/{ibi}/proposals',
    access: 'depositor',
    isForCurators: true,
    summary: 'Propose the links of an item to the Archives that hold the others, and hear what became of them',
    description: 'Deposits and edits do so by themselves. The same proposal again is the same proposal.',
    params: IbiParameters,
    isRepeatable: true,
    answer: { status: 200, description: 'What was proposed', body: ProposalPageSchema },
    refusals: ['label-invalid', 'item-not-found', 'item-removed', 'item-refused'],
    example: { request: { ibi: EXAMPLE_LABEL }, answer: { proposals: [{ ...EXAMPLE_PROPOSAL, direction: 'out' }] } },
  },
  acceptProposal: {
    ...ofArchive,
    method: 'POST',
    path: '/proposals/{id}/accept',
    access: 'depositor',
    isForCurators: true,
    summary: 'Link an original of this Archive as was proposed',
    params: ProposalParameters,
    isRepeatable: true,
    answer: { status: 200, description: 'The proposal as it is now', body: ProposalSchema },
    refusals: [
      'proposal-not-found',
      'proposal-settled',
      'item-not-found',
      'item-removed',
      'item-refused',
      'item-changed',
      'edition-exists',
      'edition-order',
      'translation-exists',
      'language-invalid',
    ],
    example: { request: { id: '7' }, answer: { ...EXAMPLE_PROPOSAL, state: 'accepted' } },
  },
  refuseProposal: {
    ...ofArchive,
    method: 'POST',
    path: '/proposals/{id}/refuse',
    access: 'depositor',
    isForCurators: true,
    summary: 'Refuse what was proposed, and say why',
    params: ProposalParameters,
    body: Type.Object({ reason: reasonText('Why, for the other side') }, closed),
    isRepeatable: true,
    answer: { status: 200, description: 'The proposal as it is now', body: ProposalSchema },
    refusals: ['proposal-not-found', 'proposal-settled', 'reason-missing'],
    example: {
      request: { id: '7', reason: 'Another work' },
      answer: { ...EXAMPLE_PROPOSAL, state: 'refused', note: { detail: 'Another work' } },
    },
  },
} as const satisfies Readonly<Record<string, Operation>>;
