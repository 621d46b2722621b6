import type { ProposalView } from '../../../../services/archive/relations/relation-operations.ts';
import { formatRows } from '../rows.ts';

/** Describes a proposal, with what each side shows. */
export const describeProposal = (proposal: ProposalView): string =>
  formatRows([
    ['proposal', `${proposal.id}, ${proposal.direction === 'in' ? 'to this Archive' : 'by this Archive'}`],
    [proposal.kind, withTitle(proposal.item, proposal.titleItem)],
    ['of', withTitle(proposal.of, proposal.titleOf)],
    ['language', proposal.language],
    ['other Archive', proposal.archive === undefined ? undefined : `${proposal.archive} at ${proposal.address ?? '?'}`],
    ['state', tellState(proposal)],
    ['note', proposal.note?.detail],
    ['who', proposal.who],
    ['since', proposal.at],
    ['changed', proposal.changed],
  ]);

const withTitle = (label: string, title: string | undefined): string =>
  title === undefined ? label : `${label} (${title})`;

const tellState = ({ state, direction }: ProposalView): string => {
  if (state !== 'open') return state;
  return direction === 'in' ? 'waits for somebody here to accept or refuse it' : 'not answered yet';
};

/** Tells, in one line, a person who has just made a link to an item that is held elsewhere. */
export const tellProposal = ({ kind, of, archive, address, state, note: told }: ProposalView): string => {
  const note = told?.detail;
  const where = archive === undefined ? '' : ` to ${archive} at ${address}`;
  switch (state) {
    case 'accepted':
      return `${of} has it as its ${kind} now: its Archive has accepted`;
    case 'refused':
      return `proposed${where}, which has refused it${note === undefined ? '' : `: ${note}`}`;
    default:
      if (note === undefined)
        return `proposed${where}, which has not answered yet: until then ${of} does not lead here`;
      return archive === undefined ? `not proposed yet: ${note}` : `proposed${where}; ${note}`;
  }
};
