import { foldFilePath } from '@perene/core/item';
import type {
  Authorship,
  CatalogueItem,
  ExpectedChange,
  ItemChange,
  KeyedRequest,
  NewItem,
  TransferRecord,
} from '../../ports/catalogue.ts';
import type { ItemFile } from '../../ports/item-files.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { ITEM_COLUMNS, itemOf, stateColumns, textOf } from './catalogue-rows.ts';
import { adoptLinks, changeLanguage, linkItem } from './item-links.ts';
import { indexRepository, unindexItem } from './search-index.ts';
import type { SqlDialect, SqlSession } from './sql-database.ts';
import { keepLabelChange } from './sql-label-changes.ts';

export interface Writing {
  readonly session: SqlSession;
  readonly dialect: SqlDialect;
  readonly authorship: Authorship;
}

export const addItem = async (writing: Writing, item: NewItem): Promise<void> => {
  const { session } = writing;
  const [kind, detail] = stateColumns(item.state);
  const [row] = await session.all(
    `insert into items (repository, ibips, content, state, state_detail, language, target, file_name_encoding,
       networks, file_list, described_by, describes, metadata, created_at, updated_at, revision)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)
     on conflict (repository) do nothing returning number`,
    [
      item.repository,
      item.ibips.join(' '),
      item.content,
      kind,
      detail,
      item.language ?? null,
      item.target ?? null,
      item.fileNameEncoding ?? 'utf-8',
      item.access?.networks?.join(' ') ?? null,
      item.access?.fileList ?? 'open',
      null,
      item.describes ?? null,
      item.metadata === undefined ? null : JSON.stringify(item.metadata),
      item.createdAt,
      item.updatedAt,
    ],
  );
  if (row === undefined) throw labelTaken(item.repository);
  const number = BigInt(row['number'] ?? 0n);
  await addLabels(session, number, [item.repository, ...item.ibips]);
  await addFiles(session, item.repository, item.files ?? []);
  await adoptLinks(session, item);
  if (item.links) await linkItem(session, { ...item, language: item.language, links: item.links });
  if (item.describes !== undefined) await describeItem(writing, item.describes, item);
  await keepHistory(writing, item.repository, 'added', {
    state: item.state.kind,
    files: item.files ?? [],
    ...(item.metadata && { metadata: item.metadata }),
  });
};

const labelTaken = (label: string): Refusal =>
  new Refusal(
    'label-taken',
    `${label} names an item of this Archive already: an Archive holds no two items of one label`,
  );

const addLabels = async (session: SqlSession, number: bigint, labels: readonly string[]): Promise<void> => {
  for (const label of labels) {
    const [row] = await session.all(
      'insert into labels (label, number) values (?, ?) on conflict (label) do nothing returning label',
      [label, number],
    );
    if (row === undefined) throw labelTaken(label);
    await keepLabelChange(session, label, 'added');
  }
};

const addFiles = async (session: SqlSession, repository: string, files: readonly ItemFile[]): Promise<void> => {
  for (const { path, bytes, sha256, mediaType } of files) {
    await session.run(
      'insert into files (repository, path, folded_path, bytes, sha256, media_type) values (?, ?, ?, ?, ?, ?)',
      [repository, path, foldFilePath(path), BigInt(bytes), sha256, mediaType],
    );
  }
};

/** The described item is found by what its metadata say. */
const describeItem = async (
  { session, dialect }: Writing,
  described: string,
  { repository }: Pick<NewItem, 'repository'>,
): Promise<void> => {
  const [row] = await session.all('update items set described_by = ? where repository = ? returning number', [
    repository,
    described,
  ]);
  if (row === undefined) {
    throw new Refusal('item-not-found', `${described}, which ${repository} describes, is not in this Archive`);
  }
  await indexRepository(session, dialect, described);
};

export const changeItem = async (
  writing: Writing & { readonly action: string },
  { item: expected, change }: ExpectedChange,
): Promise<void> => {
  const { session, dialect, authorship, action } = writing;
  const before = await readExpected(session, expected);
  const after = {
    ibips: [...before.ibips, ...(change.addIbips ?? [])],
    state: change.state ?? before.state,
    language: change.language === undefined ? before.language : (change.language ?? undefined),
    target: change.target ?? before.target,
    access: change.access ?? before.access,
    metadata: change.metadata ?? before.metadata,
  };
  const [kind, detail] = stateColumns(after.state);
  await session.run(
    `update items set ibips = ?, state = ?, state_detail = ?, language = ?, target = ?, networks = ?, file_list = ?,
       metadata = ?, updated_at = ?, revision = revision + 1 where repository = ?`,
    [
      after.ibips.join(' '),
      kind,
      detail,
      after.language ?? null,
      after.target ?? null,
      after.access.networks?.join(' ') ?? null,
      after.access.fileList,
      after.metadata === undefined ? null : JSON.stringify(after.metadata),
      change.updatedAt ?? authorship.at,
      before.repository,
    ],
  );
  await addLabels(session, before.number, change.addIbips ?? []);
  await adoptLinks(session, { repository: before.repository, ibips: change.addIbips ?? [] });
  if (change.addIbips) await indexRepository(session, dialect, before.repository);
  if (change.language !== undefined) await changeLanguage(session, before.repository, change.language ?? '');
  if (change.links) {
    await linkItem(session, { repository: before.repository, language: after.language, links: change.links });
  }
  if (change.files) {
    await session.run('delete from files where repository = ?', [before.repository]);
    await addFiles(session, before.repository, change.files);
  }
  if (change.metadata && before.describes !== undefined) {
    await describeItem(writing, before.describes, before);
  }
  if (after.state.kind === 'deleted') await unindexItem(session, dialect, before.number);
  await keepHistory(writing, before.repository, action, differences(before, change));
};

