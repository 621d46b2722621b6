import { refuse } from '@perene/api/refusals';
import { dateFromMicroseconds, formatTime, type RepositoryLabel } from '@perene/core';
import { foldFilePath } from '@perene/core/item';
import type { CatalogueItem, ExpectedChange, ItemChange, ItemLink, NewItem } from '../../../ports/archive/catalogue.ts';
import type { Withdrawal } from '../../../ports/archive/catalogue-records.ts';
import type { ItemFile } from '../../../ports/archive/item-files.ts';
import type { SqlSession } from '../engine/sql-database.ts';
import { hasRows, readFirst, readRows } from '../engine/typed-rows.ts';
import { TABLES } from '../migrations/tables.ts';
import { lockOfLabel } from './catalogue-locks.ts';
import { ITEM_COLUMNS, itemOf, stateColumns } from './catalogue-rows.ts';
import {
  forgetMember,
  joinCollections,
  replaceCollections,
  tellCollections,
} from './collections/collection-members.ts';
import { keepBrought } from './history/brought-records.ts';
import { keepHistory, type Writing } from './history/keep-history.ts';
import { addAliases, changeAliases } from './item-aliases.ts';
import { addLabels, labelTaken, removeLabels } from './item-labels.ts';
import { keepAwaitingLinks } from './links/awaiting-links.ts';
import { adoptLinks, linkItem, moveLinks, nameByRepository, unlinkItem } from './links/item-links.ts';
import { findLinks } from './links/related-items.ts';
import { takeBackLinks } from './links/told-links.ts';
import { changeLanguage } from './links/translation-families.ts';
import { indexRepository, unindexItem } from './search/search-index.ts';
import { keepLabelChange } from './sql-label-changes.ts';

/** Returns the items whose claims this may change: the item, and the one that it describes. */
export const addItem = async (writing: Writing, item: NewItem): Promise<readonly RepositoryLabel[]> => {
  const { session } = writing;
  const [kind, detail] = stateColumns(item.state);
  const row = await readFirst(
    session,
    { number: 'integer' },
    `insert into items (repository, ibips, aliases, content, state, state_detail, language, target, file_name_encoding,
       networks, file_list, description, embargo, opens, described_by, describes, metadata, created_at, updated_at, revision)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)
     on conflict (repository) do nothing returning number`,
    [
      item.repository,
      item.ibips.join(' '),
      (item.aliases ?? []).join(' '),
      item.content,
      kind,
      detail,
      item.language ?? null,
      item.target ?? null,
      item.fileNameEncoding ?? 'utf-8',
      item.access?.networks?.join(' ') ?? null,
      item.access?.fileList ?? 'open',
      item.access?.description ?? 'open',
      item.access?.embargo ?? null,
      item.opens ?? null,
      null,
      item.describes ?? null,
      item.metadata === undefined ? null : JSON.stringify(item.metadata),
      item.createdAt,
      item.updatedAt,
    ],
  );
  if (row === undefined) throw labelTaken(item.repository);
  const { number } = row;
  if (item.owner) await session.run('update items set owner = ? where number = ?', [item.owner, number]);
  if (item.withdrawal) await setWithdrawal(session, item.repository, item.withdrawal);
  await addLabels(writing, number, [item.repository, ...item.ibips]);
  await addAliases(writing, { ...item, number }, item.aliases ?? []);
  await addFiles(session, item.repository, item.files ?? []);
  if (item.collections) await joinCollections(session, { ...item, number }, item.collections);
  if (item.brought) await keepBrought(session, item.repository, item.brought);
  await adoptLinks(session, item);
  if (item.linksAwait) await keepAwaitingLinks(session, item, item.linksAwait);
  else if (item.links) await linkItem(session, item, item.links, { acting: writing.authorship, origin: 'deposit' });
  if (item.describes !== undefined) await describeItem(writing, item.describes, item);
  keepHistory(writing, item.repository, 'added', {
    state: item.state.kind,
    files: item.files ?? [],
    ...(item.aliases && item.aliases.length > 0 && { aliases: item.aliases }),
    ...(item.metadata && { metadata: item.metadata }),
    ...(item.links && { links: item.links }),
  });
  if (item.links) await noteLinks(writing, item.repository, []);
  return withDescribed(item);
};

