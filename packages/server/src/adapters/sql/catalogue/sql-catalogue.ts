import type { RepositoryLabel } from '@perene/core';
import { noteRead } from '../../../memory/reading-notes.ts';
import type {
  Authorship,
  Catalogue,
  CatalogueItem,
  CatalogueReader,
  CatalogueSnapshot,
  Page,
  PageRequest,
} from '../../../ports/archive/catalogue.ts';
import type { HistoryEntry, TransferRecord } from '../../../ports/archive/catalogue-records.ts';
import type { ClaimedItem, FindClaimSigner } from '../../../ports/archive/claims.ts';
import { queueDois } from '../dois/sql-doi-queue.ts';
import type { Locks } from '../engine/locks.ts';
import type { SqlDatabase, SqlSession } from '../engine/sql-database.ts';
import { type Row, readFirst, readRows } from '../engine/typed-rows.ts';
import { TABLES } from '../migrations/tables.ts';
import { lockChanged, lockForgotten, lockNew } from './catalogue-locks.ts';
import { fileOf, ITEM_COLUMNS, itemOf } from './catalogue-rows.ts';
import { addItem, changeItem, forgetItem } from './catalogue-writes.ts';
import { createSqlChanges } from './changes/sql-changes.ts';
import { claimOf, LAST_CLAIM, listStatements } from './claims/claim-rows.ts';
import { findManifest } from './claims/find-news.ts';
import { signTransaction } from './claims/sign-transaction.ts';
import { findCollectionsOf } from './collections/collection-rows.ts';
import { createSqlCollections } from './collections/sql-collections.ts';
import { createSqlAccessCounts, readCounts } from './counts/sql-access-counts.ts';
import { createSqlUsageCounts, readCiting, sumUsage } from './counts/sql-usage-counts.ts';
import { findReservation, settleDraft } from './drafts/reservations.ts';
import { createSqlDrafts } from './drafts/sql-drafts.ts';
import { createSqlFileChecks, isFileDamaged, readFixity } from './files/sql-file-checks.ts';
import { createSqlFileChecksums } from './files/sql-file-checksums.ts';
import { END_OF_TRANSACTION } from './history/end-of-transaction.ts';
import type { Writing } from './history/keep-history.ts';
import { readActivity } from './history/select-activity.ts';
import { findEditions, findLastEdition, findNextEdition } from './links/found-editions.ts';
import { findLinks, findTranslations, findUnknownLanguages } from './links/related-items.ts';
import { createSqlAwaitingLinks } from './links/sql-awaiting-links.ts';
import { keepRequest, keepTransfer } from './once-only.ts';
import { listCatalogue } from './search/list-catalogue.ts';
import { createSqlLabelChanges } from './sql-label-changes.ts';
import { createSqlRelationProposals } from './sql-relation-proposals.ts';
import { walkCatalogue } from './walk-catalogue.ts';

const HISTORY_PER_STEP = 10;
const MAX_HISTORY_CHARACTERS = 4 * 1_048_576;

