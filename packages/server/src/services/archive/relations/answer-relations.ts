import { because, Refusal, refuse, type Said } from '@perene/api/refusals';
import { describe } from '@perene/api/words';
import type { Label } from '@perene/core';
import {
  type CheckAnswer,
  formatCheckAnswer,
  formatProposalAnswer,
  type ProposalAnswer,
  type RelationCheck,
  type RelationMessage,
  type RelationProposal,
} from '@perene/core/federation';
import { mayHaveEditions, mayHaveTranslations, titleIn } from '@perene/core/item';
import type { Catalogue, CatalogueItem, ItemLink } from '../../../ports/archive/catalogue.ts';
import type { Proposal, ProposalKey } from '../../../ports/archive/relation-proposals.ts';
import type { Messenger } from '../../../ports/federation/messenger.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import type { HolderFinder } from './find-holder.ts';
import { confirmBy } from './proposals/confirm-proposal.ts';
import { linkProposed } from './proposals/link-proposed.ts';
import { saidLinks } from './said-links.ts';

/** Answers of an Archive to messages about relations. */
export interface RelationAnswers {
  answer(message: RelationMessage): Promise<string>;
}

const MAX_OPEN = 10_000;
const MAX_OPEN_OF_ONE_ARCHIVE = 200;
const MAX_CHECKS_AT_A_TIME = 4;
const MAX_CHECKS_A_MINUTE = 60;
const MINUTE_MICROSECONDS = 60_000_000n;

/** Trusts no proposal: asks the Archive of the item, as the resolver finds it. */
export const createRelationAnswers = ({
  catalogue,
  messenger,
  holders,
  clock,
  service,
  trusted,
  isReadingPublic,
}: {
  readonly catalogue: Catalogue;
  readonly messenger: Pick<Messenger, 'send'>;
  readonly holders: HolderFinder;
  readonly clock: Clock;
  /** Label of the Archive service of this node. */
  readonly service: Label;
  /** Labels of services whose proposals are accepted at once, if they trust this Archive as well. */
  readonly trusted: readonly Label[];
  /** Otherwise titles are told to nobody without a key. */
  readonly isReadingPublic: boolean;
}): RelationAnswers => {
  const { proposals } = catalogue;
  const mayCheck = createCheckLimit(clock);
  const confirm = confirmBy({ holders, messenger, service });

  const acceptAtOnce = async (proposal: Proposal, original: CatalogueItem): Promise<ProposalAnswer> => {
    try {
      await linkProposed({ catalogue, clock, holders }, proposal, original, {
        who: `trusted Archive ${proposal.archive}`,
      });
      return answerWith('accepted');
    } catch (error) {
      // A proposal that cannot be linked waits for a person, who sees the reason.
      if (!(error instanceof Refusal)) throw error;
      await proposals.save({ ...proposal, note: error });
      return answerWith('pending');
    }
  };

  const checkAndKeep = async (
    message: RelationProposal,
    {
      key,
      original,
      known,
    }: { readonly key: ProposalKey; readonly original: CatalogueItem; readonly known: Proposal | undefined },
  ): Promise<ProposalAnswer> => {
    const { kind, of, item } = message;
    const found = await confirm({ kind, of, item });
    if (found instanceof Refusal) return answerWith('unconfirmed', found);
    const { archive, check } = found;
    if (known !== undefined && check.stamp === known.stamp) return outcomeOf(known);
    if (message.kind === 'translation' && check.language === undefined) {
      return answerWith('unconfirmed', because('proposal-note', { reason: 'language-unknown' }));
    }
    if ((await proposals.countOpen('in', archive.service)) >= MAX_OPEN_OF_ONE_ARCHIVE) return BUSY;
    const now = clock.now();
    const { language, title } = check;
    const proposal = await proposals.save({
      ...key,
      state: 'open',
      language,
      title: title || undefined,
      archive: archive.service,
      address: archive.address,
      note: undefined,
      who: undefined,
      at: now,
      changedAt: now,
      askedAt: now,
      stamp: check.stamp,
    });
    if (!check.isTrusting || !trusted.includes(archive.service)) return outcomeOf(proposal);
    return acceptAtOnce(proposal, original);
  };

  const answerFor = async (message: RelationProposal, original: CatalogueItem): Promise<ProposalAnswer> => {
    const { repository: of } = original;
    const key: ProposalKey = { direction: 'in', kind: message.kind, of, item: message.item };
    if (await isLinked(catalogue, original, message)) return answerWith('accepted');
    const unfit = findUnfit(original, message);
    if (unfit !== undefined) return answerWith('refused', unfit);
    const known = await proposals.find(key);
    const isKnown = known?.state === 'open' || known?.state === 'refused';
    if (isKnown && (message.stamp === undefined || message.stamp === known.stamp)) return outcomeOf(known);
    if ((await proposals.countOpen('in')) >= MAX_OPEN) return BUSY;
    return (await mayCheck(() => checkAndKeep(message, { key, original, known: isKnown ? known : undefined }))) ?? BUSY;
  };

  const answerProposal = async (message: RelationProposal): Promise<ProposalAnswer> => {
    const original = await catalogue.find(message.of);
    if (original?.state.kind !== 'original') return answerWith('unknown');
    const answer = await answerFor(message, original);
    return { ...answer, language: original.language };
  };

  return {
    async answer(message) {
      if (message.subject === 'relationCheck')
        return formatCheckAnswer(await answerCheck({ catalogue, trusted, isReadingPublic }, message));
      return formatProposalAnswer(await answerProposal(message));
    },
  };
};