const withDescribed = ({ repository, describes }: Pick<NewItem, 'repository' | 'describes'>) =>
  describes === undefined ? [repository] : [repository, describes];

/** Notes added and removed links in the history of the items at their other ends, too. */
const noteLinks = async (writing: Writing, repository: string, before: readonly ItemLink[]): Promise<void> => {
  const after = await findLinks(writing.session, repository);
  const differ = (links: readonly ItemLink[], others: readonly ItemLink[]): readonly ItemLink[] =>
    links.filter(
      ({ kind, label, language, holding }) =>
        holding === 'original' &&
        !others.some((one) => one.kind === kind && one.label === label && one.language === language),
    );
  const note = (links: readonly ItemLink[], action: string): void => {
    for (const { label, kind, language } of links) {
      keepHistory(writing, label, action, { item: repository, kind: REVERSE[kind], ...(language && { language }) });
    }
  };
  note(differ(before, after), 'unlinked');
  note(differ(after, before), 'linked');
};

const REVERSE = { nextEdition: 'editionOf', editionOf: 'nextEdition', translation: 'translation' } as const;

const without = <Label>(all: readonly Label[], some: readonly Label[] = []): readonly Label[] =>
  all.filter((one) => !some.includes(one));

const addFiles = async (session: SqlSession, repository: string, files: readonly ItemFile[]): Promise<void> => {
  for (const { path, bytes, sha256, mediaType } of files) {
    await session.run(
      'insert into files (repository, path, folded_path, bytes, sha256, media_type) values (?, ?, ?, ?, ?, ?)',
      [repository, path, foldFilePath(path), BigInt(bytes), sha256, mediaType],
    );
  }
};

/** Indexes the described item, which is found by the words of its metadata. */
const describeItem = async (
  { session, dialect }: Writing,
  described: string,
  { repository }: Pick<NewItem, 'repository'>,
): Promise<void> => {
  const isThere = await hasRows(session, 'update items set described_by = ? where repository = ? returning number', [
    repository,
    described,
  ]);
  if (!isThere) {
    throw refuse('item-not-found', { reason: 'described', label: described, by: repository });
  }
  await indexRepository(session, dialect, described);
};

/** Returns the items whose claims this may change. */
export const changeItem = async (
  writing: Writing & { readonly action: string },
  { item: expected, change }: ExpectedChange,
): Promise<readonly RepositoryLabel[]> => {
  const { session, dialect, authorship, action } = writing;
  const before = await readExpected(session, expected);
  if (before.describes !== undefined) session.need({ exclusive: [lockOfLabel(before.describes)] });
  const after = {
    ibips: [...without(before.ibips, change.removeIbips), ...(change.addIbips ?? [])],
    aliases: await changeAliases(writing, before, change),
    state: change.state ?? before.state,
    language: change.language === undefined ? before.language : (change.language ?? undefined),
    target: change.target ?? before.target,
    access: change.access ?? before.access,
    opens: change.opens === undefined ? before.opens : (change.opens ?? undefined),
    owner: change.owner === undefined ? before.owner : (change.owner ?? undefined),
    metadata: change.metadata ?? before.metadata,
  };
  const [kind, detail] = stateColumns(after.state);
  await session.run(
    `update items set ibips = ?, aliases = ?, state = ?, state_detail = ?, language = ?, target = ?, networks = ?, file_list = ?,
       description = ?, embargo = ?, opens = ?, owner = ?, metadata = ?, updated_at = ?, revision = revision + 1 where repository = ?`,
    [
      after.ibips.join(' '),
      after.aliases.join(' '),
      kind,
      detail,
      after.language ?? null,
      after.target ?? null,
      after.access.networks?.join(' ') ?? null,
      after.access.fileList,
      after.access.description ?? 'open',
      after.access.embargo ?? null,
      after.opens ?? null,
      after.owner ?? null,
      after.metadata === undefined ? null : JSON.stringify(after.metadata),
      change.updatedAt ?? authorship.at,
      before.repository,
    ],
  );
  if (change.withdrawal !== undefined) await setWithdrawal(session, before.repository, change.withdrawal);
  await removeLabels(session, before, change.removeIbips ?? []);
  await addLabels(writing, before.number, change.addIbips ?? []);
  const isLinking = change.links !== undefined || change.unlink !== undefined;
  const links = isLinking ? await findLinks(session, before.repository) : [];
  const collected = change.collections && (await replaceCollections(session, before, change.collections));
  await nameByRepository(session, before.repository, change.addIbips ?? []);
  if (change.language !== undefined) await changeLanguage(session, before.repository, change.language ?? '');
  if (change.state) await moveLinks(session, before.repository, { before: before.state, after: change.state });
  if (change.unlink) await unlinkItem(session, before.repository, change.unlink);
  if (change.links) {
    const item = { ...after, repository: before.repository, content: before.content };
    await linkItem(session, item, change.links, { acting: authorship, origin: 'edit' });
  }
  if (change.files) {
    await session.run('delete from files where repository = ?', [before.repository]);
    await addFiles(session, before.repository, change.files);
  }
  if (change.metadata && before.describes !== undefined) await describeItem(writing, before.describes, before);
  await indexRepository(session, dialect, before.repository);
  const told = differences(before, change, isLinking ? links : undefined);
  keepHistory(
    writing,
    before.repository,
    action,
    collected ? await tellCollections(session, told, before, collected) : told,
  );
  if (isLinking) await noteLinks(writing, before.repository, links);
  return withDescribed(before);
};

