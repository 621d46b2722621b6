import type { HistoryPage } from '@perene/api';
import { misfit, refuse } from '@perene/api/refusals';
import { type Ibi, type Label, parseIbi } from '@perene/core';
import { parseAlias } from '@perene/core/item';
import type { FastifyRequest } from 'fastify';
import type { ArchiveOperations, ItemView, LabelOrAlias } from '../../../../services/archive/archive-operations.ts';
import type { CollectionOperations } from '../../../../services/archive/collections/collection-operations.ts';
import { allowsDescription } from '../../../../services/archive/documents/allow-client.ts';
import type { ItemProofs } from '../../../../services/archive/items/prove-item.ts';
import { withoutContent, withoutDescription } from '../../../../services/archive/items/view-item.ts';
import type { PeopleOperations } from '../../../../services/people/people-operations.ts';
import { TombstoneRefusal } from '../../problems.ts';
import { rememberAnswer } from '../../remembered/remembered-answers.ts';
import { authorOf, checkRole } from '../authentication.ts';
import type { Bind } from '../bind-operation.ts';
import { createItemRights } from './item-rights.ts';
import { nameOwners, readList } from './lists/read-list.ts';

export const registerItemRoutes = (
  bind: Bind,
  {
    archive,
    collections,
    itemProofs,
    people,
  }: {
    readonly archive: ArchiveOperations;
    readonly collections: Pick<CollectionOperations, 'show'>;
    readonly itemProofs: ItemProofs;
    readonly people: Pick<PeopleOperations, 'show'>;
  },
): void => {
  const rights = createItemRights(archive, collections);
  bind(
    'listItems',
    async ({ query, principal }) => nameOwners(people, await archive.list(readList(query, principal))),
    { isSearch: true },
  );
  bind(
    'showItem',
    async (request) => {
      const found = await archive.show(readName(request.params.ibi));
      const item = await nameOwner(people, showTo(request, found));
      const { networks, fileList, description } = found.access;
      if (
        request.principal === undefined &&
        networks === undefined &&
        fileList === 'open' &&
        description !== 'closed'
      ) {
        rememberAnswer(request, { isTagged: false });
      }
      if (item.withdrawn !== undefined && request.principal === undefined) {
        const { at: date, reason: because } = item.withdrawn;
        throw new TombstoneRefusal('item-withdrawn', { label: item.repository, date, because }, item);
      }
      if (item.removed === undefined) return item;
      const { at: date, reason: because } = item.removed;
      throw new TombstoneRefusal('item-removed', { reason: 'on', label: item.repository, date, because }, item);
    },
    { headers: etagOf },
  );
  bind('listFiles', async (request) => {
    const { files } = await readListed(request, archive, readName(request.params.ibi));
    return { files };
  });
  bind('readHistory', async (request) => {
    const name = readName(request.params.ibi);
    if (request.principal !== undefined) return archive.history(name, request.query);
    await readListed(request, archive, name);
    const { entries, ...page } = await archive.history(name, request.query);
    return { ...page, entries: entries.map(withoutPeople) };
  });
  bind('showItemProof', async (request) => {
    const item = await archive.show(readName(request.params.ibi));
    const label = parseIbi(request.params.ibi);
    return itemProofs.find(label.ok ? label.value.text : (item.repository as Label), {
      isListed: !isClosedTo(request, item) && isDescribedTo(request, item) && !isDarkTo(request, item),
    });
  });
  bind('listClaims', ({ params, query }) => archive.claims(readName(params.ibi), query));
  bind(
    'editItem',
    async (request) => {
      // A further IBIp may be that of an item elsewhere, whose readers would come here; without it, readers are lost.
      const { addIbips = [], removeIbips = [] } = request.body;
      const { owner } = request.body;
      if (addIbips.length + removeIbips.length > 0 || owner !== undefined) checkRole(request.principal, 'steward');
      if (typeof owner === 'string') await people.show(owner);
      const revision = readRevision(request.headers['if-match']) ?? request.body.revision;
      const name = readName(request.params.ibi);
      await rights.check(request, name);
      await rights.checkAdded(request, request.body);
      return archive.edit(name, { ...request.body, revision }, authorOf(request));
    },
    { headers: etagOf },
  );
  bind(
    'removeItem',
    async (request) => {
      const reason = request.body?.reason ?? request.query.reason ?? '';
      const name = readName(request.params.ibi);
      await rights.check(request, name);
      return archive.remove(name, { reason }, authorOf(request));
    },
    { headers: etagOf },
  );
  bind(
    'withdrawItem',
    async (request) => {
      const name = readName(request.params.ibi);
      await rights.checkWithdrawal(request, name);
      return archive.withdraw(name, request.body, authorOf(request));
    },
    { headers: etagOf },
  );
  bind(
    'restoreItem',
    async (request) => {
      const name = readName(request.params.ibi);
      await rights.checkWithdrawal(request, name);
      return archive.restore(name, authorOf(request));
    },
    { headers: etagOf },
  );
};

