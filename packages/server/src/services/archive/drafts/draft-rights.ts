import { type Draft, mayDeposit, mayReview } from '@perene/api';
import type { StoredDraft } from '../../../ports/archive/desk/drafts.ts';
import { isAtLeast } from '../../../ports/node/api-keys.ts';
import type { DraftActor } from './draft-operations.ts';

/** A draft, with those of its collections into which items come by a review. */
export interface JudgedDraft extends Pick<StoredDraft, 'state' | 'owner' | 'principal' | 'people' | 'content'> {
  readonly reviewedBy: readonly string[];
}

const isAdministrator = ({ role, limits }: DraftActor): boolean => role === 'admin' && limits === undefined;

const isOwn = ({ owner, principal }: JudgedDraft, actor: DraftActor): boolean =>
  owner === undefined ? principal === actor.id : owner === actor.person;

const isSharedWith = ({ people }: JudgedDraft, { person }: DraftActor): boolean =>
  person !== undefined && people.includes(person);

const mayWrite = (actor: DraftActor, { content }: JudgedDraft): boolean =>
  (isAtLeast(actor.role, 'depositor') || actor.grants?.some(({ role }) => role === 'curator') === true) &&
  (actor.limits === undefined || mayDeposit(actor, content.collections ?? []));

/** What somebody may do with a draft; undefined if they may not even know of it. */
export const rightsOver = (draft: JudgedDraft, actor: DraftActor): Draft['may'] | undefined => {
  const { state, reviewedBy } = draft;
  const [isOwner, isAdmin] = [isOwn(draft, actor), isAdministrator(actor)];
  const isWriter = isOwner || isAdmin || isSharedWith(draft, actor);
  const reviews = reviewedBy.filter((name) => mayReview(actor, name));
  const isReviewer = state === 'review' && reviews.length > 0;
  if (!isWriter && !isReviewer) return undefined;
  const writes = isWriter && mayWrite(actor, draft);
  const reviewsAll = reviews.length === reviewedBy.length;
  return {
    edit: state === 'open' && writes,
    publish: reviewsAll && (state === 'open' ? writes : isReviewer),
    send: state === 'open' && writes && reviewedBy.length > 0,
    return: state === 'review' && (isReviewer || isOwner || isAdmin),
    share: (state === 'open' || state === 'review') && writes && (isOwner || isAdmin),
    discard: (state === 'open' || state === 'review') && writes && (isOwner || isAdmin),
  };
};