export const createSqlCatalogue = (
  database: SqlDatabase,
  limits: { readonly searchDeadlineMs: number } = { searchDeadlineMs: 2_000 },
  findSigner: FindClaimSigner = async () => undefined,
): Catalogue => {
  const { dialect } = database;
  const read = database.read.bind(database);
  const snapshot: Catalogue['snapshot'] = (work) => read((session) => work(createSnapshot(session)));
  /** `work` returns the items to be claimed. */
  const write = async (
    authorship: Authorship,
    locks: Locks | undefined,
    work: (writing: Writing) => Promise<readonly RepositoryLabel[]>,
  ): Promise<void> => {
    const signer = await findSigner();
    await database.transaction(async (session) => {
      const writing = { session, dialect, authorship };
      if (authorship.transfer) await keepTransfer(writing, authorship.transfer);
      const written = await work(writing);
      await queueDois(session, authorship.dois ?? []);
      if (signer) {
        await signTransaction({ session, signer, authorship }, written);
        session.defer(END_OF_TRANSACTION, { kind: 'signer', signer });
      }
      await authorship.beforeCommit?.({ find: (label) => findItem(session, label) });
    }, locks);
  };
  return {
    ...readEach(snapshot),
    snapshot,
    ...listCatalogue(database, { deadlineMs: limits.searchDeadlineMs }),
    findRequest: (key) =>
      read((session) =>
        readFirst(
          session,
          { fingerprint: 'text', repository: 'repository' },
          'select fingerprint, repository from requests where key = ?',
          [key],
        ),
      ),
    findTransfer: (id) =>
      read(async (session) => {
        const row = await readFirst(session, TABLES.transfers, 'select * from transfers where id = ?', [id]);
        return row && transferOf(row);
      }),
    add: (items, authorship) =>
      write(authorship, lockNew(items, authorship), async (writing) => {
        const written: RepositoryLabel[] = [];
        for (const item of items) written.push(...(await addItem(writing, item)));
        const { draft, at } = authorship;
        if (draft && items[0]) await settleDraft(writing.session, draft, items[0].repository, at);
        if (authorship.request && items[0]) await keepRequest(writing, authorship.request, items[0].repository);
        return written;
      }),
    change: (changes, { action, ...authorship }) =>
      write(authorship, lockChanged(changes, authorship), async (writing) => {
        const written: RepositoryLabel[] = [];
        for (const expected of changes) written.push(...(await changeItem({ ...writing, action }, expected)));
        return written;
      }),
    forget: (items, authorship) =>
      write(authorship, lockForgotten(items, authorship), async (writing) => {
        for (const item of items) await forgetItem(writing, item);
        return [];
      }),
    collections: createSqlCollections(database, write),
    drafts: createSqlDrafts(database),
    awaitingLinks: createSqlAwaitingLinks(database),
    settled: async () => undefined,
    ...walkCatalogue(database),
    labelChanges: createSqlLabelChanges(database),
    changes: createSqlChanges(database),
    accessCounts: createSqlAccessCounts(database),
    usageCounts: createSqlUsageCounts(database),
    fileChecks: createSqlFileChecks(database),
    checksums: createSqlFileChecksums(database),
    proposals: createSqlRelationProposals(database),
    activity: (query) => read((session) => readActivity(session, query)),
  };
};

const createSnapshot = (session: SqlSession): CatalogueSnapshot => ({
  find: (label) => findItem(session, label),
  findReservation: (label) => findReservation(session, label),
  findClaimed: (label) => findClaimed(session, label),
  statements: (repository, page) => listStatements(session, noted(repository), page),
  manifest: (repository) => findManifest(session, noted(repository)),
  files: async (repository) => {
    noteRead(repository);
    const query = 'select * from files where repository = ? order by path';
    return (await readRows(session, TABLES.files, query, [repository])).map(fileOf);
  },
  file: async (repository, path) => {
    noteRead(repository);
    const query = 'select * from files where repository = ? and path = ?';
    const row = await readFirst(session, TABLES.files, query, [repository, path]);
    return row && fileOf(row);
  },
  isDamaged: (repository, path) => isFileDamaged(session, { repository: noted(repository), path }),
  fixity: (repository) => readFixity(session, noted(repository)),
  nextEdition: (repository) => findNextEdition(session, repository),
  lastEdition: (repository) => findLastEdition(session, repository),
  translations: (repository, language) => findTranslations(session, repository, language),
  editions: (repository) => findEditions(session, repository),
  collectionsOf: (repository) => findCollectionsOf(session, repository),
  links: (repository) => findLinks(session, repository),
  unknownLanguages: (page) => findUnknownLanguages(session, page),
  history: (repository, page) => listHistory(session, noted(repository), page),
  accesses: (query) => readCounts(session, query),
  usage: { sum: (query) => sumUsage(session, query), citing: (query) => readCiting(session, query) },
});

const noted = <Name extends string>(name: Name): Name => {
  noteRead(name);
  return name;
};

