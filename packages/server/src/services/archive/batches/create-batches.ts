import { type AnswerOf, BATCH_OUTCOMES, type BatchChange, type BatchItemView, type BatchView } from '@perene/api';
import { Refusal, refuse } from '@perene/api/refusals';
import { parseIbi } from '@perene/core';
import type { Catalogue } from '../../../ports/archive/catalogue.ts';
import type { Batch, Batches, BatchItem } from '../../../ports/archive/desk/batches.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import type { Secrets } from '../../../ports/system/secrets.ts';
import type { ArchiveOperations, Author, ListRequest } from '../archive-operations.ts';
import { checkLanguage } from '../items/check-labels.ts';
import { revisionOf, timeOf } from '../items/view-item.ts';
import { planChange, type Wanted, wantOf } from './plan-change.ts';
import { type CheckRight, createBatchWorker } from './work-on-batch.ts';

/** More items than these are narrowed down first. */
const MAX_BATCH_ITEMS = 10_000;
const ITEMS_PER_PAGE = 500;
const MAX_SHOWN = 100;
const MAX_LISTED = 100;
const KEPT_MICROSECONDS = 90n * 86_400_000_000n;

/** Whose batches somebody sees; without an owner, those of everybody. */
export interface Beholder {
  readonly owner: string;
  readonly isAdministrator: boolean;
}

type Selection = { readonly labels: readonly string[] } | { readonly filter: ListRequest };

/** Changes of many items at once, which are looked at before, made step by step, and can be undone. */
export interface BatchOperations {
  prepare(
    request: { readonly selection: Selection; readonly change: BatchChange; readonly owner: string },
    author: Author,
  ): Promise<BatchView>;
  list(beholder: Beholder): Promise<AnswerOf<'listBatches'>>;
  show(id: string, beholder: Beholder): Promise<BatchView>;
  items(
    id: string,
    beholder: Beholder,
    request: {
      readonly outcome?: BatchItem['outcome'] | undefined;
      readonly cursor?: string | undefined;
      readonly limit?: number | undefined;
    },
  ): Promise<AnswerOf<'listBatchItems'>>;
  /** Does some of what is left to do, within a bounded time, and tells how far it is. */
  run(id: string, beholder: Beholder, check: CheckRight, author: Author): Promise<BatchView>;
  undo(id: string, beholder: Beholder, check: CheckRight, author: Author): Promise<BatchView>;
}

