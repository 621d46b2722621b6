import { because, Refusal, refuse, type Said } from '@perene/api/refusals';
import { inWords } from '@perene/api/words';
import type { Label } from '@perene/core';
import { MAX_REASON_LENGTH } from '@perene/core/item';
import type { Catalogue, CatalogueItem, ItemLink } from '../../../ports/archive/catalogue.ts';
import type { Proposal, ProposalKey, ProposalRecord } from '../../../ports/archive/relation-proposals.ts';
import type { Messenger } from '../../../ports/federation/messenger.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import type { Author } from '../archive-operations.ts';
import { checkIbi } from '../items/check-labels.ts';
import { timeOf } from '../items/view-item.ts';
import { titleOf } from './answer-relations.ts';
import type { HolderFinder } from './find-holder.ts';
import { createLanguageLearning, learnLanguage } from './learn-languages.ts';
import { confirmBy } from './proposals/confirm-proposal.ts';
import { linkProposed } from './proposals/link-proposed.ts';
import { sendProposal } from './proposals/send-proposal.ts';
import { isProposed, isStillSaid } from './proposals/settle-proposals.ts';
import type { ProposalView, RelationOperations } from './relation-operations.ts';
import { saidLinks } from './said-links.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 500;
const MAX_ASKED_AT_ONCE = 100;
const MAX_ASKED_IN_LISTS = 20;
const MAX_LIST_MS = 2_000;
const MINUTE_MICROSECONDS = 60_000_000n;
const HOUR_MICROSECONDS = 3_600_000_000n;
const LIFETIME_MICROSECONDS = 90n * 24n * HOUR_MICROSECONDS;

interface Relations extends RelationOperations {
  /** Asks what was decided about open proposals, and lets old ones expire. */
  tidy(): Promise<void>;
}

