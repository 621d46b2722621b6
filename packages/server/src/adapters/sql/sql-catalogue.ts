import type {
  Authorship,
  Catalogue,
  CatalogueItem,
  HistoryEntry,
  ListedItem,
  Page,
  PageRequest,
  RelatedLabel,
  TransferRecord,
} from '../../ports/catalogue.ts';
import { fileOf, ITEM_COLUMNS, itemOf, metadataOf, textOf } from './catalogue-rows.ts';
import {
  addItem,
  changeItem,
  forgetItem,
  keepRequest,
  keepTransfer,
  readItem,
  type Writing,
} from './catalogue-writes.ts';
import { searchCondition } from './search-index.ts';
import type { SqlDatabase, SqlDialect, SqlRow, SqlSession, SqlValue } from './sql-database.ts';

const FILES_PER_STEP = 1_000;
const MAX_RELATED = 10_000;
const HISTORY_PER_STEP = 10;
const MAX_HISTORY_CHARACTERS = 4 * 1_048_576;

export const createSqlCatalogue = (database: SqlDatabase): Catalogue => {
  const { dialect } = database;
  const read = database.read.bind(database);
  const write = (authorship: Authorship, work: (writing: Writing) => Promise<void>): Promise<void> =>
    database.transaction(async (session) => {
      const writing = { session, dialect, authorship };
      if (authorship.transfer) await keepTransfer(writing, authorship.transfer);
      await work(writing);
      await authorship.beforeCommit?.({ find: (label) => findItem(session, label) });
    });
  return {
    version: () => database.version(),
    find: (label) => read((session) => findItem(session, label)),
    files: (repository) =>
      read(async (session) =>
        (await session.all('select * from files where repository = ? order by path', [repository])).map(fileOf),
      ),
    file: (repository, path) =>
      read(async (session) => {
        const rows = await session.all('select * from files where repository = ? and path = ?', [repository, path]);
        return rows.map(fileOf)[0];
      }),
    nextEdition: (repository) => read((session) => findEdition(session, repository, NEXT)),
    lastEdition: (repository) =>
      read(async (session) => (await findEdition(session, repository, LAST)) ?? itself(session, repository)),
    translations: (repository, language) => read((session) => findTranslations(session, repository, language)),
    editions: (repository) => read((session) => findEditions(session, repository)),
    findRelated: (itemNumber, repository) => read((session) => findRelated(session, itemNumber, repository)),
    list: (page) => read((session) => listItems(session, dialect, page)),
    history: (repository, page) => read((session) => listHistory(session, repository, page)),
    findRequest: (key) =>
      read(async (session) => {
        const [row] = await session.all('select fingerprint, repository from requests where key = ?', [key]);
        return row && { fingerprint: textOf(row['fingerprint']), repository: textOf(row['repository']) };
      }),
    findTransfer: (id) =>
      read(async (session) => {
        const [row] = await session.all('select id, repository, outcome from transfers where id = ?', [id]);
        return row && transferOf(row);
      }),
    add: (items, authorship) =>
      write(authorship, async (writing) => {
        for (const item of items) await addItem(writing, item);
        if (authorship.request && items[0]) await keepRequest(writing, authorship.request, items[0].repository);
      }),
    change: (changes, { action, ...authorship }) =>
      write(authorship, async (writing) => {
        for (const expected of changes) await changeItem({ ...writing, action }, expected);
      }),
    forget: (items, authorship) =>
      write(authorship, async (writing) => {
        for (const item of items) await forgetItem(writing, item);
      }),
    walkFiles: () => walkFiles(database),
    count: () =>
      read(async (session) => {
        const [row] = await session.all(
          'select (select count(*) from items) as items, (select count(*) from files) as files',
        );
        return { items: Number(row?.['items']), files: Number(row?.['files']) };
      }),
    close: () => database.close(),
  };
};

const transferOf = (row: SqlRow): TransferRecord => ({
  id: textOf(row['id']),
  repository: textOf(row['repository']) || undefined,
  outcome: textOf(row['outcome']) as TransferRecord['outcome'],
});

const findItem = async (session: SqlSession, label: string): Promise<CatalogueItem | undefined> => {
  const [row] = await session.all(
    `select ${ITEM_COLUMNS} from labels l join items i on i.number = l.number where l.label = ?`,
    [label],
  );
  return row && itemOf(row);
};

const NEXT = 'e.place > mine.place';
const LAST = 'e.place >= mine.place';
const ALIVE = "(i.state is null or i.state <> 'deleted')";

/** One step along the index of chains, however long they are. */
const findEdition = async (
  session: SqlSession,
  repository: string,
  which: typeof NEXT | typeof LAST,
): Promise<RelatedLabel | undefined> => {
  const [row] = await session.all(
    `select e.label, ${ITEM_COLUMNS} from editions mine
     join editions e on e.chain = mine.chain and ${which}
     left join items i on i.repository = e.label
     where mine.label = ? and ${ALIVE} order by e.place ${which === NEXT ? 'asc' : 'desc'} limit 1`,
    [repository],
  );
  return row && relatedOf(row);
};

const relatedOf = (row: SqlRow): RelatedLabel => {
  const item = row['repository'] === null ? undefined : itemOf(row);
  // By this language a translation is looked for, also where only the others say it.
  const language = textOf(row['known_language']) || item?.language;
  return { label: textOf(row['label']), language, item };
};

const itself = async (session: SqlSession, repository: string): Promise<RelatedLabel> => {
  const item = await readItem(session, repository);
  return { label: repository, language: item?.language, item };
};

