import type { CollectionName } from '@perene/core/item';
import type { CatalogueItem } from '../../../ports/archive/catalogue.ts';
import type {
  FoundContradiction,
  NeighbouringLabel,
  WalkedData,
  WalkedItem,
  WalkedMembership,
} from '../../../ports/archive/catalogue-records.ts';
import type { CatalogueWalks } from '../../../ports/archive/catalogue-walks.ts';
import type { CollectionKind, InLanguages } from '../../../ports/archive/desk/collections.ts';
import type { SqlDatabase, SqlSession, SqlValue } from '../engine/sql-database.ts';
import { groupRows, type Row, readOne, readRows } from '../engine/typed-rows.ts';
import { TABLES } from '../migrations/tables.ts';
import { fileOf, ITEM_COLUMNS, itemOf } from './catalogue-rows.ts';
import { CONTRADICTIONS } from './contradictions.ts';
import { findPictures } from './files/sql-item-pictures.ts';
import { createPastReader, settleBrought } from './history/brought-records.ts';
import { ORIGINAL_STATES } from './links/link-source.ts';

const ITEMS_PER_STEP = 200;
const FILES_PER_STEP = 1_000;
const CONTRADICTIONS_PER_STEP = 1_000;

export const walkCatalogue = (database: SqlDatabase): CatalogueWalks => ({
  walk: (visit, only) =>
    database.read(async (session) => {
      const wanted = only?.toSorted();
      let last = '';
      for (let step = 0; ; step += ITEMS_PER_STEP) {
        const names = wanted?.slice(step, step + ITEMS_PER_STEP);
        const items = await selectItems(session, last, names);
        const walked = await gather(session, items);
        const described = walked.flatMap(({ description }) => (description ? [description.item.repository] : []));
        const readPast = createPastReader(session, [...items.map(({ repository }) => repository), ...described]);
        for (const data of walked) await visit(data, readPast);
        if ((names ?? items).length === 0) return;
        last = items.at(-1)?.repository ?? last;
      }
    }),
  pictures: (repositories) => database.read((session) => findPictures(session, repositories)),
  settleBrought: () => settleBrought(database),
  walkFiles: () => walkFiles(database),
  findContradictions: () => findContradictions(database),
  total: () =>
    database.read(async (session) => {
      const { items, files, bytes } = await readOne(
        session,
        { items: 'integer', files: 'integer', bytes: 'integer' },
        `select (select count(*) from items) as items, count(*) as files, coalesce(sum(f.bytes), 0) as bytes
         from files f join items i on i.repository = f.repository where i.state <> 'deleted'`,
      );
      return { items: Number(items), files: Number(files), bytes: Number(bytes) };
    }),
});

const selectItems = async (
  session: SqlSession,
  last: string,
  only: readonly string[] | undefined,
): Promise<readonly CatalogueItem[]> => {
  if (only?.length === 0) return [];
  const condition = only === undefined ? '' : `and i.repository in (${placesFor(only)})`;
  const query = `select ${ITEM_COLUMNS} from items i where i.content = 'Data' and i.repository > ? ${condition}
    order by i.repository limit ${ITEMS_PER_STEP}`;
  return (await readRows(session, TABLES.items, query, [last, ...(only ?? [])])).map(itemOf);
};

/** Items that were found by their names, in no certain order. */
export const gatherData = async (
  session: SqlSession,
  repositories: readonly string[],
): Promise<readonly WalkedData[]> => {
  if (repositories.length === 0) return [];
  const query = `select ${ITEM_COLUMNS} from items i where i.repository in (${placesFor(repositories)})`;
  return gather(session, (await readRows(session, TABLES.items, query, repositories)).map(itemOf));
};

/** Reads many items with a few statements. */
const gather = async (session: SqlSession, items: readonly CatalogueItem[]): Promise<readonly WalkedData[]> => {
  if (items.length === 0) return [];
  const repositories = items.map(({ repository }) => repository);
  const descriptions = await selectDescriptions(session, repositories);
  const walked = await relate(session, [...items, ...descriptions]);
  const files = groupRows(
    await readRows(
      session,
      TABLES.files,
      `select * from files where repository in (${placesFor(repositories)}) order by path`,
      repositories,
    ),
    ({ repository }) => repository,
  );
  const collections = await selectMemberships(session, repositories);
  const described = new Map(walked.slice(items.length).map((one) => [one.item.describes, one]));
  return walked.slice(0, items.length).map((one) => {
    const { repository } = one.item;
    return {
      ...one,
      files: (files.get(repository) ?? []).map(fileOf),
      collections: (collections.get(repository) ?? []).map(membershipOf),
      description: described.get(repository),
    };
  });
};

