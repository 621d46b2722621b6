import { Refusal, refuse } from '@perene/api/refusals';
import { aliasLabel } from '@perene/core/item';
import { forEachConcurrently } from '../../../concurrency/for-each-concurrently.ts';
import type { Catalogue, CatalogueItem, LineOfBatch, NewItem } from '../../../ports/catalogue.ts';
import type { IncomingDocuments, ItemFile } from '../../../ports/item-files.ts';
import type { FileLine } from '../../../ports/line-files.ts';
import type { Secrets } from '../../../ports/secrets.ts';
import type { SourceFolder } from '../../../ports/source-folder.ts';
import type { Author } from '../archive-operations.ts';
import { checkAlias, type IsMinted, refuseMinted } from '../items/check-aliases.ts';
import { chooseTarget } from '../items/check-description.ts';
import type { DepositNeeds } from '../items/deposit-item.ts';
import { compareWithHere, type GivenFile } from './compare-with-here.ts';
import { type ImportRecord, labelOfLine, metadataOf, parseImportRecord } from './import-record.ts';
import { endsImport, linkImported } from './link-imported.ts';

export interface ImportNeeds extends DepositNeeds {
  readonly sources: SourceFolder;
  readonly secrets: Pick<Secrets, 'randomBytes'>;
  readonly isMinted: IsMinted;
}

export interface RefusedLine {
  readonly line: number;
  readonly label: string | undefined;
  /** `item`: the item was not imported. `links`: it was imported without its links. */
  readonly part: 'item' | 'links';
  readonly refusal: Refusal;
}

export interface ImportSummary {
  readonly imported: number;
  readonly alreadyHere: number;
  readonly refused: number;
  /** The number of items that were imported without their links, because these contradict others. */
  readonly linksRefused: number;
}

export interface ImportOptions {
  readonly author: Author;
  readonly onRefused?: (refused: RefusedLine) => Promise<void> | void;
  /** Called with the number of bytes of finished lines. */
  readonly onProgress?: (bytes: number) => void;
}

/** Items that wait at the same time share a commit of the catalogue. */
const MAX_ITEMS_AT_A_TIME = 32;

type Outcome = 'imported' | 'already-here';

/**
 * Imports items that already have labels, one a line, in any order, each completely or not at all; then their links,
 * which may name any line. Items that are here already stay unchanged, so that an interrupted import can simply be
 * repeated.
 */
export const importItems = async (
  needs: ImportNeeds,
  lines: AsyncIterable<FileLine>,
  { author, onRefused, onProgress }: ImportOptions,
): Promise<ImportSummary> => {
  const counts = { imported: 0, alreadyHere: 0, refused: 0, linksRefused: 0 };
  const batch = needs.secrets.randomBytes(16).toString('hex');
  const inTurn = createTurns();
  let done = 0;
  await forEachConcurrently(lines, { limit: MAX_ITEMS_AT_A_TIME }, async (line) => {
    if (line.text?.trim() !== '') {
      try {
        const record = readLine(line, needs.clock.now());
        const outcome = await inTurn(labelsIn(record), () =>
          importItem(needs, record, { author, line: { batch, line: line.number } }),
        );
        counts[outcome === 'imported' ? 'imported' : 'alreadyHere'] += 1;
      } catch (error) {
        if (!(error instanceof Refusal) || endsImport(error)) throw error;
        counts.refused += 1;
        const label = labelOfLine(line.text ?? '');
        await onRefused?.({ line: line.number, label, part: 'item', refusal: error });
      }
    }
    done = Math.max(done, line.end);
    onProgress?.(done);
  });
  await linkImported(needs, { batch, who: author.who }, async ({ line, repository }, refusal) => {
    counts.linksRefused += 1;
    await onRefused?.({ line, label: repository, part: 'links', refusal });
  });
  // Items that are here already may come from an interrupted import whose labels were not announced yet.
  await needs.catalogue.settled();
  return counts;
};

const readLine = ({ text, refused }: FileLine, now: bigint): ImportRecord => {
  if (refused !== undefined) throw refused;
  return parseImportRecord(text ?? '', now);
};

/** All labels of a line; aliases by their keys, which all spellings share. */
const labelsIn = ({ item, description }: ImportRecord): readonly string[] =>
  [item, description].flatMap(({ repository, ibips, aliases = [] }) => [
    ...(repository === undefined ? [] : [repository]),
    ...ibips,
    ...aliases.map((alias) => aliasLabel(checkAlias(alias))),
  ]);

/** If two lines share a label or an alias, the second waits for the first. */
const createTurns = () => {
  const last = new Map<string, Promise<unknown>>();
  return async <Result>(labels: readonly string[], work: () => Promise<Result>): Promise<Result> => {
    const turn = Promise.allSettled(labels.map((label) => last.get(label))).then(work);
    for (const label of labels) last.set(label, turn);
    try {
      return await turn;
    } finally {
      for (const label of labels) if (last.get(label) === turn) last.delete(label);
    }
  };
};

interface Importing {
  readonly author: Author;
  readonly line: LineOfBatch;
}

