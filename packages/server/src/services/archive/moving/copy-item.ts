import { Refusal, refuse } from '@perene/api/refusals';
import type { Ibi, Label } from '@perene/core';
import { changeItemState, documentPath, type ItemState } from '@perene/core/item';
import type { Authorship, Catalogue, CatalogueItem } from '../../../ports/archive/catalogue.ts';
import type { ItemFile, ItemFiles } from '../../../ports/archive/item-files.ts';
import type { PeerArchives } from '../../../ports/federation/peer-archives.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import type { Author } from '../archive-operations.ts';
import { countingStream, type OnProgress } from '../documents/counting-stream.ts';
import {
  checkSizes,
  findIntact,
  isSameContent,
  receiveAnnounced,
  replaceDocuments,
} from '../documents/gather-documents.ts';
import { type FindCarrier, refuseCarried } from '../items/check-aliases.ts';
import { checkLabel } from '../items/check-labels.ts';
import { describeChanges, withFiles } from './foreign-changes.ts';
import { checkArchiveUrl, checkForeignItem, type ForeignItem } from './foreign-item.ts';

export interface CopyRequest {
  /** URL of the Archive to copy from; without it, the one that the copy here came from. */
  readonly from?: string | undefined;
  /** An API key of that Archive, for items that are closed to others. */
  readonly key?: string | undefined;
  readonly onProgress?: OnProgress | undefined;
}

export interface CopyResult {
  readonly repository: string;
  readonly from: string;
  /** `kept`: the other Archive no longer has it, and the copy here stays. */
  readonly outcome: 'copied' | 'refreshed' | 'unchanged' | 'kept';
  /** Why it was kept. */
  readonly reason?: string;
  /** The Archive from which the other one copied, which is nearer to the original. */
  readonly copiedFrom?: string;
}

/** Brings a copy of an item here, or updates the copy here: all of it, checked by its hashes, or nothing. */
export const copyItem = async (
  {
    catalogue,
    files,
    clock,
    peers,
    findCarrier = async () => undefined,
    maxFileBytes,
  }: {
    readonly catalogue: Catalogue;
    readonly files: ItemFiles;
    readonly clock: Clock;
    readonly peers: PeerArchives;
    readonly findCarrier?: FindCarrier;
    readonly maxFileBytes: number;
  },
  { text: asked }: Ibi,
  request: CopyRequest,
  author: Author,
): Promise<CopyResult> => {
  const known = await catalogue.find(asked);
  const from = request.from === undefined ? sourceOf(asked, known) : checkArchiveUrl(request.from);
  checkState(known, from);
  const foreign = await readForeign(peers, { from, key: request.key }, asked).catch((error: unknown) =>
    keepCopy(error, known),
  );
  if (typeof foreign === 'string') {
    return { repository: known?.repository ?? asked, from, outcome: 'kept', reason: foreign };
  }
  const { repository } = foreign.data;
  const existing = known ?? (await catalogue.find(repository));
  if (existing !== undefined && existing.repository !== repository) {
    throw refuse('label-taken', { reason: 'other-item', label: asked, here: existing.repository, there: repository });
  }
  for (const part of [foreign.data, ...(foreign.metadata ? [foreign.metadata] : [])]) {
    await refuseCarried(findCarrier, part, part.aliases ?? []);
  }
  const copying = {
    from,
    foreign,
    onProgress: request.onProgress,
    authorship: { who: author.who, at: clock.now() },
  };
  const bring = createBringing({ catalogue, files, peers, maxFileBytes });
  const outcome =
    existing === undefined
      ? await addCopy(catalogue, bring, copying)
      : await refreshCopy({ catalogue, files, bring }, copying, existing);
  await catalogue.settled();
  return { repository, from, outcome, ...(foreign.copiedFrom !== undefined && { copiedFrom: foreign.copiedFrom }) };
};

interface Copying {
  readonly from: string;
  readonly foreign: ForeignItem;
  readonly onProgress: OnProgress | undefined;
  readonly authorship: Authorship;
}

const sourceOf = (label: string, item: CatalogueItem | undefined): string => {
  if (item?.state.kind === 'copy') return item.state.of;
  throw item === undefined
    ? refuse('item-not-found', { reason: 'copy-source', label })
    : refuse('item-refused', { reason: 'no-copy', label });
};

/** An Archive never holds an item as original and as copy. */
const checkState = (item: CatalogueItem | undefined, of: string): ItemState => {
  const next = changeItemState(
    item?.state,
    { kind: 'receiveCopy', of },
    { isIntransferable: item?.content === 'Service' },
  );
  if (next.ok && next.state !== undefined) return next.state;
  throw refuse('item-refused', {
    reason: item?.state.kind === 'deleted' ? 'removed-here' : 'original-here',
    label: item?.repository ?? '',
  });
};