/** How many characters of a given text a refusal repeats. */
const MAX_REPEATED = 200;

export const readLabel = (text: string): Ibi => {
  const ibi = parseIbi(text);
  if (ibi.ok) return ibi.value;
  throw refuse('label-invalid', { reason: 'label', text: text.slice(0, MAX_REPEATED), ...misfit(ibi) });
};

/** Reads a label, or an alias in any of its forms. */
const readName = (text: string): LabelOrAlias => {
  const alias = parseAlias(text);
  return alias.ok ? alias.value : readLabel(text);
};

/** The ETag is the revision, which If-Match compares. */
export const etagOf = ({ revision }: Pick<ItemView, 'revision'>) => ({ etag: `"${revision}"` });

type Asking = Pick<FastifyRequest, 'principal' | 'ip'>;

/**
 * Whether the list of files is closed to this client. Closed lists are shown to holders of a key only, in every answer.
 */
const isClosedTo = ({ principal }: Asking, { access }: ItemView): boolean =>
  access.fileList === 'closed' && principal === undefined;

const isDescribedTo = ({ principal, ip: address }: Asking, { access }: ItemView): boolean =>
  allowsDescription(access, { address, hasKey: principal !== undefined });

/** What a withdrawn item has is shown to holders of a key only. */
const isDarkTo = ({ principal }: Asking, { withdrawn }: ItemView): boolean =>
  withdrawn !== undefined && principal === undefined;

/** Names of people are shown to holders of a key only. */
const showTo = (request: Asking, item: ItemView): ItemView => {
  if (request.principal !== undefined) return item;
  const { owner: _owner, ...unowned } = item;
  const named = { ...unowned, links: item.links.map(withoutWho) };
  const anonymous = item.withdrawn === undefined ? named : withoutContent(named);
  if (!isDescribedTo(request, item)) return withoutDescription(anonymous);
  if (!isClosedTo(request, item)) return anonymous;
  const { target: _, damaged: __, ...shown } = anonymous;
  return { ...shown, files: [] };
};

/** Shows who owns the item by name. */
const nameOwner = async (people: Pick<PeopleOperations, 'show'>, item: ItemView): Promise<ItemView> => {
  if (item.owner === undefined) return item;
  const { id } = item.owner;
  const person = await people.show(id).catch(() => undefined);
  return { ...item, owner: { id, ...(person && { name: person.name }) } };
};

const withoutWho = <Entry extends { readonly who?: unknown }>({ who: _, ...entry }: Entry): Omit<Entry, 'who'> => entry;

/** A change of links names who made them. */
const withoutPeople = ({ detail, ...entry }: HistoryPage['entries'][number]) => {
  const { before } = (detail ?? {}) as { readonly before?: { readonly links?: unknown } };
  const links = Array.isArray(before?.links) ? before.links.map(withoutWho) : undefined;
  const shown = links === undefined ? detail : { ...(detail as object), before: { ...before, links } };
  return { ...withoutWho(entry), detail: shown };
};

/** Returns the item to those who may see its list of files, and refuses others. */
const readListed = async (request: Asking, archive: ArchiveOperations, name: LabelOrAlias): Promise<ItemView> => {
  const item = await archive.show(name);
  if (!isDescribedTo(request, item)) throw refuse('description-closed', { reason: 'here', label: item.repository });
  if (item.withdrawn !== undefined && request.principal === undefined) {
    const { at: date, reason: because } = item.withdrawn;
    throw refuse('item-withdrawn', { label: item.repository, date, because });
  }
  if (isClosedTo(request, item)) {
    throw refuse('file-list-closed', { reason: 'here', label: item.repository });
  }
  return item;
};

const readRevision = (condition: string | undefined): number | undefined => {
  if (condition === undefined || condition === '*') return undefined;
  // What is behind the revision tells the bytes apart that it was sent as.
  const [, revision] = /^"(\d{1,15})(?:-[\w-]{1,40})?"$/.exec(condition) ?? [];
  if (revision !== undefined) return Number(revision);
  throw refuse('request-invalid', { reason: 'if-match' });
};