const importItem = async (needs: ImportNeeds, record: ImportRecord, { author, line }: Importing): Promise<Outcome> => {
  const { catalogue, sources } = needs;
  const here = await catalogue.find(record.item.repository);
  if (here !== undefined) {
    const given = await hashSources(sources, record);
    const outcome = await compareWithHere(catalogue, here, record, given);
    await takeLinks(catalogue, here, record, line);
    return outcome;
  }
  await refuseMinted(needs.isMinted, [...(record.item.aliases ?? []), ...(record.description.aliases ?? [])]);
  const { repository } = record.item;
  if (record.files.length === 0) {
    const items = await describeAll(needs, record, { received: [], line });
    return addItems(needs, record, { author, items, received: [], takeBack: async () => undefined });
  }
  const incoming = await needs.files.begin();
  try {
    const received = await receiveAll(needs, incoming, record);
    const items = await describeAll(needs, record, { received, line });
    const keeping = await keepDocuments(needs, incoming, record, received);
    const takeBack = async () => (keeping === 'kept' ? incoming.withdraw(repository) : undefined);
    return await addItems(needs, record, { author, items, received, takeBack });
  } finally {
    await incoming.discard();
  }
};

interface Adding {
  readonly author: Author;
  readonly items: readonly NewItem[];
  readonly received: readonly ItemFile[];
  readonly takeBack: () => Promise<void>;
}

const addItems = async (
  { catalogue, clock }: ImportNeeds,
  record: ImportRecord,
  { author, items, received, takeBack }: Adding,
): Promise<Outcome> => {
  try {
    await catalogue.add(items, { who: author.who, at: clock.now(), linkOrigin: { kind: 'import' } });
    return 'imported';
  } catch (error) {
    // Another process may have imported the item meanwhile, with the same documents.
    const other = await catalogue.find(record.item.repository);
    if (other !== undefined) return compareWithHere(catalogue, other, record, received);
    await takeBack();
    throw error;
  }
};

const receiveAll = async (
  { sources, maxFileBytes }: ImportNeeds,
  incoming: IncomingDocuments,
  { files }: ImportRecord,
): Promise<readonly ItemFile[]> => {
  const received: ItemFile[] = [];
  for (const { path, from, bytes, sha256 } of files) {
    const content = await sources.open(from);
    const file = await incoming
      .receive(path, content, { maxBytes: maxFileBytes })
      .catch((error: unknown) => Promise.reject(asUnreadable(from, error)))
      .finally(() => content.destroy());
    const isExpected = [undefined, file.bytes].includes(bytes) && [undefined, file.sha256].includes(sha256);
    if (!isExpected) throw damaged(from, file);
    received.push(file);
  }
  return received;
};

/** Turns a failure of the source into a refusal; a failure of the store's own disk is one already. */
const asUnreadable = (from: string, error: unknown): unknown =>
  error instanceof Error && 'syscall' in error && 'code' in error
    ? refuse('file-unreadable', { reason: 'failed', path: from, cause: String(error.code) })
    : error;

const damaged = (from: string, { bytes, sha256 }: ItemFile): Refusal =>
  refuse('file-damaged', { reason: 'line', path: from, bytes, sha256 });

/** The item and the one that describes it. */
const describeAll = async (
  { mint }: ImportNeeds,
  { item, description }: ImportRecord,
  { received: files, line }: { readonly received: readonly ItemFile[]; readonly line: LineOfBatch },
): Promise<readonly NewItem[]> => {
  const target = files.length === 0 ? item.target : chooseTarget(files, item.target);
  const { fields: _, ...describing } = description;
  const items = [
    { ...item, target, files },
    {
      ...describing,
      ...(await labelsOf(mint, description)),
      describes: item.repository,
      metadata: metadataOf(description, target),
    },
  ];
  return items.map((one) => (one.links === undefined ? one : { ...one, linksAwait: line }));
};

const labelsOf = async (
  mint: ImportNeeds['mint'],
  { repository, ibips }: ImportRecord['description'],
): Promise<Pick<NewItem, 'repository' | 'ibips'>> => {
  if (repository !== undefined) return { repository, ibips };
  const [minted] = await mint(1);
  if (minted === undefined) throw new Error('a label was asked for');
  return { repository: minted.repository, ibips: minted.ibip === undefined ? ibips : [minted.ibip, ...ibips] };
};

/** Uses documents that an interrupted import left behind, if they are the same. */
const keepDocuments = async (
  { files }: ImportNeeds,
  incoming: IncomingDocuments,
  { item: { repository } }: ImportRecord,
  received: readonly ItemFile[],
): Promise<'kept' | 'found' | 'none'> => {
  if (received.length === 0) return 'none';
  try {
    await incoming.keep(repository);
    return 'kept';
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'documents-exist') throw error;
  }
  for (const { path, sha256 } of received) {
    if ((await files.hash(repository, path))?.sha256 === sha256) continue;
    throw refuse('documents-exist', { reason: 'left-behind', label: repository });
  }
  return 'found';
};

/** Takes over the links of an interrupted import that did not reach them. */
const takeLinks = async (
  { awaitingLinks }: Catalogue,
  here: CatalogueItem,
  { item, description }: ImportRecord,
  line: LineOfBatch,
): Promise<void> => {
  if (item.links) await awaitingLinks.take(here.repository, item.links, line);
  if (description.links && here.describedBy !== undefined) {
    await awaitingLinks.take(here.describedBy, description.links, line);
  }
};

const hashSources = async (sources: SourceFolder, { files }: ImportRecord): Promise<readonly GivenFile[]> => {
  const hashed: GivenFile[] = [];
  for (const { path, from, sha256 } of files) {
    hashed.push({ path, sha256: sha256 ?? (await sources.hash(from)).sha256 });
  }
  return hashed;
};