const findEditions = async (session: SqlSession, repository: string): Promise<readonly RelatedLabel[]> => {
  const rows = await session.all(
    `select e.label, ${ITEM_COLUMNS} from editions mine join editions e on e.chain = mine.chain
     left join items i on i.repository = e.label where mine.label = ? order by e.place limit ${MAX_RELATED}`,
    [repository],
  );
  return rows.length === 0 ? [await itself(session, repository)] : rows.map(relatedOf);
};

const findTranslations = async (
  session: SqlSession,
  repository: string,
  language: string | undefined,
): Promise<readonly RelatedLabel[]> => {
  const rows = await session.all(
    `select t.label, t.language as known_language, ${ITEM_COLUMNS} from translations mine
     join translations t on t.family = mine.family ${language === undefined ? '' : 'and t.language = ?'}
     left join items i on i.repository = t.label
     where mine.label = ? and ${ALIVE} order by t.language limit ${MAX_RELATED}`,
    language === undefined ? [repository] : [language, repository],
  );
  if (rows.length > 0) return rows.map(relatedOf);
  const alone = await itself(session, repository);
  return language === undefined || alone.language === language ? [alone] : [];
};

/** From an item to an edition or a translation of it, or to an edition of a translation, or to a translation of an edition. */
const findRelated = async (
  session: SqlSession,
  itemNumber: bigint,
  repository: string,
): Promise<string | undefined> => {
  const [row] = await session.all(
    `select coalesce(there.describes, there.repository) as found, here.repository, here.describes
     from items there, items here where there.repository = ? and here.number = ?`,
    [repository, itemNumber],
  );
  if (row === undefined) return undefined;
  const [found, start] = [textOf(row['found']), textOf(row['describes'] ?? row['repository'] ?? null)];
  if (await areRelated(session, start, found)) return found;
  // What describes an item may have translations, too.
  const described = await session.all(
    `select i.describes from translations a join translations b on b.family = a.family
     join items i on i.repository = b.label where a.label = ? and i.describes is not null`,
    [repository],
  );
  for (const { describes } of described) {
    if (await areRelated(session, start, textOf(describes ?? null))) return found;
  }
  return undefined;
};

const areRelated = async (session: SqlSession, start: string, found: string): Promise<boolean> => {
  if (found === start) return true;
  const [path] = await session.all(
    `select 1 as one from editions a join editions b on b.chain = a.chain where a.label = ? and b.label = ?
     union all
     select 1 from translations a join translations b on b.family = a.family where a.label = ? and b.label = ?
     union all
     select 1 from editions a join editions m on m.chain = a.chain join translations t on t.label = m.label
       join translations b on b.family = t.family where a.label = ? and b.label = ?
     union all
     select 1 from translations a join translations m on m.family = a.family join editions t on t.label = m.label
       join editions b on b.chain = t.chain where a.label = ? and b.label = ?
     limit 1`,
    [start, found, start, found, start, found, start, found],
  );
  return path !== undefined;
};

const listItems = async (
  session: SqlSession,
  dialect: SqlDialect,
  { before, limit, words }: PageRequest & { readonly words?: string | undefined },
): Promise<Page<ListedItem>> => {
  const search = words === undefined ? undefined : searchCondition(words, dialect);
  if (words !== undefined && search === undefined) return { entries: [], next: undefined };
  const values: SqlValue[] = search ? [search.value] : [];
  // FTS5 walks its own numbers backwards only where the condition names them.
  const numbered = search && dialect === 'sqlite' ? 's.rowid' : 'i.number';
  if (before !== undefined) values.push(before);
  const rows = await session.all(
    `select ${ITEM_COLUMNS}, m.metadata as described from items i ${search?.join ?? ''}
     left join items m on m.repository = i.described_by
     where i.content = 'Data' and i.state <> 'deleted' ${before === undefined ? '' : `and ${numbered} < ?`}
     order by ${numbered} desc limit ?`,
    [...values, BigInt(limit + 1)],
  );
  const entries = rows.map((row) => ({ item: itemOf(row), metadata: metadataOf(row['described']) }));
  return pageOf(entries, limit, ({ item }) => item.number);
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
  // A single change may say megabytes of metadata.
  while (entries.length <= limit && characters <= MAX_HISTORY_CHARACTERS) {
    const rows = await session.all(
      `select * from history where repository = ? ${last === undefined ? '' : 'and number < ?'}
       order by number desc limit ${HISTORY_PER_STEP}`,
      [repository, ...(last === undefined ? [] : [last])],
    );
    entries.push(...rows.map(entryOf));
    characters += rows.reduce((sum, { detail }) => sum + textOf(detail).length, 0);
    last = entries.at(-1)?.number;
    if (rows.length < HISTORY_PER_STEP) return pageOf(entries, limit, ({ number }) => number);
  }
  // Cut short, one entry before the last that was read, so that there is a next page.
  return pageOf(entries, Math.min(limit, entries.length - 1), ({ number }) => number);
};

const entryOf = (row: SqlRow): HistoryEntry => ({
  number: BigInt(row['number'] ?? 0n),
  repository: textOf(row['repository']),
  at: BigInt(row['at'] ?? 0n),
  who: textOf(row['who']),
  action: textOf(row['action']),
  detail: JSON.parse(textOf(row['detail'])) as unknown,
});

async function* walkFiles(database: SqlDatabase) {
  let last: readonly [SqlValue, SqlValue] = ['', ''];
  for (;;) {
    const rows = await database.read((session) =>
      session.all(
        `select f.* from files f join items i on i.repository = f.repository
         where (f.repository, f.path) > (?, ?) and i.state <> 'deleted'
         order by f.repository, f.path limit ${FILES_PER_STEP}`,
        last,
      ),
    );
    for (const row of rows) yield { ...fileOf(row), repository: textOf(row['repository']) };
    const end = rows.at(-1);
    if (end === undefined) return;
    last = [textOf(end['repository']), textOf(end['path'])];
  }
}
