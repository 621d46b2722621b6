import { PassThrough, promises, Readable } from 'node:stream';
import { refuse } from '@perene/api/refusals';
import type {
  IdentifierElement,
  IdentifierRecord,
  MinterReading,
  MinterStore,
} from '../../../ports/minting/minter-store.ts';
import {
  dayLine,
  elementLine,
  endLine,
  headerLine,
  identifierLine,
  MAX_INLINE_BYTES,
  noteLine,
  queueLine,
} from './minter-lines.ts';

const ROWS_PER_PAGE = 1_000;
const BYTES_PER_PAGE = 16 * 1_048_576;
const LINES_AHEAD = 1;
/** More than any minter has. */
const ALL_DAYS = 1_000_000;

/** Everything about a minter in one consistent state, a line at a time, without line ends. */
export async function* exportMinter(store: MinterStore, name: string): AsyncGenerator<string, void> {
  const lines = new PassThrough({ objectMode: true, highWaterMark: LINES_AHEAD });
  const reading = store
    .read(name, async (minter) => {
      await promises.pipeline(Readable.from(writeLines(minter)), lines);
      return true;
    })
    .then(
      (isFound) => {
        if (isFound === undefined) lines.destroy(refuse('minter-not-found', { minter: name }));
      },
      (error: Error) => {
        lines.destroy(error);
      },
    );
  try {
    yield* lines as AsyncIterable<string>;
  } finally {
    lines.destroy();
    await reading;
  }
}

async function* writeLines(minter: MinterReading): AsyncGenerator<string, void> {
  const counts = { identifiers: 0, elements: 0, queue: 0, notes: 0, days: 0 };
  yield headerLine(minter.definition, await minter.progress());
  for await (const { line, kind } of writeIdentifiers(minter)) {
    counts[kind] += 1;
    yield line;
  }
  let entries = await minter.queueAfter(undefined, ROWS_PER_PAGE);
  while (entries.length > 0) {
    counts.queue += entries.length;
    yield* entries.map(queueLine);
    entries = await minter.queueAfter(entries.at(-1), ROWS_PER_PAGE);
  }
  for (const note of await minter.notes()) {
    counts.notes += 1;
    yield noteLine(note);
  }
  for (const day of (await minter.mintsByDay(ALL_DAYS)).toReversed()) {
    counts.days += 1;
    yield dayLine(day);
  }
  yield endLine(counts);
}

interface IdentifierText {
  readonly kind: 'identifiers' | 'elements';
  readonly line: string;
}

/** Joins the records and the elements, which are read in the same order. */
async function* writeIdentifiers(minter: MinterReading): AsyncGenerator<IdentifierText, void> {
  const records = walkRecords(minter);
  const elements = walkElements(minter);
  let record = await next(records);
  let element = await next(elements);
  while (record !== undefined || element !== undefined) {
    const id = earlier(record?.id, element?.id);
    const own = record?.id === id ? record : undefined;
    if (own !== undefined) record = await next(records);
    const inline: IdentifierElement[] = [];
    let bytes = 0;
    while (element !== undefined && element.id === id) {
      bytes += Buffer.byteLength(element.element) + element.value.byteLength;
      if (bytes > MAX_INLINE_BYTES) break;
      inline.push(element);
      element = await next(elements);
    }
    yield { kind: 'identifiers', line: identifierLine(id, own, inline) };
    while (element !== undefined && element.id === id) {
      yield { kind: 'elements', line: elementLine(element) };
      element = await next(elements);
    }
  }
}

async function* walkRecords(minter: MinterReading): AsyncGenerator<IdentifierRecord, void> {
  let page = await minter.recordsAfter('', ROWS_PER_PAGE);
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    yield* page;
    page = await minter.recordsAfter(last.id, ROWS_PER_PAGE);
  }
}

async function* walkElements(minter: MinterReading): AsyncGenerator<IdentifierElement, void> {
  const most = { rows: ROWS_PER_PAGE, bytes: BYTES_PER_PAGE };
  let page = await minter.elementsAfter({ id: '', element: '' }, most);
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    yield* page;
    page = await minter.elementsAfter(last, most);
  }
}

const next = async <Value>(values: AsyncGenerator<Value, void>): Promise<Value | undefined> =>
  (await values.next()).value ?? undefined;

/** The earlier of two identifiers in the order of bytes, as in the databases. */
const earlier = (one: string | undefined, other: string | undefined): string => {
  if (one === undefined || other === undefined) return one ?? other ?? '';
  return Buffer.compare(Buffer.from(one), Buffer.from(other)) <= 0 ? one : other;
};
