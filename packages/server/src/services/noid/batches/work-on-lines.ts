import { Refusal, refuse } from '@perene/api/refusals';
import type { MinterStore, MinterWriting } from '../../../ports/minting/minter-store.ts';
import type { BatchLine, LineOutcome, NameBatch, NameBatches } from '../../../ports/minting/name-batches.ts';
import { bindElement, findTouched } from '../bindings/bind-element.ts';
import { mintIdentifiers } from '../identifiers/mint-identifiers.ts';
import type { MinterTools, MinterWork } from '../minters/minter-work.ts';
import { type Bindings, isSame, readBound, refuseUnkeptValues } from './plan-lines.ts';

/** Lines of one transaction, so that others wait a moment only, and each identifier can be locked alone. */
const LINES_PER_STEP = 50;
const WORK_MICROSECONDS = 4_000_000n;
/** A line as it is worked on. */
interface Row {
  readonly line: BatchLine;
  readonly id: string;
  readonly before: Bindings;
  readonly after: Bindings;
}

/** What is done with one line: everything is checked before anything is written. */
type Act = (minter: MinterWriting, work: MinterWork, row: Row, now: Bindings) => Promise<BatchLine>;

interface Parts extends MinterTools {
  readonly store: Pick<MinterStore, 'change'>;
  readonly batches: NameBatches;
}

/** Does or undoes what is left of a batch, within a bounded time. What a line changes is kept together with its outcome. */
export const createLineWorker = ({ store, batches, ...tools }: Parts) => {
  const work = async (
    { id: batch, minter: name }: NameBatch,
    contact: string,
    { from, refused, act }: { readonly from: LineOutcome; readonly refused: LineOutcome; readonly act: Act },
  ): Promise<void> => {
    const doing: MinterWork = { ...tools, contact, batch, log: () => undefined };
    const step = async (minter: MinterWriting, places: readonly bigint[]): Promise<true> => {
      // Somebody else may have done some of them meanwhile.
      const rows = (await minter.batchLines(batch, { outcome: from, places })).map(rowOf);
      const boundTo = await readBound(minter, rows.map(wantedOf));
      const lines: BatchLine[] = [];
      for (const row of rows) {
        lines.push(await attempt(row.line, refused, () => act(minter, doing, row, boundTo(wantedOf(row)))));
      }
      await minter.noteBatchLines(batch, lines);
      return true;
    };
    const end = tools.clock.now() + WORK_MICROSECONDS;
    while (tools.clock.now() < end) {
      const lines = await batches.lines(batch, { outcome: from, limit: LINES_PER_STEP });
      if (lines.length === 0) return;
      const places = lines.map(({ place }) => place);
      const isDone = await store.change(name, (minter) => step(minter, places), touchedBy(lines));
      if (isDone === undefined) throw refuse('minter-not-found', { minter: name });
    }
  };

  return {
    run: (batch: NameBatch, contact: string) =>
      work(batch, contact, { from: 'waiting', refused: 'refused', act: doLine }),
    undo: (batch: NameBatch, contact: string) => work(batch, contact, { from: 'done', refused: 'left', act: undoLine }),
  };
};

/** Minting counts on the whole minter. */
const touchedBy = (lines: readonly BatchLine[]): readonly string[] | undefined =>
  lines.some(({ id }) => id === '') ? undefined : lines.flatMap(({ id }) => findTouched({ how: 'set', id }) ?? []);

const rowOf = (line: BatchLine): Row => ({
  line,
  id: line.id,
  before: JSON.parse(line.before) as Bindings,
  after: JSON.parse(line.after) as Bindings,
});

const wantedOf = ({ id, after }: Row) => ({ id, bindings: after });

/** A refusal is the outcome of its line alone. */
const attempt = async (line: BatchLine, refused: LineOutcome, act: () => Promise<BatchLine>): Promise<BatchLine> => {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...line, outcome: refused, code: error.code };
  }
};

const doLine: Act = async (minter, work, { line, id, before, after }, now) => {
  if (id === '') return mintLine(minter, work, { line, after });
  if (isSame(after, now)) return { ...line, outcome: 'same' };
  if (!isSame(before, now)) return { ...line, outcome: 'changed' };
  await bindAll(minter, work, { id, bindings: after, now });
  return { ...line, outcome: 'done' };
};

const undoLine: Act = async (minter, work, { line, id, before, after }, now) => {
  if (isSame(before, now)) return { ...line, outcome: 'undone' };
  if (!isSame(after, now)) return { ...line, outcome: 'left' };
  refuseUnkeptValues(before);
  await bindAll(minter, work, { id, bindings: before, now });
  return { ...line, outcome: 'undone' };
};

/** Something may be bound to a name before it is minted. */
const mintLine = async (
  minter: MinterWriting,
  work: MinterWork,
  { line, after }: Pick<Row, 'line' | 'after'>,
): Promise<BatchLine> => {
  const { ids, stopped } = await mintIdentifiers(minter, work, { count: 1 });
  const [id] = ids;
  if (id === undefined) throw stopped ?? new Error('nothing was minted, and nothing says why');
  const wanted = { id, bindings: after };
  const now = (await readBound(minter, [wanted]))(wanted);
  await bindAll(minter, work, { ...wanted, now });
  return { ...line, id, before: JSON.stringify(now), outcome: 'done' };
};

const bindAll = async (
  minter: MinterWriting,
  work: MinterWork,
  { id, bindings, now }: { readonly id: string; readonly bindings: Bindings; readonly now: Bindings },
): Promise<void> => {
  for (const [element, text] of Object.entries(bindings)) {
    if (text === now[element]) continue;
    const how = text === null ? 'purge' : 'set';
    await bindElement(minter, work, { how, id, element, value: text === null ? undefined : Buffer.from(text) });
  }
};
