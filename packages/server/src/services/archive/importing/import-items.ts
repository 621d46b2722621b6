import { Refusal } from '@perene/api/refusals';
import { aliasLabel } from '@perene/core/item';
import { forEachConcurrently } from '../../../concurrency/for-each-concurrently.ts';
import { createTurns } from '../../../concurrency/turns.ts';
import type { Authorship, Catalogue, CatalogueItem, KeyedRequest, NewItem } from '../../../ports/archive/catalogue.ts';
import type { LineOfBatch } from '../../../ports/archive/catalogue-records.ts';
import type { Membership } from '../../../ports/archive/desk/collections.ts';
import type { ItemFile, ItemFiles } from '../../../ports/archive/item-files.ts';
import type { FileFolder, FileLine } from '../../../ports/node/given-files.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import type { Secrets } from '../../../ports/system/secrets.ts';
import type { Signatures } from '../../../ports/system/signatures.ts';
import type { Author } from '../archive-operations.ts';
import {
  checkAlias,
  type FindCarrier,
  type IsMinted,
  refuseCarried,
  refuseMinted,
  untilSilent,
} from '../items/check-aliases.ts';
import { chooseTarget } from '../items/check-description.ts';
import type { MintLabels } from '../items/deposit-item.ts';
import { checkClaims } from './brought-past.ts';
import { compareWithHere, type GivenFile } from './compare-with-here.ts';
import { createDocumentImport, type DocumentImport } from './import-documents.ts';
import { type ImportRecord, labelOfLine, metadataOfRecord, parseImportRecord } from './import-record.ts';
import { endsImport, linkImported } from './link-imported.ts';
import { ensureCollections, makeCollections } from './record-collections.ts';

/** A line that may carry the key under which its item is imported once, where the label is new each time. */
export interface KeyedLine extends FileLine {
  readonly request?: KeyedRequest | undefined;
}

export interface RefusedLine {
  readonly line: number;
  /** Where the line comes from, if it was made of something else. */
  readonly place?: string | undefined;
  readonly label: string | undefined;
  /** `links`: the item was imported without its links; the others were not imported. */
  readonly part: 'collection' | 'item' | 'links';
  readonly refusal: Refusal;
}

export interface ImportSummary {
  readonly imported: number;
  readonly alreadyHere: number;
  readonly refused: number;
  /** The number of items that were imported without their links, because these contradict others. */
  readonly linksRefused: number;
  /** The number of collections that lines describe, and that were not here. */
  readonly collections: number;
}

