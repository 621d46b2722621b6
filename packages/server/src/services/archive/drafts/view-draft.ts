import type { Draft, DraftSummary } from '@perene/api';
import type { Reservation, StoredDraft } from '../../../ports/archive/desk/drafts.ts';
import type { Person } from '../../../ports/people/people.ts';
import { timeOf } from '../items/view-item.ts';

const MAX_TITLE_LENGTH = 300;

/** Names of people who can be found; those of others are left out. */
export type FindPerson = (id: string) => Promise<Pick<Person, 'id' | 'name' | 'email'> | undefined>;

export const summarizeDraft = (
  draft: StoredDraft,
  ownerName: string | undefined,
  resolverUrl: string,
): DraftSummary => {
  const title = titleOf(draft.content.metadata);
  return {
    id: draft.id,
    state: draft.state,
    ...(title !== undefined && { title }),
    collections: [...(draft.content.collections ?? [])],
    owner: { ...(draft.owner !== undefined && { id: draft.owner }), name: ownerName ?? draft.madeBy },
    ...(draft.reservation && { label: viewReservation(draft.reservation, resolverUrl) }),
    created: timeOf(draft.createdAt),
    updated: timeOf(draft.updatedAt),
    revision: Number(draft.revision),
  };
};

const viewReservation = (
  { repository, ibip, reservedAt }: Reservation,
  resolverUrl: string,
): NonNullable<Draft['label']> => ({
  repository,
  ...(ibip !== undefined && { ibip }),
  persistentUrl: `${resolverUrl}/${ibip ?? repository}`,
  reserved: timeOf(reservedAt),
});

/** The first title in whatever form it is written; metadata of drafts are not checked. */
const titleOf = (metadata: unknown): string | undefined => {
  const given = (metadata as { readonly title?: unknown } | undefined | null)?.title;
  const first: unknown = Array.isArray(given) ? given[0] : given;
  const value: unknown = typeof first === 'object' && first !== null && 'value' in first ? first.value : first;
  const title = typeof value === 'string' ? value.trim() : '';
  return title === '' ? undefined : title.slice(0, MAX_TITLE_LENGTH);
};

export const viewDraft = async (
  draft: StoredDraft,
  {
    findPerson,
    resolverUrl,
    now,
    ...rights
  }: {
    readonly findPerson: FindPerson;
    readonly resolverUrl: string;
    readonly now: bigint;
    readonly reviewedBy: readonly string[];
    readonly may: Draft['may'];
  },
): Promise<Draft> => {
  const owner = draft.owner === undefined ? undefined : await findPerson(draft.owner);
  const people = await Promise.all(draft.people.map(findPerson));
  return {
    ...summarizeDraft(draft, owner?.name, resolverUrl),
    content: draft.content,
    files: draft.files,
    people: people.flatMap((person) => (person ? [{ id: person.id, name: person.name, email: person.email }] : [])),
    notes: draft.notes.map(({ at, who, kind, comment }) => ({
      at: timeOf(at),
      who,
      kind,
      ...(comment !== undefined && { comment }),
    })),
    links: draft.links
      .filter(({ purpose, expiresAt }) => purpose === 'review' && expiresAt > now)
      .map(({ id, createdAt, expiresAt }) => ({ id, created: timeOf(createdAt), expires: timeOf(expiresAt) })),
    reviewedBy: [...rights.reviewedBy],
    may: rights.may,
  };
};