const MEMBERSHIP = { repository: 'text', name: 'text', kind: 'text', title: 'text', place: 'integer' } as const;

const selectMemberships = async (session: SqlSession, repositories: readonly string[]) =>
  groupRows(
    await readRows(
      session,
      MEMBERSHIP,
      `select i.repository, c.name, c.kind, c.title, m.place from items i join collection_members m on m.item = i.number
       join collections c on c.number = m.collection where i.repository in (${placesFor(repositories)}) order by c.name`,
      repositories,
    ),
    ({ repository }) => repository,
  );

const membershipOf = ({ name, kind, title, place }: Row<typeof MEMBERSHIP>): WalkedMembership => ({
  name: name as CollectionName,
  kind: kind as CollectionKind,
  title: JSON.parse(title) as InLanguages,
  place,
});

const placesFor = (values: readonly SqlValue[]): string => values.map(() => '?').join(', ');

const selectDescriptions = async (
  session: SqlSession,
  repositories: readonly string[],
): Promise<readonly CatalogueItem[]> => {
  const rows = await readRows(
    session,
    TABLES.items,
    `select ${ITEM_COLUMNS} from items i where i.describes in (${placesFor(repositories)})`,
    repositories,
  );
  return rows.map(itemOf);
};

/** A copy does not decide its links. */
const HERE = `case when i.state in ${ORIGINAL_STATES} then i.number end as number`;

const NEIGHBOUR = { mine: 'text', label: 'label', language: 'text?', number: 'integer?', told: 'text' } as const;

const relate = async (session: SqlSession, items: readonly CatalogueItem[]): Promise<readonly WalkedItem[]> => {
  const repositories = items.map(({ repository }) => repository);
  const places = placesFor(repositories);
  const editions = groupRows(
    await readRows(
      session,
      { ...NEIGHBOUR, step: 'integer' },
      `select mine.label as mine, e.label, e.place - mine.place as step, ${HERE}, i.language, '' as told
       from editions mine join items o on o.repository = mine.label and o.state in ${ORIGINAL_STATES}
       join editions e on e.chain = mine.chain and e.place in (mine.place - 1, mine.place + 1)
       left join items i on i.repository = e.label where mine.label in (${places})
       union all
       select l.item, l.label, cast(case l.kind when 'nextEdition' then 1 else -1 end as bigint), ${HERE}, i.language, 'told'
       from item_links l left join items i on i.repository = l.label
       where l.kind <> 'translation' and l.item in (${places})`,
      [...repositories, ...repositories],
    ),
    ({ mine }) => mine,
  );
  const translations = groupRows(
    await readRows(
      session,
      NEIGHBOUR,
      `select mine.label as mine, t.label, t.language, ${HERE}, '' as told
       from translations mine join items o on o.repository = mine.label and o.state in ${ORIGINAL_STATES}
       join translations t on t.family = mine.family and t.label <> mine.label
       left join items i on i.repository = t.label where mine.label in (${places})
       union all
       select l.item, l.label, l.language, ${HERE}, 'told' from item_links l left join items i on i.repository = l.label
       where l.kind = 'translation' and l.item in (${places}) order by 3`,
      [...repositories, ...repositories],
    ),
    ({ mine }) => mine,
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

const neighbourOf = (row: Row<typeof NEIGHBOUR>): NeighbouringLabel => ({
  label: row.label,
  language: row.language || undefined,
  number: row.number ?? undefined,
  isTold: row.told === 'told',
});

async function* findContradictions(database: SqlDatabase): AsyncGenerator<FoundContradiction> {
  for (const { contradiction, query } of CONTRADICTIONS) {
    let last = '';
    for (;;) {
      const rows = await database.read((session) =>
        readRows(
          session,
          { label: 'text' },
          `select label from (${query}) found where label > ? order by label limit ${CONTRADICTIONS_PER_STEP}`,
          [last],
        ),
      );
      for (const { label } of rows) yield { label, contradiction };
      const end = rows.at(-1);
      if (end === undefined) break;
      last = end.label;
    }
  }
}

async function* walkFiles(database: SqlDatabase) {
  let last: readonly [SqlValue, SqlValue] = ['', ''];
  for (;;) {
    const rows = await database.read((session) =>
      readRows(
        session,
        TABLES.files,
        `select f.* from files f join items i on i.repository = f.repository
         where (f.repository, f.path) > (?, ?) and i.state <> 'deleted'
         order by f.repository, f.path limit ${FILES_PER_STEP}`,
        last,
      ),
    );
    for (const row of rows) yield { ...fileOf(row), repository: row.repository };
    const end = rows.at(-1);
    if (end === undefined) return;
    last = [end.repository, end.path];
  }
}
