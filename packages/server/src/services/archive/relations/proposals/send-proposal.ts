import { because, parseSaid, Refusal, type Said } from '@perene/api/refusals';
import type { Label } from '@perene/core';
import { formatRelationMessage, type ProposalAnswer, parseProposalAnswer } from '@perene/core/federation';
import type { Proposal, ProposalRecord } from '../../../../ports/archive/relation-proposals.ts';
import type { Messenger } from '../../../../ports/federation/messenger.ts';
import { type HolderFinder, outcomeIn } from '../find-holder.ts';
import { MESSAGE_LIMITS } from './confirm-proposal.ts';

/** What the other Archive said of a proposal. */
type Heard = Pick<ProposalRecord, 'state' | 'note'> &
  Partial<Pick<ProposalRecord, 'archive' | 'address'>> & { readonly languageOf?: string | undefined };

/** Sends a proposal to the Archive that holds the other item. */
export const sendProposal = async (
  {
    holders,
    messenger,
    service,
  }: { readonly holders: HolderFinder; readonly messenger: Pick<Messenger, 'send'>; readonly service: Label },
  { kind, of, item, archive: known, at }: Proposal,
): Promise<Heard> => {
  const holder = await holders.find(of);
  if (holder.kind === 'none') {
    // The Archive that answered before is silent now, so it is not known whether it is still the holder.
    const isSilent = known !== undefined && outcomeIn(holder.why) === 'uncertain';
    return {
      state: 'open',
      note: isSilent
        ? because('proposal-note', { reason: 'silent', said: holder.why })
        : because('proposal-note', { reason: 'no-holder', label: of, said: holder.why }),
    };
  }
  const { archive } = holder;
  const place = { archive: archive.service, address: archive.address };
  const query = formatRelationMessage({
    subject: 'relationProposal',
    kind,
    of,
    item,
    archiveService: service,
    stamp: String(at),
  });
  try {
    const answer = parseProposalAnswer(await messenger.send(archive, query, MESSAGE_LIMITS));
    if (!answer.ok) return { ...place, state: 'open', note: adviceFor(kind, of, item) };
    return { ...place, ...settle(answer.value), languageOf: answer.value.language };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const isSilent = error.code === 'peer-unreachable';
    return {
      ...place,
      state: 'open',
      note: isSilent ? because('proposal-note', { reason: 'silent', said: error }) : adviceFor(kind, of, item),
    };
  }
};

const settle = ({ outcome, reason, because: told }: ProposalAnswer): Pick<ProposalRecord, 'state' | 'note'> => {
  const said = { ...parseSaid(told), detail: reason };
  switch (outcome) {
    case 'accepted':
      return { state: 'accepted', note: undefined };
    case 'refused':
      return { state: 'refused', note: reason === '' ? undefined : said };
    case 'pending':
      return { state: 'open', note: undefined };
    case 'unknown':
      return { state: 'open', note: because('proposal-note', { reason: 'not-there' }) };
    case 'unconfirmed':
      return { state: 'open', note: because('proposal-note', { reason: 'unconfirmed', said }) };
    case 'busy':
      return { state: 'open', note: because('proposal-note', { reason: 'busy' }) };
  }
};

/** Tells what to ask the operator of an Archive that does not know proposals. */
const adviceFor = (kind: 'edition' | 'translation', of: string, item: string): Said =>
  because('proposal-note', { reason: `ask-for-${kind}`, of, item });
