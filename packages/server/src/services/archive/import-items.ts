import { forEachConcurrently } from '../../concurrency/for-each-concurrently.ts';
import type { Catalogue, CatalogueItem, NewItem } from '../../ports/catalogue.ts';
import type { IncomingDocuments, ItemFile } from '../../ports/item-files.ts';
import type { FileLine } from '../../ports/line-files.ts';
import type { SourceFolder } from '../../ports/source-folder.ts';
import { Refusal, type RefusalCode } from '../../refusals/refusal.ts';
import type { Author } from './archive-operations.ts';
import { chooseTarget } from './check-description.ts';
import type { DepositNeeds } from './deposit-item.ts';
import { type ImportRecord, labelOfLine, metadataOf, parseImportRecord } from './import-record.ts';

export interface ImportNeeds extends DepositNeeds {
  readonly sources: SourceFolder;
}

export interface RefusedLine {
  readonly line: number;
  readonly label: string | undefined;
  readonly code: RefusalCode;
  readonly reason: string;
}

export interface ImportSummary {
  readonly imported: number;
  readonly alreadyHere: number;
  readonly refused: number;
}

export interface ImportOptions {
  readonly author: Author;
  readonly onRefused?: (refused: RefusedLine) => Promise<void> | void;
  /** How many bytes of the lines are done. */
  readonly onProgress?: (bytes: number) => void;
}

/** Items that wait at the same time share a commit of the catalogue. */
const MAX_ITEMS_AT_A_TIME = 32;

type Outcome = 'imported' | 'already-here';

/**
 * Takes in items that were named elsewhere, one a line, each all or nothing and in any order. What is here already is
 * left as it is, so that an import that was cut short is simply done again.
 */
export const importItems = async (
  needs: ImportNeeds,
  lines: AsyncIterable<FileLine>,
  { author, onRefused, onProgress }: ImportOptions,
): Promise<ImportSummary> => {
  const counts = { imported: 0, alreadyHere: 0, refused: 0 };
  const inTurn = createTurns();
  let done = 0;
  await forEachConcurrently(lines, { limit: MAX_ITEMS_AT_A_TIME }, async (line) => {
    if (line.text?.trim() !== '') {
      try {
        const record = readLine(line, needs.clock.now());
        const outcome = await inTurn(record.item.repository, () => importItem(needs, record, author));
        counts[outcome === 'imported' ? 'imported' : 'alreadyHere'] += 1;
      } catch (error) {
        if (!(error instanceof Refusal) || endsImport(error)) throw error;
        counts.refused += 1;
        const { code, message: reason } = error;
        await onRefused?.({ line: line.number, label: labelOfLine(line.text ?? ''), code, reason });
      }
    }
    done = Math.max(done, line.end);
    onProgress?.(done);
  });
  return counts;
};

/** What no line can help. */
const endsImport = ({ code }: Refusal): boolean =>
  code.startsWith('database-') || code.startsWith('clock-') || code === 'disk-failed';

const readLine = ({ text, problem }: FileLine, now: bigint): ImportRecord => {
  if (text === undefined) throw new Refusal('record-invalid', problem ?? 'the line cannot be read');
  return parseImportRecord(text, now);
};

/** Two lines about one item are not imported at the same time. */
const createTurns = () => {
  const last = new Map<string, Promise<unknown>>();
  return async <Result>(label: string, work: () => Promise<Result>): Promise<Result> => {
    const turn = (last.get(label) ?? Promise.resolve()).then(work, work);
    last.set(label, turn);
    try {
      return await turn;
    } finally {
      if (last.get(label) === turn) last.delete(label);
    }
  };
};

const importItem = async (needs: ImportNeeds, record: ImportRecord, author: Author): Promise<Outcome> => {
  const { catalogue, sources } = needs;
  const here = await catalogue.find(record.item.repository);
  if (here !== undefined) {
    const given = await hashSources(sources, record);
    return compareWithHere(catalogue, here, record, given);
  }
  const incoming = await needs.files.begin();
  try {
    const received = await receiveAll(needs, incoming, record);
    const items = await describeAll(needs, record, received);
    const keeping = await keepDocuments(needs, incoming, record, received);
    try {
      await catalogue.add(items, { who: author.who, at: needs.clock.now() });
    } catch (error) {
      // Another process may have imported it meanwhile: its documents are these.
      const other = await catalogue.find(record.item.repository);
      if (other !== undefined) return compareWithHere(catalogue, other, record, received);
      if (keeping === 'kept') await incoming.withdraw(record.item.repository);
      throw error;
    }
    return 'imported';
  } finally {
    await incoming.discard();
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

/** A failure of the store's own disk is a refusal already. */
const asUnreadable = (from: string, error: unknown): unknown =>
  error instanceof Error && 'syscall' in error && 'code' in error
    ? new Refusal('file-unreadable', `cannot read ${from} (${error.code})`)
    : error;

const damaged = (from: string, { bytes, sha256 }: ItemFile): Refusal =>
  new Refusal(
    'file-damaged',
    `${from} has ${bytes} bytes of SHA-256 ${sha256}, not what its line says: bring the right file`,
  );

/** The item and the one that describes it. */
const describeAll = async (
  { mint }: ImportNeeds,
  { item, description }: ImportRecord,
  files: readonly ItemFile[],
): Promise<readonly NewItem[]> => {
  const target = files.length === 0 ? item.target : chooseTarget(files, item.target);
  const { fields: _, ...describing } = description;
  return [
    { ...item, target, files },
    {
      ...describing,
      ...(await labelsOf(mint, description)),
      describes: item.repository,
      metadata: metadataOf(description, target),
    },
  ];
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

/** Documents that an import left behind when it was cut short are taken as they are, if they are the same. */
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
    throw new Refusal(
      'documents-exist',
      `other documents of ${repository} were left behind here: run "perene verify --clean", then import again`,
    );
  }
  return 'found';
};

type GivenFile = Pick<ItemFile, 'path' | 'sha256'>;

const hashSources = async (sources: SourceFolder, { files }: ImportRecord): Promise<readonly GivenFile[]> => {
  const hashed: GivenFile[] = [];
  for (const { path, from, sha256 } of files) {
    hashed.push({ path, sha256: sha256 ?? (await sources.hash(from)).sha256 });
  }
  return hashed;
};

const compareWithHere = async (
  catalogue: Catalogue,
  here: CatalogueItem,
  { item, description }: ImportRecord,
  given: readonly GivenFile[],
): Promise<Outcome> => {
  const files = await catalogue.files(here.repository);
  // Of a deleted item nobody has the files any more.
  const areFilesSame =
    item.state.kind === 'deleted' ? here.state.kind === 'deleted' : describeFiles(files) === describeFiles(given);
  const difference = [
    here.repository === item.repository && here.content === 'Data' ? undefined : 'another item',
    isEachIn(item.ibips, here.ibips) ? undefined : 'other labels',
    [undefined, here.describedBy].includes(description.repository) ? undefined : 'another description',
    areFilesSame ? undefined : 'other files',
  ].find((found) => found !== undefined);
  if (difference === undefined) return 'already-here';
  throw new Refusal('label-taken', `${item.repository} is here already, with ${difference}: it stays as it is`);
};

const isEachIn = (labels: readonly string[], known: readonly string[]): boolean =>
  labels.every((label) => known.includes(label));

const describeFiles = (files: readonly GivenFile[]): string =>
  files
    .map(({ path, sha256 }) => `${sha256} ${path}`)
    .toSorted()
    .join('\n');
