import { refuse } from '@perene/api/refusals';
import type { RepositoryLabel } from '@perene/core';
import { parseAlias } from '@perene/core/item';
import type { Catalogue, CatalogueItem } from '../../../ports/archive/catalogue.ts';
import { type DoiQueue, type DoiRegistration, NEVER_AGAIN, type WantedState } from '../../../ports/dois/doi-queue.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import type { Author } from '../archive-operations.ts';
import { findItem } from '../create-archive.ts';
import { checkItemName } from '../items/check-labels.ts';
import { timeOf } from '../items/view-item.ts';
import type { DoiOperations, DoiProgress, DoiView } from './doi-operations.ts';

/** What the registration of DOIs has to know of the account. */
export interface DoiRules {
  readonly prefix: string;
  readonly state: WantedState;
}

/** Binds the DOI to a name; the database queues its registration in the same transaction. */
export type GiveToName = (
  name: { readonly minter: string; readonly id: string },
  makeDoi: (id: string) => string,
  author: Author,
) => Promise<string>;

const DEFAULT_LIMIT = 50;

export const createDois = ({
  queue,
  catalogue,
  clock,
  rules,
  giveToName,
}: {
  readonly queue: DoiQueue;
  readonly catalogue: Pick<Catalogue, 'change' | 'find' | 'findReservation'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Undefined if the node has no account. */
  readonly rules: DoiRules | undefined;
  readonly giveToName: GiveToName;
}): DoiOperations => {
  const find = async (given: string): Promise<DoiRegistration> => {
    const found = await queue.find(readDoi(given));
    if (found === undefined) throw refuse('doi-not-found', { doi: given.slice(0, 200) });
    return found;
  };
  const wishFor = async (given: string, change: { readonly wanted?: WantedState }): Promise<DoiView> => {
    const { doi } = await find(given);
    await queue.wishFor(doi, change);
    return viewDoi(await find(doi));
  };
  const check = (doi: string, { prefix }: DoiRules): string => {
    const own = readDoi(doi);
    if (!own.startsWith(`${prefix}/`)) throw refuse('doi-unregistrable', { reason: 'prefix', doi: own, prefix });
    return own;
  };
  const giveToItem = async (
    label: string,
    given: string | undefined,
    wanted: WantedState,
    author: Author,
    own: DoiRules,
  ) => {
    const item = await findItem(catalogue, checkItemName(label));
    if (item.state.kind !== 'original' || item.content !== 'Data') {
      throw refuse('doi-unregistrable', { reason: 'not-original', label: item.repository });
    }
    const doi = given === undefined ? (ownDoi(item, own) ?? makeDoi(item, own)) : check(given, own);
    const change = { addAliases: [`doi:${doi}`] };
    await catalogue.change([{ item, change }], {
      who: author.who,
      at: clock.now(),
      action: 'edited',
      dois: [{ doi, repository: item.repository, wanted }],
    });
    return doi;
  };

  return {
    async assign({ doi: given, state, ...subject }, author) {
      if (rules === undefined) throw refuse('doi-unregistrable', { reason: 'unconfigured' });
      const wanted = state ?? rules.state;
      if (subject.item !== undefined) {
        return viewDoi(await find(await giveToItem(subject.item, given, wanted, author, rules)));
      }
      if (subject.minter === undefined) throw refuse('doi-unregistrable', { reason: 'nothing' });
      const made = (id: string) => check(given ?? `${rules.prefix}/${id}`, rules);
      const doi = await giveToName(subject, made, author);
      const registration = await find(doi);
      const { subject: holder } = registration;
      if (holder.kind !== 'name' || holder.minter !== subject.minter || holder.id !== subject.id) {
        throw refuse('doi-unregistrable', { reason: 'taken', doi });
      }
      if (registration.wanted !== wanted) await queue.wishFor(doi, { wanted });
      return viewDoi(await find(doi));
    },
    show: async (doi) => viewDoi(await find(doi)),
    async list({ cursor = '', limit = DEFAULT_LIMIT, isWaiting }) {
      const found = await queue.list({ after: cursor, limit: limit + 1, isWaiting });
      const dois = found.slice(0, limit).map(viewDoi);
      return { dois, next: found.length > limit ? dois.at(-1)?.doi : undefined };
    },
    async setState(doi, state) {
      const { state: now, wanted } = await find(doi);
      if (state === 'draft' && (wanted !== 'draft' || (now !== 'none' && now !== 'draft'))) {
        throw refuse('doi-state-invalid', { doi: doi.slice(0, 200), state: now });
      }
      return wishFor(doi, { wanted: state });
    },
    retry: (doi) => wishFor(doi, {}),
    retryAll: () => queue.retryAll(),
  };
};

/** A DOI as it is kept: letters of ASCII in lower case, everything else escaped. */
const readDoi = (text: string): string => {
  const alias = parseAlias(/^10\./.test(text) ? `doi:${text}` : text);
  if (!alias.ok || alias.value.kind !== 'doi') throw refuse('doi-invalid');
  return alias.value.key.slice('doi:'.length);
};

/** The DOI of this account that the item carries already. */
export const ownDoi = (
  { aliases }: Pick<CatalogueItem, 'aliases'>,
  { prefix }: Pick<DoiRules, 'prefix'>,
): string | undefined =>
  aliases
    .map((text) => parseAlias(text))
    .flatMap((alias) => (alias.ok && alias.value.kind === 'doi' ? [alias.value.key.slice('doi:'.length)] : []))
    .find((doi) => doi.startsWith(`${prefix}/`));

/**
 * The label never changes and is nobody else's, so the DOI that is made from it can be made again. It must not read like
 * an address of the label, and no label has an underscore.
 */
export const makeDoi = (
  { repository, ibips }: { readonly repository: RepositoryLabel; readonly ibips: readonly string[] },
  { prefix }: Pick<DoiRules, 'prefix'>,
): string => `${prefix}/${(ibips[0] ?? repository).replaceAll('/', '_')}`.toLowerCase();

const progressOf = ({ wish, done, dueAt, attempts }: DoiRegistration): DoiProgress => {
  if (done >= wish) return 'done';
  if (dueAt >= NEVER_AGAIN) return 'refused';
  return attempts > 0 ? 'failing' : 'waiting';
};

const viewDoi = ({ wish, done, dueAt, changedAt, ...registration }: DoiRegistration): DoiView => ({
  ...registration,
  progress: progressOf({ wish, done, dueAt, changedAt, ...registration }),
  next: done < wish && dueAt > 0n && dueAt < NEVER_AGAIN ? timeOf(dueAt) : undefined,
  changed: changedAt > 0n ? timeOf(changedAt) : undefined,
});
