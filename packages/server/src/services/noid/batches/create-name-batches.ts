import { NAME_BATCH_OUTCOMES, type NameBatchLineView, type NameBatchView } from '@perene/api';
import { refuse } from '@perene/api/refusals';
import { dateFromMicroseconds, formatTime } from '@perene/core';
import type { MinterReading, MinterStore } from '../../../ports/minting/minter-store.ts';
import type { BatchLine, NameBatch, NameBatches } from '../../../ports/minting/name-batches.ts';
import type { MinterTools } from '../minters/minter-work.ts';
import type { NameBatchOperations, NameChange, TargetRule } from './name-batch-operations.ts';
import { MAX_ELEMENTS, planLines, type WantedLine } from './plan-lines.ts';
import { readTable } from './read-table.ts';
import { createLineWorker } from './work-on-lines.ts';

/** More names than these are changed by further batches. */
const MAX_BATCH_LINES = 10_000;
/** Values that are compared in one reading. */
const VALUES_PER_READING = 500;
/** What is bound and what is to be bound, of all names of a batch together, because both are kept. */
const MAX_BATCH_BYTES = 32 * 1024 * 1024;
const MAX_SHOWN = 100;
const MAX_LISTED = 100;
const KEPT_MICROSECONDS = 90n * 86_400_000_000n;
/** Targets are addresses: longer values are none. */
const MAX_TARGET_LENGTH = 2_000;

interface Parts extends MinterTools {
  readonly store: Pick<MinterStore, 'read' | 'change'>;
  readonly batches: NameBatches;
  /** The elements in which targets are bound. */
  readonly targetElements: readonly string[];
}

/** What is kept of the request. */
interface KeptChange {
  readonly replace?: TargetRule;
  readonly isPartial?: true;
}

export const createNameBatches = ({ targetElements, ...parts }: Parts): NameBatchOperations => {
  const { store, batches, clock, secrets } = parts;
  const worker = createLineWorker(parts);
  const read = async <Result>(name: string, work: (minter: MinterReading) => Promise<Result>): Promise<Result> => {
    const result = await store.read(name, work);
    if (result === undefined) throw refuse('minter-not-found', { minter: name.slice(0, 100) });
    return result;
  };
  const find = async (minter: string, id: string): Promise<NameBatch> => {
    const batch = await batches.find(id);
    if (batch?.minter !== minter) throw refuse('batch-not-found', { id });
    return batch;
  };
  const view = async (batch: NameBatch): Promise<NameBatchView> => viewBatch(batch, await batches.count(batch.id));
  const gather = async (minter: string, change: NameChange): Promise<Gathered> => {
    if ('replace' in change) return read(minter, (reading) => findTargets(reading, change.replace, targetElements));
    const lines = mergeLines('csv' in change ? readTable(change.csv) : change.lines);
    if (lines.length > MAX_BATCH_LINES) throw refuse('batch-too-large', { max: MAX_BATCH_LINES });
    return { lines, isPartial: false };
  };

  return {
    async prepare(minter, change, who) {
      await read(minter, async () => true);
      const { lines: wanted, isPartial } = await gather(minter, change);
      if (wanted.length === 0) throw refuse('nothing-to-change');
      const lines: BatchLine[] = [];
      let bytes = 0;
      for (const some of splitForReading(wanted)) {
        const first = BigInt(lines.length + 1);
        const planned = await read(minter, (reading) => planLines(reading, { secrets }, { lines: some, first }));
        bytes += planned.reduce((sum, { before, after }) => sum + before.length + after.length, 0);
        if (bytes > MAX_BATCH_BYTES) {
          const count = lines.length + planned.length;
          throw refuse('value-too-large', { reason: 'together', count, bytes, max: MAX_BATCH_BYTES });
        }
        lines.push(...planned);
      }
      const kept: KeptChange = {
        ...('replace' in change && { replace: change.replace }),
        ...(isPartial && { isPartial: true }),
      };
      const createdAt = clock.now();
      // A number that is typed in commands begins with no hyphen.
      const id = secrets.randomBytes(12).toString('hex');
      const batch = { id, minter, who, change: JSON.stringify(kept), createdAt };
      await batches.add(batch, lines, createdAt - KEPT_MICROSECONDS);
      return view(batch);
    },
    async list(minter) {
      await read(minter, async () => true);
      return { batches: await Promise.all((await batches.list(minter, MAX_LISTED)).map(view)) };
    },
    show: async (minter, id) => view(await find(minter, id)),
    async lines(minter, id, { outcome, cursor, limit = MAX_SHOWN }) {
      await find(minter, id);
      if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) throw refuse('cursor-invalid', { cursor });
      const most = Math.min(limit, MAX_SHOWN);
      const after = cursor === undefined ? undefined : BigInt(cursor);
      const found = await batches.lines(id, { outcome, after, limit: most + 1 });
      const shown = found.slice(0, most);
      const last = shown.at(-1);
      return { lines: shown.map(viewLine), ...(found.length > most && last && { next: String(last.place) }) };
    },
    async run(minter, id, contact) {
      const batch = await find(minter, id);
      await worker.run(batch, contact);
      return view(batch);
    },
    async undo(minter, id, contact) {
      const batch = await find(minter, id);
      await worker.undo(batch, contact);
      return view(batch);
    },
  };
};