export interface ImportOptions {
  readonly author: Author;
  readonly onRefused?: (refused: RefusedLine) => Promise<void> | void;
  /** Is called with the number of bytes of finished lines. */
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
  {
    catalogue,
    files,
    sources,
    clock,
    secrets,
    signatures,
    mint,
    isMinted,
    findCarrier = async () => undefined,
    maxFileBytes,
  }: {
    readonly catalogue: Catalogue;
    readonly files: ItemFiles;
    /** The folder that the files of the items are taken from. */
    readonly sources: Pick<FileFolder, 'open' | 'hash'>;
    readonly clock: Clock;
    readonly secrets: Pick<Secrets, 'randomBytes'>;
    readonly signatures: Pick<Signatures, 'isValid'>;
    readonly mint: MintLabels;
    readonly isMinted: IsMinted;
    readonly findCarrier?: FindCarrier;
    readonly maxFileBytes: number;
  },
  lines: AsyncIterable<KeyedLine>,
  { author, onRefused, onProgress }: ImportOptions,
): Promise<ImportSummary> => {
  const counts = { imported: 0, alreadyHere: 0, refused: 0, linksRefused: 0, collections: 0 };
  const batch = secrets.randomBytes(16).toString('hex');
  const inTurn = createTurns();
  const documents = createDocumentImport({ files, sources, maxFileBytes });
  const importItem = createItemImport({
    catalogue,
    documents,
    sources,
    mint,
    isMinted,
    findCarrier: untilSilent(findCarrier),
    clock,
  });
  const others = makeCollections(catalogue.collections, lines, {
    at: () => clock.now(),
    onMade: () => {
      counts.collections += 1;
    },
    onRefused: async (refusal, line) => {
      if (endsImport(refusal)) throw refusal;
      counts.refused += 1;
      await onRefused?.({ line, label: undefined, part: 'collection', refusal });
    },
  });
  let done = 0;
  await forEachConcurrently(others, { limit: MAX_ITEMS_AT_A_TIME }, async (line) => {
    if (line.text?.trim() !== '') {
      try {
        const record = readLine(line, clock.now());
        for (const one of [record.item, record.description]) checkClaims(signatures, one);
        // If two lines share a label or an alias, the second waits for the first.
        const outcome = await inTurn(labelsIn(record), () =>
          importItem(record, { author, line: { batch, line: line.number }, request: line.request }),
        );
        counts[outcome === 'imported' ? 'imported' : 'alreadyHere'] += 1;
      } catch (error) {
        if (!(error instanceof Refusal) || endsImport(error)) throw error;
        counts.refused += 1;
        const label = labelOfLine(line.text ?? '');
        await onRefused?.({ line: line.number, place: line.place, label, part: 'item', refusal: error });
      }
    }
    done = Math.max(done, line.end);
    onProgress?.(done);
  });
  await linkImported({ catalogue, clock }, { batch, who: author.who }, async ({ line, repository }, refusal) => {
    counts.linksRefused += 1;
    await onRefused?.({ line, label: repository, part: 'links', refusal });
  });
  await catalogue.settleBrought();
  // Items that are here already may come from an interrupted import whose labels were not announced yet.
  await catalogue.settled();
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

interface Importing {
  readonly author: Author;
  readonly line: LineOfBatch;
  readonly request: KeyedRequest | undefined;
}

const createItemImport =
  ({
    catalogue,
    documents,
    sources,
    mint,
    isMinted,
    findCarrier,
    clock,
  }: {
    readonly catalogue: Catalogue;
    readonly documents: DocumentImport;
    readonly sources: Pick<FileFolder, 'hash'>;
    readonly mint: MintLabels;
    readonly isMinted: IsMinted;
    readonly findCarrier: FindCarrier;
    readonly clock: Clock;
  }) =>
  async (record: ImportRecord, { author, line, request }: Importing): Promise<Outcome> => {
    const here = await catalogue.find(record.item.repository);
    if (here !== undefined) {
      const given = await hashSources(sources, record);
      const outcome = await compareWithHere(catalogue, here, record, given);
      await takeLinks(catalogue, here, record, line);
      return outcome;
    }
    await refuseMinted(isMinted, [...(record.item.aliases ?? []), ...(record.description.aliases ?? [])]);
    for (const part of [record.item, record.description]) {
      const { repository = record.item.repository, ibips } = part;
      await refuseCarried(findCarrier, { repository, ibips }, part.aliases ?? []);
    }
    return documents(record, async (received, { keep, takeBack }) => {
      const collections = await ensureCollections(catalogue.collections, record.collections, clock.now());
      const items = await describeAll(mint, record, { received, line, collections });
      await keep();
      const origin = { linkOrigin: { kind: 'import' } as const, isMovingIn: true };
      const authorship = { who: author.who, at: clock.now(), request, ...origin };
      return addItems(catalogue, record, { authorship, items, received, takeBack });
    });
  };

interface Adding {
  readonly authorship: Authorship;
  readonly items: readonly NewItem[];
  readonly received: readonly ItemFile[];
  readonly takeBack: () => Promise<void>;
}

const addItems = async (
  catalogue: Catalogue,
  record: ImportRecord,
  { authorship, items, received, takeBack }: Adding,
): Promise<Outcome> => {
  try {
    await catalogue.add(items, authorship);
    return 'imported';
  } catch (error) {
    // Another process may have imported the item meanwhile, with the same documents.
    const other = await catalogue.find(record.item.repository);
    if (other !== undefined) return compareWithHere(catalogue, other, record, received);
    await takeBack();
    throw error;
  }
};

/** The item and the one that describes it. */
const describeAll = async (
  mint: MintLabels,
  { item, description }: ImportRecord,
  {
    received: files,
    line,
    collections,
  }: {
    readonly received: readonly ItemFile[];
    readonly line: LineOfBatch;
    readonly collections: readonly Membership[];
  },
): Promise<readonly NewItem[]> => {
  const target = files.length === 0 ? item.target : chooseTarget(files, item.target);
  const { fields: _, ...describing } = description;
  const items = [
    { ...item, target, files, collections },
    {
      ...describing,
      ...(await labelsOf(mint, description)),
      describes: item.repository,
      metadata: metadataOfRecord(description, target),
    },
  ];
  return items.map((one) => (one.links === undefined ? one : { ...one, linksAwait: line }));
};

const labelsOf = async (
  mint: MintLabels,
  { repository, ibips }: ImportRecord['description'],
): Promise<Pick<NewItem, 'repository' | 'ibips'>> => {
  if (repository !== undefined) return { repository, ibips };
  const [minted] = await mint(1);
  if (minted === undefined) throw new Error('a label was asked for');
  return { repository: minted.repository, ibips: minted.ibip === undefined ? ibips : [minted.ibip, ...ibips] };
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

const hashSources = async (
  sources: Pick<FileFolder, 'hash'>,
  { files }: ImportRecord,
): Promise<readonly GivenFile[]> => {
  const hashed: GivenFile[] = [];
  for (const { path, from, sha256 } of files) {
    hashed.push({ path, sha256: sha256 ?? (await sources.hash(from)).sha256 });
  }
  return hashed;
};
