import type { CatalogueItem } from '../../ports/catalogue.ts';
import type {
  CatalogueWalk,
  Contradiction,
  NeighbouringLabel,
  WalkedData,
  WalkedItem,
} from '../../ports/catalogue-walk.ts';
import { fileOf, ITEM_COLUMNS, itemOf, textOf } from './catalogue-rows.ts';
import { CONTRADICTIONS } from './contradictions.ts';
import type { SqlDatabase, SqlRow, SqlSession, SqlValue } from './sql-database.ts';

const ITEMS_PER_STEP = 200;
const CONTRADICTIONS_PER_STEP = 1_000;

export const createSqlCatalogueWalk = (database: SqlDatabase): CatalogueWalk => ({
  walk: (visit) =>
    database.read(async (session) => {
      let last = -1n;
      for (;;) {
        const rows = await session.all(
          `select ${ITEM_COLUMNS} from items i where i.content = 'Data' and i.number > ?
           order by i.number limit ${ITEMS_PER_STEP}`,
          [last],
        );
        const items = rows.map(itemOf);
        for (const data of await gather(session, items)) await visit(data);
        const end = items.at(-1);
        if (end === undefined) return;
        last = end.number;
      }
    }),
  findContradictions: () => findContradictions(database),
  total: () =>
    database.read(async (session) => {
      const [row] = await session.all(
        `select (select count(*) from items) as items, count(*) as files, coalesce(sum(f.bytes), 0) as bytes
         from files f join items i on i.repository = f.repository where i.state <> 'deleted'`,
      );
      return { items: Number(row?.['items']), files: Number(row?.['files']), bytes: Number(row?.['bytes']) };
    }),
});

/** A few statements for many items. */
const gather = async (session: SqlSession, items: readonly CatalogueItem[]): Promise<readonly WalkedData[]> => {
  if (items.length === 0) return [];
  const repositories = items.map(({ repository }) => repository);
  const descriptions = await selectDescriptions(session, repositories);
  const walked = await relate(session, [...items, ...descriptions.values()]);
  const files = group(
    await session.all(
      `select * from files where repository in (${placesFor(repositories)}) order by path`,
      repositories,
    ),
    'repository',
  );
  return walked.slice(0, items.length).map((one, index) => {
    const name = repositories[index] ?? '';
    return {
      ...one,
      files: (files.get(name) ?? []).map(fileOf),
      description: walked.slice(items.length).find(({ item }) => item.describes === name),
    };
  });
};

const placesFor = (values: readonly SqlValue[]): string => values.map(() => '?').join(', ');

const selectDescriptions = async (
  session: SqlSession,
  repositories: readonly string[],
): Promise<ReadonlyMap<string, CatalogueItem>> => {
  const rows = await session.all(
    `select ${ITEM_COLUMNS} from items i where i.describes in (${placesFor(repositories)})`,
    repositories,
  );
  return new Map(rows.map((row) => [textOf(row['describes']), itemOf(row)]));
};

const relate = async (session: SqlSession, items: readonly CatalogueItem[]): Promise<readonly WalkedItem[]> => {
  const repositories = items.map(({ repository }) => repository);
  const places = placesFor(repositories);
  const editions = group(
    await session.all(
      `select mine.label as mine, e.label, e.place - mine.place as step, i.number, i.language
       from editions mine join editions e on e.chain = mine.chain and e.place in (mine.place - 1, mine.place + 1)
       left join items i on i.repository = e.label where mine.label in (${places})`,
      repositories,
    ),
    'mine',
  );
  const translations = group(
    await session.all(
      `select mine.label as mine, t.label, t.language, i.number
       from translations mine join translations t on t.family = mine.family and t.label <> mine.label
       left join items i on i.repository = t.label where mine.label in (${places}) order by t.language`,
      repositories,
    ),
    'mine',
  );
  return items.map((item) => {
    const neighbours = editions.get(item.repository) ?? [];
    return {
      item,
      previousEdition: neighbours.filter(({ step }) => step === -1n).map(neighbourOf)[0],
      nextEdition: neighbours.filter(({ step }) => step === 1n).map(neighbourOf)[0],
      translations: (translations.get(item.repository) ?? []).map(neighbourOf),
    };
  });
};

const neighbourOf = (row: SqlRow): NeighbouringLabel => ({
  label: textOf(row['label']),
  language: textOf(row['language']) || undefined,
  number: row['number'] === null ? undefined : BigInt(row['number'] ?? 0n),
});

const group = (rows: readonly SqlRow[], column: string): ReadonlyMap<string, readonly SqlRow[]> => {
  const groups = new Map<string, SqlRow[]>();
  for (const row of rows) {
    const key = textOf(row[column]);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [row]);
    else known.push(row);
  }
  return groups;
};

async function* findContradictions(database: SqlDatabase): AsyncGenerator<Contradiction> {
  for (const { problem, query } of CONTRADICTIONS) {
    let last = '';
    for (;;) {
      const rows = await database.read((session) =>
        session.all(
          `select label from (${query}) found where label > ? order by label limit ${CONTRADICTIONS_PER_STEP}`,
          [last],
        ),
      );
      for (const row of rows) yield { label: textOf(row['label']), problem };
      const end = rows.at(-1);
      if (end === undefined) break;
      last = textOf(end['label']);
    }
  }
}
