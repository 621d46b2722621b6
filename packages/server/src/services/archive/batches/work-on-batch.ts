import type { BatchChange, Item } from '@perene/api';
import { Refusal, refuse } from '@perene/api/refusals';
import { parseIbi } from '@perene/core';
import type { Batch, Batches, BatchItem, Outcome } from '../../../ports/archive/desk/batches.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import type { ArchiveOperations, Author, EditRequest, LabelOrAlias } from '../archive-operations.ts';
import { planChange, revisionsOf, type Wanted, wantOf } from './plan-change.ts';

/** Items whose outcomes are written together; a crash leaves at most these in doubt, and they are looked at again. */
const ITEMS_PER_STEP = 20;
const WORK_MICROSECONDS = 4_000_000n;
/** Who takes a batch and breaks down holds it no longer than this. */
const CLAIM_MICROSECONDS = 60_000_000n;

/** Refuses an edit that whoever asks for it may not make. */
export type CheckRight = (name: LabelOrAlias, edit: EditRequest) => Promise<void>;

/** An item with its outcome, or with what is still to be done. */
interface Prepared {
  readonly row: BatchItem;
  readonly planned?: { readonly name: LabelOrAlias; readonly edit: Wanted };
}

interface Direction {
  readonly waiting: Outcome;
  readonly doing: Outcome;
  readonly done: Outcome;
  /** What becomes of an item that somebody changed meanwhile. */
  readonly changed: Outcome;
  readonly refused: Outcome;
  /** What becomes of an item that says already what it was to say. */
  readonly same: Outcome;
  readonly want: (item: Item, row: BatchItem) => Wanted;
  /** What is kept to undo it. */
  readonly inverseOf: (row: BatchItem, inverse: Wanted) => string | undefined;
}

const forward = (change: BatchChange): Direction => ({
  waiting: 'waiting',
  doing: 'doing',
  done: 'done',
  changed: 'changed',
  refused: 'refused',
  same: 'same',
  want: (item) => wantOf(item, change),
  inverseOf: (_row, inverse) => JSON.stringify(inverse),
});

const BACKWARD: Direction = {
  waiting: 'done',
  doing: 'undoing',
  done: 'undone',
  changed: 'left',
  refused: 'left',
  same: 'undone',
  want: (_item, { inverse }) => JSON.parse(inverse ?? '{}') as Wanted,
  inverseOf: ({ inverse }) => inverse,
};

export const createBatchWorker = ({
  archive,
  batches,
  clock,
}: {
  readonly archive: Pick<ArchiveOperations, 'show' | 'edit'>;
  readonly batches: Batches;
  readonly clock: Clock;
}) => {
  const find = async (repository: string): Promise<{ readonly name: LabelOrAlias; readonly item: Item }> => {
    const label = parseIbi(repository);
    if (!label.ok) throw refuse('item-not-found', { reason: 'label', label: repository });
    return { name: label.value, item: await archive.show(label.value) };
  };

  /** Compares an item with what it was, and plans its edit; or tells its outcome. */
  const prepare = async (row: BatchItem, direction: Direction): Promise<Prepared> => {
    const { name, item } = await find(row.repository);
    const planned = planChange(item, direction.want(item, row));
    if (item.revision !== row.revision) {
      // After a crash, an item that was in the middle says already what it was to say.
      const isDone = row.outcome === direction.doing && planned === undefined;
      return { row: { ...row, outcome: isDone ? direction.done : direction.changed, revision: item.revision } };
    }
    if (planned === undefined) return { row: { ...row, outcome: direction.same } };
    const inverse = direction.inverseOf(row, planned.inverse);
    const doing = { ...row, outcome: direction.doing, code: undefined, inverse };
    return { row: doing, planned: { name, edit: planned.edit } };
  };

  const attempt = async (row: BatchItem, direction: Direction, act: () => Promise<Prepared>): Promise<Prepared> => {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const outcome = error.code === 'item-changed' ? direction.changed : direction.refused;
      return { row: { ...row, outcome, code: error.code } };
    }
  };

  const step = async (
    id: string,
    rows: readonly BatchItem[],
    direction: Direction,
    { check, author }: { readonly check: CheckRight; readonly author: Author },
  ): Promise<void> => {
    const prepared: Prepared[] = [];
    for (const row of rows) prepared.push(await attempt(row, direction, () => prepare(row, direction)));
    await batches.note(
      id,
      prepared.map(({ row }) => row),
    );
    const outcomes: BatchItem[] = [];
    for (const { row, planned } of prepared) {
      if (planned === undefined) continue;
      const { name, edit } = planned;
      const done = await attempt(row, direction, async () => {
        await check(name, edit);
        await archive.edit(name, { ...edit, revision: row.revision }, author);
        return { row: { ...row, outcome: direction.done, revision: row.revision + revisionsOf(edit) } };
      });
      outcomes.push(done.row);
    }
    await batches.note(id, outcomes);
  };

  const work = async ({ id }: Batch, direction: Direction, check: CheckRight, author: Author): Promise<void> => {
    const now = clock.now();
    if (!(await batches.claim(id, { now, until: now + CLAIM_MICROSECONDS }))) throw refuse('batch-busy', { id });
    try {
      while (clock.now() - now < WORK_MICROSECONDS) {
        const outcomes = [direction.waiting, direction.doing];
        const rows = await batches.items(id, { outcomes, limit: ITEMS_PER_STEP });
        if (rows.length === 0) return;
        await step(id, rows, direction, { check, author });
      }
    } finally {
      await batches.release(id);
    }
  };

  return {
    run: (batch: Batch, check: CheckRight, author: Author) =>
      work(batch, forward(JSON.parse(batch.change) as BatchChange), check, author),
    undo: (batch: Batch, check: CheckRight, author: Author) => work(batch, BACKWARD, check, author),
  };
};
