import { mayAdd, mayChange, mayDeposit, mayReview, mayWithdraw } from '@perene/api';
import { Refusal, refuse } from '@perene/api/refusals';
import { parseIbi } from '@perene/core';
import type { FastifyRequest } from 'fastify';
import type { Principal } from '../../../../ports/people/principal.ts';
import type {
  ArchiveOperations,
  ItemView,
  LabelOrAlias,
  Links,
} from '../../../../services/archive/archive-operations.ts';
import type { CollectionOperations } from '../../../../services/archive/collections/collection-operations.ts';
import type { RelationOperations } from '../../../../services/archive/relations/relation-operations.ts';
import { principalOf } from '../authentication.ts';

type Asking = Pick<FastifyRequest, 'principal'>;

/** What is said of an item that is deposited or edited, as far as the rights of others are concerned. */
interface Added extends Links {
  readonly collections?: readonly string[] | undefined;
}

const PROPOSALS_A_PAGE = 500;
const MAX_PAGES = 20;

/** Compares requests with what people, and limited keys, may do with single items. */
export const createItemRights = (
  archive: Pick<ArchiveOperations, 'show'>,
  known: Pick<CollectionOperations, 'show'>,
) => {
  /** Items come into some collections by those only who judge what is published there. */
  const checkReview = async (principal: Principal, names: readonly string[]): Promise<void> => {
    for (const asked of names) {
      const collection = await known.show(asked, {});
      if (collection.review === 'none' || mayReview(principal, collection.name)) continue;
      throw refuse('review-needed', { collection: collection.name });
    }
  };
  const checkItem = (principal: Principal, item: ItemView): void => {
    if (mayChange(principal, item)) return;
    if (principal.limits !== undefined) throw refuse('role-missing', { reason: 'limited' });
    throw refuse('role-missing', { reason: 'own-items', label: item.repository });
  };
  /** A copy is nobody's here: what is linked to it is decided where its original is. */
  const checkLabel = async (principal: Principal, text: string): Promise<void> => {
    const label = parseIbi(text);
    const item = label.ok ? await archive.show(label.value).catch(absent) : undefined;
    if (item !== undefined && item.state !== 'Copy') checkItem(principal, item);
  };

  return {
    async check(request: Asking, name: LabelOrAlias): Promise<void> {
      const principal = principalOf(request);
      if (mayAll(principal)) return;
      checkItem(principal, await archive.show(name));
    },
    /** Who deposited an item does not restore what others have withdrawn. */
    async checkWithdrawal(request: Asking, name: LabelOrAlias): Promise<void> {
      const principal = principalOf(request);
      if (mayWithdraw(principal, await archive.show(name))) return;
      if (principal.limits !== undefined) throw refuse('role-missing', { reason: 'limited' });
      throw refuse('role-missing', { reason: 'role', role: 'steward', own: principal.role });
    },
    /** An edition or translation of another item changes where the readers of that one are led. */
    async checkAdded(
      request: Asking,
      added: Added,
      { isNew = false, isReviewed = false }: { readonly isNew?: boolean; readonly isReviewed?: boolean } = {},
    ): Promise<void> {
      const principal = principalOf(request);
      const { editionOf, nextEdition, translationOf, translations = {}, collections } = added;
      if (!isReviewed) await checkReview(principal, collections ?? []);
      if (mayAll(principal)) return;
      if ((isNew || collections !== undefined) && !mayDeposit(principal, collections ?? [])) {
        throw refuse('role-missing', { reason: 'limited' });
      }
      if (isNew && !mayAdd(principal, collections ?? [])) {
        throw refuse('role-missing', { reason: 'role', role: 'depositor', own: principal.role });
      }
      const linked = [editionOf, nextEdition, translationOf, ...Object.values(translations)];
      for (const text of linked) if (text !== undefined) await checkLabel(principal, text);
    },
    async checkProposal(request: Asking, relations: Pick<RelationOperations, 'list'>, id: string): Promise<void> {
      const principal = principalOf(request);
      if (mayAll(principal)) return;
      let cursor: string | undefined;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const { proposals, next } = await relations.list({ cursor, limit: PROPOSALS_A_PAGE });
        const found = proposals.find((proposal) => proposal.id === id);
        if (found !== undefined) return checkLabel(principal, found.direction === 'in' ? found.of : found.item);
        if (next === undefined) return;
        cursor = next;
      }
      throw refuse('proposal-not-found', { id });
    },
  };
};

/** Keys that belong to nobody and are not limited have the rights of their role over every item, as do stewards. */
const mayAll = ({ role, person, limits }: Principal): boolean =>
  limits === undefined && (person === undefined || role === 'steward' || role === 'admin');

const absent = (error: unknown): undefined => {
  if (error instanceof Refusal) return undefined;
  throw error;
};