/** A description is out of reach with its item. */
const setWithdrawal = (session: SqlSession, repository: string, withdrawal: Withdrawal | null): Promise<void> =>
  session.run('update items set withdrawn_at = ?, withdrawn_reason = ? where repository = ? or describes = ?', [
    withdrawal?.at ?? null,
    withdrawal?.reason ?? null,
    repository,
    repository,
  ]);

type Expected = Pick<CatalogueItem, 'repository' | 'revision'>;

const readExpected = async (session: SqlSession, { repository, revision }: Expected): Promise<CatalogueItem> => {
  const item = await readItem(session, repository);
  if (item === undefined) throw refuse('item-not-found', { reason: 'label', label: repository });
  if (item.revision === revision) return item;
  throw refuse('item-changed', { reason: 'meanwhile', label: repository });
};

/** People read the history, so dates are written for them. */
const withTime = ({ at, ...link }: ItemLink) => ({
  ...link,
  ...(at !== undefined && { at: formatTime(dateFromMicroseconds(at)) }),
});

/** The old values beside the new ones, for the history. */
const differences = (before: CatalogueItem, change: ItemChange, links: readonly ItemLink[] | undefined) => {
  const { collections: _, ...shown } = change;
  const names = Object.keys(withoutUndefined(shown)) as (keyof ItemChange)[];
  const earlier = Object.fromEntries(
    names.filter((name) => name in before).map((name) => [name, before[name as keyof CatalogueItem] ?? null]),
  );
  return { before: { ...earlier, ...(links && { links: links.map(withTime) }) }, after: withoutUndefined(shown) };
};

const withoutUndefined = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as Value;

export const forgetItem = async (writing: Writing, expected: Expected): Promise<void> => {
  const { session, dialect } = writing;
  const item = await readExpected(session, expected);
  const { repository } = item;
  const files = await readRows(session, { path: 'text' }, 'select path from files where repository = ?', [repository]);
  await unindexItem(session, dialect, item.number);
  const labels = await readRows(session, { label: 'text' }, 'delete from labels where number = ? returning label', [
    item.number,
  ]);
  for (const { label } of labels) keepLabelChange(session, label, 'removed');
  await session.run('delete from items where number = ?', [item.number]);
  await session.run('delete from files where repository = ?', [repository]);
  await session.run('delete from brought_records where repository = ?', [repository]);
  await forgetMember(session, item.number);
  await takeBackLinks(session, repository);
  if (item.describes !== undefined) session.need({ exclusive: [lockOfLabel(item.describes)] });
  await session.run('update items set described_by = null where described_by = ?', [repository]);
  keepHistory(writing, repository, 'copy dropped', {
    before: {
      ibips: item.ibips,
      aliases: item.aliases,
      state: item.state,
      files: files.map(({ path }) => path),
      metadata: item.metadata,
    },
  });
};

export const readItem = async (session: SqlSession, repository: string): Promise<CatalogueItem | undefined> => {
  const query = `select ${ITEM_COLUMNS} from items i where i.repository = ?`;
  const row = await readFirst(session, TABLES.items, query, [repository]);
  return row && itemOf(row);
};