/** What is to be changed, and whether the rest must be asked for again. */
interface Gathered {
  readonly lines: readonly WantedLine[];
  readonly isPartial: boolean;
}

/** The names whose targets begin so, as many as a batch takes. */
const findTargets = async (
  minter: MinterReading,
  { from, to, prefix = '' }: TargetRule,
  elements: readonly string[],
): Promise<Gathered> => {
  const found: WantedLine[] = [];
  for (const element of elements) {
    const limit = MAX_BATCH_LINES + 1 - found.length;
    if (limit === 0) break;
    const sought = { element, beginning: from, prefix, maxLength: MAX_TARGET_LENGTH, limit };
    for (const { id, value } of await minter.boundFrom(sought)) {
      found.push({ id, bindings: { [element]: `${to}${value.slice(from.length)}` } });
    }
  }
  return {
    lines: mergeLines(found.slice(0, MAX_BATCH_LINES)).filter(({ id }) => !id.startsWith(':')),
    isPartial: found.length > MAX_BATCH_LINES,
  };
};

/** One line for each name; of several values of an element the last counts. */
const mergeLines = (lines: readonly WantedLine[]): readonly WantedLine[] => {
  const named = new Map<string, Record<string, string | null>>();
  const merged: WantedLine[] = [];
  for (const line of lines) {
    const known = line.id === '' ? undefined : named.get(line.id);
    const bindings = known ?? { ...line.bindings };
    if (known !== undefined) Object.assign(known, line.bindings);
    else merged.push({ id: line.id, bindings });
    if (line.id !== '') named.set(line.id, bindings);
  }
  if (merged.some(({ bindings }) => Object.keys(bindings).length > MAX_ELEMENTS)) {
    throw refuse('request-invalid', { reason: 'elements-changed', max: MAX_ELEMENTS });
  }
  return merged;
};

/** One reading looks up each of its elements for each of its names, so these have the same elements, and are few. */
function* splitForReading(lines: readonly WantedLine[]): Generator<readonly WantedLine[]> {
  let some: WantedLine[] = [];
  let elements = '';
  for (const line of lines) {
    const names = Object.keys(line.bindings);
    const own = JSON.stringify(names.sort());
    const isFull = (some.length + 1) * names.length > VALUES_PER_READING;
    if (some.length > 0 && (isFull || own !== elements)) {
      yield some;
      some = [];
    }
    elements = own;
    some.push(line);
  }
  yield some;
}

const viewBatch = (batch: NameBatch, counts: Awaited<ReturnType<NameBatches['count']>>): NameBatchView => {
  const { replace, isPartial } = JSON.parse(batch.change) as KeptChange;
  return {
    id: batch.id,
    minter: batch.minter,
    who: batch.who,
    created: formatTime(dateFromMicroseconds(batch.createdAt)),
    ...(replace && { replace }),
    lines: Object.values(counts).reduce((sum, count) => sum + count, 0),
    ...(isPartial && { more: true }),
    counts: Object.fromEntries(
      NAME_BATCH_OUTCOMES.map((outcome) => [outcome, counts[outcome] ?? 0]),
    ) as NameBatchView['counts'],
  };
};

const viewLine = ({ place, id, before, after, outcome, code }: BatchLine): NameBatchLineView => ({
  line: Number(place),
  ...(id !== '' && { id }),
  outcome,
  ...(code !== undefined && { code }),
  before: JSON.parse(before) as Record<string, string | null>,
  after: JSON.parse(after) as Record<string, string | null>,
});