type Expected = Pick<CatalogueItem, 'repository' | 'revision'>;

const readExpected = async (session: SqlSession, { repository, revision }: Expected): Promise<CatalogueItem> => {
  const item = await readItem(session, repository);
  if (item === undefined) throw new Refusal('item-not-found', `${repository} is not in this Archive`);
  if (item.revision === revision) return item;
  throw new Refusal('item-changed', `${repository} was changed meanwhile: look at it again, then repeat`);
};

/** What was, beside what is: nothing is overwritten without a trace. */
const differences = (before: CatalogueItem, change: ItemChange): unknown => {
  const names = Object.keys(withoutUndefined(change)) as (keyof ItemChange)[];
  const earlier = Object.fromEntries(
    names.filter((name) => name in before).map((name) => [name, before[name as keyof CatalogueItem] ?? null]),
  );
  return { before: earlier, after: withoutUndefined(change) };
};

const withoutUndefined = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as Value;

export const forgetItem = async (writing: Writing, expected: Expected): Promise<void> => {
  const { session, dialect } = writing;
  const item = await readExpected(session, expected);
  const { repository } = item;
  const [files, metadata] = [
    await session.all('select * from files where repository = ?', [repository]),
    item.metadata,
  ];
  await unindexItem(session, dialect, item.number);
  const labels = await session.all('delete from labels where number = ? returning label', [item.number]);
  for (const { label = null } of labels) await keepLabelChange(session, textOf(label), 'removed');
  await session.run('delete from items where number = ?', [item.number]);
  await session.run('delete from files where repository = ?', [repository]);
  await session.run('update items set described_by = null where described_by = ?', [repository]);
  await keepHistory(writing, repository, 'copy dropped', {
    before: { ibips: item.ibips, state: item.state, files: files.map((row) => textOf(row['path'])), metadata },
  });
};

export const readItem = async (session: SqlSession, repository: string): Promise<CatalogueItem | undefined> => {
  const [row] = await session.all(`select ${ITEM_COLUMNS} from items i where i.repository = ?`, [repository]);
  return row === undefined ? undefined : itemOf(row);
};

const keepHistory = async (
  { session, authorship }: Writing,
  repository: string,
  action: string,
  detail: unknown,
): Promise<void> => {
  await session.run('insert into history (repository, at, who, action, detail) values (?, ?, ?, ?, ?)', [
    repository,
    authorship.at,
    authorship.who,
    action,
    JSON.stringify(detail, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ]);
};

/** In the same transaction as what the request asks for: it happens once, or not at all. */
export const keepRequest = async (
  { session, authorship }: Writing,
  { key, fingerprint }: KeyedRequest,
  repository: string,
): Promise<void> => {
  const [row] = await session.all(
    `insert into requests (key, fingerprint, repository, at) values (?, ?, ?, ?)
     on conflict (key) do nothing returning key`,
    [key, fingerprint, repository, authorship.at],
  );
  if (row === undefined)
    throw new Refusal('request-repeated', 'a request with this Idempotency-Key was carried out already');
};

/** For ever: of two steps that exclude one another, the second is refused, in whatever process it is. */
export const keepTransfer = async (
  { session, authorship }: Writing,
  { id, repository, outcome }: TransferRecord,
): Promise<void> => {
  const isFirst = outcome === 'open' || repository === undefined;
  const [row] = isFirst
    ? await session.all(
        `insert into transfers (id, repository, outcome, at) values (?, ?, ?, ?)
         on conflict (id) do nothing returning id`,
        [id, repository ?? '', outcome, authorship.at],
      )
    : await session.all(
        `update transfers set outcome = ?, at = ? where id = ? and repository = ? and outcome = 'open' returning id`,
        [outcome, authorship.at, id, repository],
      );
  if (row === undefined)
    throw new Refusal('item-changed', `the transfer ${id} has taken another step meanwhile: repeat`);
};