const readForeign = async (
  peers: PeerArchives,
  { from, key }: { readonly from: string; readonly key: string | undefined },
  label: Label,
): Promise<ForeignItem> => {
  const item = await peers.showItem(from, label, { key });
  if (isDescriptionClosed(item)) {
    throw refuse('description-closed', { reason: 'there', label, origin: from });
  }
  if (isListClosed(item)) {
    throw refuse('file-list-closed', { reason: 'there', label, origin: from });
  }
  const describing = nameOfMetadata(item);
  const foreign = checkForeignItem(
    item,
    describing === undefined ? undefined : await peers.showItem(from, describing, { key }),
  );
  if ([foreign.data.repository, ...foreign.data.ibips].includes(label)) return foreign;
  throw refuse('foreign-item-invalid', { reason: 'other-item', origin: from, label, shown: foreign.data.repository });
};

const isListClosed = (item: unknown): boolean => {
  const { access, files } = (item ?? {}) as {
    readonly access?: { readonly fileList?: unknown };
    readonly files?: unknown;
  };
  return access?.fileList === 'closed' && Array.isArray(files) && files.length === 0;
};

const isDescriptionClosed = (item: unknown): boolean => {
  const { access, metadata } = (item ?? {}) as {
    readonly access?: { readonly description?: unknown };
    readonly metadata?: unknown;
  };
  return access?.description === 'closed' && metadata === undefined;
};

/** Used only to ask for it; what comes is checked as a whole. */
const nameOfMetadata = (item: unknown): string | undefined => {
  const { metadata } = (item ?? {}) as { readonly metadata?: { readonly repository?: unknown } };
  return typeof metadata?.repository === 'string' ? checkLabel(metadata.repository.slice(0, 2_048)) : undefined;
};

/** A copy here stays although the other Archive has lost the item. */
const keepCopy = (error: unknown, known: CatalogueItem | undefined): string => {
  const isGone = error instanceof Refusal && (error.code === 'item-not-found' || error.code === 'item-removed');
  if (isGone && known !== undefined) return error.message;
  throw error;
};

const addCopy = async (
  catalogue: Catalogue,
  bring: Bringing,
  { from, foreign, onProgress, authorship }: Copying,
): Promise<'copied'> => {
  const state = checkState(undefined, from);
  await bring({ from, foreign, onProgress }, new Set(), async (files, beforeCommit) => {
    const items = [{ ...foreign.data, files, state }, ...(foreign.metadata ? [{ ...foreign.metadata, state }] : [])];
    await catalogue.add(items, { ...authorship, beforeCommit });
  });
  return 'copied';
};

const refreshCopy = async (
  { catalogue, files, bring }: { readonly catalogue: Catalogue; readonly files: ItemFiles; readonly bring: Bringing },
  { from, foreign, onProgress, authorship }: Copying,
  existing: CatalogueItem,
): Promise<'refreshed' | 'unchanged'> => {
  const state = checkState(existing, from);
  const changes = await describeChanges(catalogue, existing, { ...foreign, state });
  const current = await catalogue.files(existing.repository);
  const refreshed = { ...authorship, action: 'refreshed' };
  if (isSameContent(current, foreign.data.files)) {
    if (changes.length === 0) return 'unchanged';
    await catalogue.change(changes, refreshed);
    return 'refreshed';
  }
  const intact = await findIntact({ catalogue, files }, existing.repository, foreign.data.files);
  await bring({ from, foreign, onProgress }, intact, (received, beforeCommit) =>
    catalogue.change(withFiles(changes, existing, received), { ...refreshed, beforeCommit }),
  );
  return 'refreshed';
};

/** Collects every file, from here if it is intact and otherwise from the other Archive, and puts them in place. */
type Bringing = (
  copying: Omit<Copying, 'authorship'>,
  intact: ReadonlySet<ItemFile>,
  write: (files: readonly ItemFile[], beforeCommit: () => Promise<void>) => Promise<void>,
) => Promise<void>;

const createBringing =
  ({
    catalogue,
    files,
    peers,
    maxFileBytes,
  }: {
    readonly catalogue: Catalogue;
    readonly files: ItemFiles;
    readonly peers: PeerArchives;
    readonly maxFileBytes: number;
  }): Bringing =>
  async ({ from, foreign, onProgress }, intact, write) => {
    const { data } = foreign;
    const { repository } = data;
    checkSizes(data.files, maxFileBytes);
    const fetched = data.files.filter((file) => !intact.has(file));
    const count = countingStream(fetched, onProgress);
    const incoming = await files.begin();
    try {
      const received: ItemFile[] = [];
      for (const file of data.files) {
        const content = intact.has(file)
          ? await files.open(repository, file.path)
          : count(await peers.openDocument(`${from}${documentPath(data, file.path)}`));
        received.push(await receiveAnnounced(incoming, file, content));
      }
      const place = { repository, files: received };
      await replaceDocuments({ catalogue, incoming }, place, (beforeCommit) => write(received, beforeCommit));
    } finally {
      await incoming.discard();
    }
  };
