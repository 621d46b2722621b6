import { refuse } from '@perene/api/refusals';
import type {
  MinterDefinition,
  MinterProgress,
  MinterStore,
  MinterWriting,
} from '../../../ports/minting/minter-store.ts';
import { isRuleIdentifier } from '../bindings/apply-rules.ts';
import { createMinterFilling, type ImportedMinter, type MinterFilling } from './fill-minter.ts';
import type { LineCounts } from './minter-lines.ts';
import { type MinterLine, parseHeader, parseLine } from './parse-minter-lines.ts';
import { onLine, refuseLine } from './refuse-line.ts';

export interface ImportRequest<Line> {
  readonly name: string;
  /** The lines without their ends. */
  readonly lines: AsyncIterable<Line>;
  /** Is called now and then with the number of lines read. */
  readonly progress?: (done: number) => void;
}

const LINES_PER_PROGRESS = 1_000;

/** Creates a minter from the lines of `exportMinter`: completely, or not at all. */
export const importMinter = async (
  store: MinterStore,
  { name, lines, progress }: ImportRequest<string>,
): Promise<ImportedMinter> => {
  const numbered = numberLines(lines, progress);
  try {
    const first = await numbered.next();
    if (first.done === true) throw refuse('record-invalid', { reason: 'empty' });
    const header = onLine(1, () => parseHeader(first.value.line, name));
    const imported = await store.createFilled(header.definition, header.progress, (minter) =>
      fill(minter, header, numbered),
    );
    return orRefuseName(imported, name);
  } finally {
    await numbered.return();
  }
};

export const orRefuseName = <Result>(result: Result | undefined, name: string): Result => {
  if (result !== undefined) return result;
  throw refuse('minter-exists', { minter: name });
};

interface NumberedLine<Line> {
  readonly line: Line;
  readonly number: number;
}

export async function* numberLines<Line>(
  lines: AsyncIterable<Line>,
  progress: (done: number) => void = () => undefined,
): AsyncGenerator<NumberedLine<Line>, void> {
  let number = 0;
  for await (const line of lines) {
    number += 1;
    yield { line, number };
    if (number % LINES_PER_PROGRESS === 0) progress(number);
  }
  progress(number);
}

const fill = async (
  minter: MinterWriting,
  { progress }: { readonly definition: MinterDefinition; readonly progress: MinterProgress },
  lines: AsyncIterable<NumberedLine<string>>,
): Promise<ImportedMinter> => {
  const filling = createMinterFilling(minter, (id, line) => {
    throw refuseLine(line, { reason: 'queued-already', id });
  });
  const counts = { identifiers: 0, elements: 0, queue: 0, notes: 0, days: 0 };
  let end: LineCounts | undefined;
  let last = 1;
  for await (const { line, number } of lines) {
    last = number;
    if (line.trim() === '') continue;
    if (end !== undefined) throw refuseLine(number, { reason: 'after-end' });
    const parsed = onLine(number, () => parseLine(line));
    if (parsed.kind === 'end') end = parsed.counts;
    else {
      counts[COUNTED[parsed.kind]] += 1;
      await add(filling, parsed, number);
    }
  }
  await filling.flush();
  if (end === undefined) throw refuseLine(last, { reason: 'cut' });
  for (const kind of Object.values(COUNTED)) {
    if (counts[kind] !== end[kind]) {
      throw refuseLine(last, { reason: 'counts', kind, told: end[kind], found: counts[kind] });
    }
  }
  const imported = filling.counts();
  await minter.saveProgress({ ...progress, held: imported.held, queued: imported.queued });
  return imported;
};

type ContentLine = Exclude<MinterLine, { readonly kind: 'end' }>;

const COUNTED: Readonly<Record<ContentLine['kind'], keyof LineCounts>> = {
  identifier: 'identifiers',
  element: 'elements',
  queue: 'queue',
  note: 'notes',
  day: 'days',
};

const add = async (filling: MinterFilling, parsed: ContentLine, line: number): Promise<void> => {
  switch (parsed.kind) {
    case 'identifier':
      if (!isRuleIdentifier(parsed.id)) filling.addIdentifier();
      if (parsed.record !== undefined) await filling.addRecord(parsed.record, line);
      for (const element of parsed.elements) await filling.addElement({ id: parsed.id, ...element }, line);
      return;
    case 'element':
      return filling.addElement(parsed, line);
    case 'queue':
      return filling.addQueueEntry(parsed.entry, line);
    case 'note':
      return filling.addNote(parsed.note, parsed.value, line);
    case 'day':
      return filling.addDay(parsed.day, parsed.mints, line);
  }
};