export const createBatches = ({
  archive,
  catalogue,
  batches,
  clock,
  secrets,
}: {
  readonly archive: ArchiveOperations;
  readonly catalogue: Pick<Catalogue, 'find'>;
  readonly batches: Batches;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'randomBytes'>;
}): BatchOperations => {
  const work = createBatchWorker({ archive, batches, clock });
  const find = async (id: string, { owner, isAdministrator }: Beholder): Promise<Batch> => {
    const batch = await batches.find(id);
    if (batch === undefined || (batch.owner !== owner && !isAdministrator)) throw refuse('batch-not-found', { id });
    return batch;
  };
  const view = async (batch: Batch): Promise<BatchView> => viewBatch(batch, await batches.count(batch.id));
  const read = (label: string) => {
    const ibi = parseIbi(label);
    if (!ibi.ok) throw refuse('item-not-found', { reason: 'label', label: label.slice(0, 200) });
    return ibi.value;
  };

  const selectLabels = async (labels: readonly string[]) => {
    const items = [];
    for (const label of new Set(labels)) {
      const item = await catalogue.find(read(label).text);
      if (item === undefined) throw refuse('item-not-found', { reason: 'label', label });
      const describing = item.describedBy === undefined ? undefined : await catalogue.find(item.describedBy);
      items.push({ repository: item.repository, revision: revisionOf(item, describing) });
    }
    return items;
  };
  const selectFiltered = async (filter: ListRequest) => {
    const items = [];
    let cursor: string | undefined;
    do {
      const page = await archive.list({ ...filter, hasDetails: true, cursor, limit: ITEMS_PER_PAGE });
      for (const { repository, details } of page.items) items.push({ repository, revision: details?.revision ?? 0 });
      if (items.length > MAX_BATCH_ITEMS) throw refuse('batch-too-large', { max: MAX_BATCH_ITEMS });
      cursor = page.next;
    } while (cursor !== undefined);
    return items;
  };

  return {
    async prepare({ selection, change: asked, owner }, { who }) {
      const change = checkChange(asked);
      const items =
        'labels' in selection ? await selectLabels(selection.labels) : await selectFiltered(selection.filter);
      if (items.length === 0) throw refuse('nothing-to-change');
      const createdAt = clock.now();
      const batch = {
        id: secrets.randomBytes(12).toString('hex'),
        owner,
        who,
        change: JSON.stringify(change),
        createdAt,
      };
      await batches.add(batch, items, createdAt - KEPT_MICROSECONDS);
      return view(batch);
    },
    async list({ owner, isAdministrator }) {
      const found = await batches.list({ owner: isAdministrator ? undefined : owner, limit: MAX_LISTED });
      return { batches: await Promise.all(found.map(view)) };
    },
    show: async (id, beholder) => view(await find(id, beholder)),
    async items(id, beholder, { outcome, cursor, limit = MAX_SHOWN }) {
      const batch = await find(id, beholder);
      if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) throw refuse('cursor-invalid', { cursor });
      const most = Math.min(limit, MAX_SHOWN);
      const found = await batches.items(id, {
        outcomes: outcome === undefined ? undefined : [outcome],
        after: cursor === undefined ? undefined : BigInt(cursor),
        limit: most + 1,
      });
      const shown = found.slice(0, most);
      const change = JSON.parse(batch.change) as BatchChange;
      const items = await Promise.all(shown.map((item) => viewItemOf(archive, item, change, read(item.repository))));
      const last = shown.at(-1);
      return { items, ...(found.length > most && last && { next: String(last.place) }) };
    },
    async run(id, beholder, check, author) {
      const batch = await find(id, beholder);
      await work.run(batch, check, author);
      return view(batch);
    },
    async undo(id, beholder, check, author) {
      const batch = await find(id, beholder);
      await work.undo(batch, check, author);
      return view(batch);
    },
  };
};

/** Refuses what no item could be changed to, before anything is stored. */
const checkChange = (change: BatchChange): BatchChange => {
  if (Object.keys(change).length === 0) throw refuse('nothing-to-change');
  return typeof change.language === 'string' ? { ...change, language: checkLanguage(change.language) } : change;
};

const viewBatch = (batch: Batch, counts: Awaited<ReturnType<Batches['count']>>): BatchView => ({
  id: batch.id,
  who: batch.who,
  created: timeOf(batch.createdAt),
  change: JSON.parse(batch.change) as BatchChange,
  counts: Object.fromEntries(BATCH_OUTCOMES.map((outcome) => [outcome, counts[outcome] ?? 0])) as BatchView['counts'],
  items: Object.values(counts).reduce((sum, count) => sum + count, 0),
});

/** Shows what would change in an item, or what was changed. */
const viewItemOf = async (
  archive: Pick<ArchiveOperations, 'show'>,
  { repository, outcome, code, revision, inverse }: BatchItem,
  change: BatchChange,
  label: Parameters<ArchiveOperations['show']>[0],
): Promise<BatchItemView> => {
  const item = await archive.show(label).catch(absent);
  const said = { repository, outcome, ...(code !== undefined && { code }), ...(item?.title && { title: item.title }) };
  if (item === undefined) return said;
  if (outcome !== 'waiting')
    return { ...said, ...(inverse !== undefined && { before: JSON.parse(inverse) as Wanted }) };
  if (item.revision !== revision) return { ...said, outcome: 'changed' };
  try {
    const planned = planChange(item, wantOf(item, change));
    return planned === undefined
      ? { ...said, outcome: 'same' }
      : { ...said, before: planned.inverse, after: planned.edit };
  } catch (error) {
    if (error instanceof Refusal) return { ...said, outcome: 'refused', code: error.code };
    throw error;
  }
};

const absent = (error: unknown): undefined => {
  if (error instanceof Refusal) return undefined;
  throw error;
};