export const createRelations = ({
  catalogue,
  messenger,
  holders,
  clock,
  service,
}: {
  readonly catalogue: Catalogue;
  readonly messenger: Pick<Messenger, 'send'>;
  readonly holders: HolderFinder;
  readonly clock: Clock;
  /** Label of the Archive service of this node. */
  readonly service: Label;
}): Relations => {
  const { proposals } = catalogue;
  const learning = createLanguageLearning({ catalogue, messenger, holders, clock, service });
  const confirm = confirmBy({ holders, messenger, service });
  const view = (proposal: Proposal) => viewProposal(catalogue, proposal);

  /** Sends a proposal, new or again, and notes the answer. */
  const askAgain = async (proposal: Proposal): Promise<Proposal> => {
    const { languageOf, ...heard } = await sendProposal({ holders, messenger, service }, proposal);
    if (languageOf !== undefined)
      await learnLanguage(catalogue, { ...proposal, ...heard }, { language: languageOf, at: clock.now() });
    const now = clock.now();
    const isSettled = heard.state !== 'open';
    return proposals.save({ ...proposal, ...heard, askedAt: now, ...(isSettled && { changedAt: now }) });
  };

  /** Whether the holder has removed a link that it had accepted; if it does not answer, the link counts as there. */
  const isRemoved = async ({ kind, of, item }: Proposal): Promise<boolean> => {
    const found = await confirm({ kind: kind === 'edition' ? 'nextedition' : kind, of: item, item: of });
    return found instanceof Refusal && 'reason' in found.parameters && found.parameters.reason === 'not-said';
  };

  /** Asks after an accepted link, but not for long and not often. */
  const renew = async (proposal: Proposal): Promise<Proposal> => {
    const now = clock.now();
    const isDue = proposal.askedAt < now - MINUTE_MICROSECONDS;
    if (proposal.direction === 'in' || proposal.state !== 'accepted' || !isDue) return proposal;
    const isGone = await soon(isRemoved(proposal));
    const note = because('proposal-note', { reason: 'link-removed' });
    return proposals.save({ ...proposal, askedAt: now, ...(isGone && { state: 'refused', note, changedAt: now }) });
  };

  const propose = async (item: CatalogueItem, link: ItemLink, who: string): Promise<Proposal> => {
    const kind = link.kind === 'translation' ? 'translation' : 'edition';
    const key: ProposalKey = { direction: 'out', kind, of: link.label, item: item.repository };
    const known = await proposals.find(key);
    if (known?.state === 'accepted' && !(await isRemoved(known))) return known;
    const now = clock.now();
    const record: ProposalRecord = {
      title: undefined,
      archive: undefined,
      address: undefined,
      ...known,
      ...key,
      state: 'open',
      language: item.language,
      note: undefined,
      who,
      at: known?.state === 'open' ? known.at : now,
      changedAt: now,
      askedAt: 0n,
    };
    return askAgain(await proposals.save(record));
  };

  const expire = (proposal: Proposal, note: Said): Promise<Proposal> =>
    proposals.save({ ...proposal, state: 'expired', note, changedAt: clock.now() });

  const expireOld = async (): Promise<void> => {
    const now = clock.now();
    await proposals.expire(now - LIFETIME_MICROSECONDS, now);
  };

  const findOpen = async (id: string): Promise<Proposal> => {
    await expireOld();
    const proposal = /^\d{1,18}$/.test(id) ? await proposals.get(BigInt(id)) : undefined;
    if (proposal === undefined || proposal.direction === 'out') {
      throw refuse('proposal-not-found', { id: id.slice(0, 20) });
    }
    if (proposal.state === 'open') return proposal;
    throw refuse('proposal-settled', { reason: 'state', id, state: proposal.state });
  };

  /** Asks the proposer again, who may have removed the link since. */
  const confirmAgain = async (proposal: Proposal): Promise<Proposal> => {
    const { kind, of, item, number } = proposal;
    const found = await confirm({ kind, of, item });
    if (!(found instanceof Refusal)) {
      const { archive, check } = found;
      return { ...proposal, language: check.language, archive: archive.service, address: archive.address };
    }
    if (found.code !== 'proposal-settled') throw found;
    await expire(proposal, because('proposal-note', { reason: 'withdrawn', said: found }));
    throw refuse('proposal-settled', { reason: 'withdrawn', id: String(number), said: found });
  };

  return {
    async propose({ text: label }, { who }) {
      const item = await catalogue.find(label);
      if (item === undefined) throw refuse('item-not-found', { reason: 'label', label });
      if (item.state.kind !== 'original') {
        throw refuse('item-refused', { reason: 'others-links', label: item.repository });
      }
      const links = (await saidLinks(catalogue, item.repository)).filter(isProposed);
      const sent: ProposalView[] = [];
      for (const link of links.slice(0, MAX_ASKED_AT_ONCE)) sent.push(await view(await propose(item, link, who)));
      return sent;
    },
    async list({ direction, item, cursor, limit = DEFAULT_LIMIT }) {
      if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) {
        throw refuse('cursor-invalid', { cursor });
      }
      const most = Math.min(Math.max(Math.trunc(limit), 1), MAX_LIMIT);
      const label = item?.text;
      const found = await proposals.list({
        direction,
        label: label === undefined ? undefined : ((await catalogue.find(label))?.repository ?? label),
        before: cursor === undefined ? undefined : BigInt(cursor),
        limit: most + 1,
      });
      const shown = found.slice(0, most);
      const last = found.length > most ? shown.at(-1) : undefined;
      return {
        proposals: await Promise.all(
          shown.map(async (proposal, index) => view(index < MAX_ASKED_IN_LISTS ? await renew(proposal) : proposal)),
        ),
        ...(last !== undefined && { next: String(last.number) }),
      };
    },
    async accept(id, author) {
      const proposal = await findOpen(id);
      const original = await catalogue.find(proposal.of);
      if (original?.state.kind !== 'original') {
        const gone = refuse('item-refused', { reason: 'no-original-any-more', label: proposal.of });
        await expire(proposal, gone);
        throw gone;
      }
      return view(await linkProposed({ catalogue, clock, holders }, await confirmAgain(proposal), original, author));
    },
    async refuse(id, reason, { who }) {
      const note = reason.trim();
      if (note === '' || note.length > MAX_REASON_LENGTH) {
        throw refuse('reason-missing', { reason: 'proposal', max: MAX_REASON_LENGTH });
      }
      const proposal = await findOpen(id);
      return view(
        await proposals.save({ ...proposal, state: 'refused', note: { detail: note }, who, changedAt: clock.now() }),
      );
    },
    async tidy() {
      await expireOld();
      await learning.learn();
      const now = clock.now();
      for (const proposal of await proposals.listUnasked(now - HOUR_MICROSECONDS, MAX_ASKED_AT_ONCE)) {
        if (await isStillSaid(catalogue, proposal)) await askAgain(proposal);
        else await proposals.remove(proposal);
      }
    },
  };
};

/** Returns undefined if the work takes long. */
const soon = async <Value>(work: Promise<Value>): Promise<Value | undefined> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), MAX_LIST_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

const viewProposal = async (catalogue: Catalogue, proposal: Proposal): Promise<ProposalView> => {
  const { number, direction, kind, of, item, language, state, archive, address, note, who } = proposal;
  const own = await catalogue.find(direction === 'in' ? of : item);
  const ownTitle = own && ((await titleOf(catalogue, own)) || undefined);
  const [titleOfOf, titleOfItem] = direction === 'in' ? [ownTitle, proposal.title] : [proposal.title, ownTitle];
  return {
    id: String(number),
    direction,
    kind,
    of,
    item,
    ...(language !== undefined && { language }),
    state,
    ...(titleOfOf !== undefined && { titleOf: titleOfOf }),
    ...(titleOfItem !== undefined && { titleItem: titleOfItem }),
    ...(archive !== undefined && { archive }),
    ...(address !== undefined && { address }),
    ...(note !== undefined && { note: inWords(note, 'en') }),
    ...(who !== undefined && { who }),
    at: timeOf(proposal.at),
    changed: timeOf(proposal.changedAt),
  };
};

/** Proposes the links of a new edition or translation to the holders of the other items; undefined if all are here. */
export const proposeLinks = async (
  relations: Pick<RelationOperations, 'propose'>,
  { repository, links }: { readonly repository: string; readonly links: readonly { kind: string }[] },
  author: Author,
): Promise<readonly ProposalView[] | undefined> => {
  if (links.every(({ kind }) => kind === 'nextEdition')) return undefined;
  const sent = await relations.propose(checkIbi(repository), author);
  return sent.length === 0 ? undefined : sent;
};