/** Runs each method in a snapshot of its own. */
const readEach = (snapshot: Catalogue['snapshot']): CatalogueReader => ({
  find: (label) => snapshot((reader) => reader.find(label)),
  findReservation: (label) => snapshot((reader) => reader.findReservation(label)),
  findClaimed: (label) => snapshot((reader) => reader.findClaimed(label)),
  statements: (repository, page) => snapshot((reader) => reader.statements(repository, page)),
  manifest: (repository) => snapshot((reader) => reader.manifest(repository)),
  files: (repository) => snapshot((reader) => reader.files(repository)),
  file: (repository, path) => snapshot((reader) => reader.file(repository, path)),
  isDamaged: (repository, path) => snapshot((reader) => reader.isDamaged(repository, path)),
  fixity: (repository) => snapshot((reader) => reader.fixity(repository)),
  nextEdition: (repository) => snapshot((reader) => reader.nextEdition(repository)),
  lastEdition: (repository) => snapshot((reader) => reader.lastEdition(repository)),
  translations: (repository, language) => snapshot((reader) => reader.translations(repository, language)),
  editions: (repository) => snapshot((reader) => reader.editions(repository)),
  collectionsOf: (repository) => snapshot((reader) => reader.collectionsOf(repository)),
  links: (repository) => snapshot((reader) => reader.links(repository)),
  unknownLanguages: (page) => snapshot((reader) => reader.unknownLanguages(page)),
  history: (repository, page) => snapshot((reader) => reader.history(repository, page)),
});

const transferOf = (row: Row<typeof TABLES.transfers>): TransferRecord => ({
  id: row.id,
  repository: row.repository || undefined,
  outcome: row.outcome as TransferRecord['outcome'],
  who: row.who ?? undefined,
  receipt: row.receipt ?? undefined,
});

const findItem = async (session: SqlSession, label: string): Promise<CatalogueItem | undefined> => {
  noteRead(label);
  const row = await readFirst(
    session,
    TABLES.items,
    `select ${ITEM_COLUMNS} from labels l join items i on i.number = l.number where l.label = ?`,
    [label],
  );
  return row && itemOf(notedItem(row));
};

const notedItem = (row: Row<typeof TABLES.items>): Row<typeof TABLES.items> => {
  noteRead(row.repository);
  return row;
};

const findClaimed = async (session: SqlSession, label: string): Promise<ClaimedItem | undefined> => {
  noteRead(label);
  const row = await readFirst(
    session,
    { ...TABLES.items, claim: 'text?' },
    `select ${ITEM_COLUMNS}, ${LAST_CLAIM} as claim from labels l join items i on i.number = l.number where l.label = ?`,
    [label],
  );
  return row && { item: itemOf(notedItem(row)), claim: claimOf(row.claim) };
};

const pageOf = <Entry>(entries: readonly Entry[], limit: number, numberOf: (entry: Entry) => bigint): Page<Entry> => {
  const last = entries[limit - 1];
  return {
    entries: entries.slice(0, limit),
    next: entries.length > limit && last !== undefined ? numberOf(last) : undefined,
  };
};

const listHistory = async (
  session: SqlSession,
  repository: string,
  { before, limit }: PageRequest,
): Promise<Page<HistoryEntry>> => {
  const entries: HistoryEntry[] = [];
  let characters = 0;
  let last = before;
  // A single change may have megabytes of metadata.
  while (entries.length <= limit && characters <= MAX_HISTORY_CHARACTERS) {
    const rows = await readRows(
      session,
      TABLES.history,
      `select * from history where repository = ? ${last === undefined ? '' : 'and number < ?'}
       order by number desc limit ${HISTORY_PER_STEP}`,
      [repository, ...(last === undefined ? [] : [last])],
    );
    entries.push(...rows.map(entryOf));
    characters += rows.reduce((sum, { detail }) => sum + detail.length, 0);
    last = entries.at(-1)?.number;
    if (rows.length < HISTORY_PER_STEP) return pageOf(entries, limit, ({ number }) => number);
  }
  // The page ends one entry before the last that was read, so that there is a next page.
  return pageOf(entries, Math.min(limit, entries.length - 1), ({ number }) => number);
};

const entryOf = (row: Row<typeof TABLES.history>): HistoryEntry => ({
  ...row,
  detail: JSON.parse(row.detail) as unknown,
});