/** Why nobody could accept the proposal. */
const findUnfit = (
  { repository: label, content }: CatalogueItem,
  { kind }: Pick<RelationProposal, 'kind'>,
): Refusal | undefined => {
  const mayBeLinked = kind === 'edition' ? mayHaveEditions : mayHaveTranslations;
  if (mayBeLinked(content)) return undefined;
  return refuse('item-refused', { reason: content === 'Service' ? 'one-service' : 'no-editions', label });
};

/** Limits the checks, so that a flood of proposals does not make this Archive ask without end. */
const createCheckLimit = (clock: Clock) => {
  let running = 0;
  let minute = 0n;
  let begun = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
    const now = clock.now() / MINUTE_MICROSECONDS;
    if (now !== minute) [minute, begun] = [now, 0];
    if (running >= MAX_CHECKS_AT_A_TIME || begun >= MAX_CHECKS_A_MINUTE) return undefined;
    running += 1;
    begun += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  };
};

const answerWith = (outcome: ProposalAnswer['outcome'], said?: Said): ProposalAnswer => ({
  outcome,
  reason: said === undefined ? '' : describe(said, 'en'),
  because: said?.code === undefined ? '' : JSON.stringify(said),
});
const BUSY = answerWith('busy', because('proposal-note', { reason: 'busy' }));

const outcomeOf = ({ state, note }: Pick<Proposal, 'state' | 'note'>): ProposalAnswer =>
  state === 'open' ? answerWith('pending') : answerWith('refused', note);

/** Whether the original is linked to the item as proposed. */
export const isLinked = async (
  catalogue: Catalogue,
  { repository }: Pick<CatalogueItem, 'repository'>,
  { kind, item }: Pick<RelationProposal, 'kind' | 'item'>,
): Promise<boolean> => {
  const other = (await catalogue.find(item))?.repository ?? item;
  const wanted: ItemLink['kind'] = kind === 'edition' ? 'nextEdition' : 'translation';
  return (await catalogue.links(repository)).some((link) => link.kind === wanted && link.label === other);
};

const CHECKED_LINKS = { edition: 'editionOf', nextedition: 'nextEdition', translation: 'translation' } as const;

/** Answers only what is public: whether the item is linked as an edition or a translation of the other. */
const answerCheck = async (
  {
    catalogue,
    trusted,
    isReadingPublic,
  }: { readonly catalogue: Catalogue; readonly trusted: readonly Label[]; readonly isReadingPublic: boolean },
  { kind, of, item: label, archiveService }: RelationCheck,
): Promise<CheckAnswer> => {
  const item = await catalogue.find(label);
  const isTrusting = trusted.includes(archiveService);
  if (item?.state.kind !== 'original') return { isSaid: false, language: undefined, title: '', isTrusting };
  const other = (await catalogue.find(of))?.repository ?? of;
  const links = await saidLinks(catalogue, item.repository);
  const isSaid = links.some((link) => link.kind === CHECKED_LINKS[kind] && (link.label === other || link.label === of));
  const proposed = kind === 'nextedition' ? undefined : ({ direction: 'out', kind, of, item: label } as const);
  const proposal = proposed && (await catalogue.proposals.find(proposed));
  const isOpen = item.access.description !== 'closed';
  return {
    isSaid,
    language: isSaid || (isReadingPublic && isOpen) ? item.language : undefined,
    title: isSaid && isReadingPublic && isOpen ? await titleOf(catalogue, item) : '',
    stamp: proposal && String(proposal.at),
    isTrusting,
  };
};

export const titleOf = async (catalogue: Pick<Catalogue, 'find'>, item: CatalogueItem): Promise<string> => {
  const metadata = item.describedBy === undefined ? undefined : (await catalogue.find(item.describedBy))?.metadata;
  return metadata === undefined ? '' : titleIn(metadata, item.language);
};
