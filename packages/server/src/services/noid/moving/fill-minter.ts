import type {
  IdentifierElement,
  IdentifierRecord,
  MinterWriting,
  QueueEntry,
} from '../../../ports/minting/minter-store.ts';
import { isRuleIdentifier } from '../bindings/apply-rules.ts';
import { refuseLine } from './refuse-line.ts';

/** The content of a new minter. */
export interface ImportedMinter {
  readonly identifiers: number;
  /** Identifiers that were issued at least once. */
  readonly issued: number;
  readonly held: number;
  readonly queued: number;
  readonly bindings: number;
  readonly rules: number;
  readonly notes: number;
}

const ROWS_PER_STATEMENT = 1_000;
const BYTES_PER_STATEMENT = 4 * 1_048_576;

interface Row {
  readonly id: string;
}

interface Batch<Kind extends Row> {
  add(row: Kind, line: number, bytes?: number): Promise<void>;
  flush(): Promise<void>;
}

/** Adds rows in groups, and reports the identifiers that were there already, with their lines. */
const createBatch = <Kind extends Row>(
  load: (rows: readonly Kind[]) => Promise<readonly string[]>,
  onRepeated: (id: string, line: number) => void,
): Batch<Kind> => {
  let rows: Kind[] = [];
  let lines: number[] = [];
  let size = 0;
  const flush = async (): Promise<void> => {
    for (const id of await load(rows)) onRepeated(id, lines[rows.findLastIndex((row) => row.id === id)] ?? 0);
    rows = [];
    lines = [];
    size = 0;
  };
  return {
    async add(row, line, bytes = 0) {
      if (size + bytes > BYTES_PER_STATEMENT || rows.length === ROWS_PER_STATEMENT) await flush();
      rows.push(row);
      lines.push(line);
      size += bytes;
    },
    flush,
  };
};

export interface MinterFilling {
  addIdentifier(): void;
  addRecord(record: IdentifierRecord, line: number): Promise<void>;
  addElement(element: IdentifierElement, line: number): Promise<void>;
  addNote(note: string, value: Uint8Array, line: number): Promise<void>;
  addDay(day: string, mints: number, line: number): Promise<void>;
  addQueueEntry(entry: QueueEntry, line: number): Promise<void>;
  takeFromQueue(entry: QueueEntry): Promise<void>;
  flush(): Promise<void>;
  counts(): ImportedMinter;
}

/** Puts everything into a minter that nobody sees yet. Calls `onQueuedAgain` for a queue entry that comes twice. */
export const createMinterFilling = (
  minter: MinterWriting,
  onQueuedAgain: (id: string, line: number) => void,
): MinterFilling => {
  const counts = { identifiers: 0, issued: 0, held: 0, queued: 0, bindings: 0, rules: 0, notes: 0 };
  const seen = new Set<string>();
  const refuseTwice = (what: 'id' | 'note' | 'day', name: string, line: number): void => {
    throw refuseLine(line, { reason: 'twice', what, name });
  };
  const refuseRepeated = (id: string, line: number): void => refuseTwice('id', id, line);
  const refuseSeen = (what: 'note' | 'day', name: string, line: number): void => {
    if (seen.has(`${what} ${name}`)) refuseTwice(what, name, line);
    seen.add(`${what} ${name}`);
  };
  const records = createBatch<IdentifierRecord>((rows) => minter.loadRecords(rows), refuseRepeated);
  const elements = createBatch<IdentifierElement>((rows) => minter.loadElements(rows), refuseRepeated);
  const queue = createBatch<QueueEntry>(
    (rows) => minter.loadQueue(rows),
    (id, line) => {
      counts.queued -= 1;
      onQueuedAgain(id, line);
    },
  );

  return {
    addIdentifier() {
      counts.identifiers += 1;
    },
    async addRecord(record, line) {
      if (record.status.includes('i')) counts.issued += 1;
      if (record.isHeld) counts.held += 1;
      await records.add(record, line);
    },
    async addElement(element, line) {
      if (isRuleIdentifier(element.id)) counts.rules += 1;
      else counts.bindings += 1;
      if (element.value.byteLength <= BYTES_PER_STATEMENT) {
        await elements.add(element, line, element.value.byteLength);
        return;
      }
      // The value is too large to be part of a list.
      await elements.flush();
      if ((await minter.element(element.id, element.element)) !== undefined) refuseRepeated(element.id, line);
      await minter.saveElement(element.id, element.element, element.value);
    },
    async addNote(note, value, line) {
      refuseSeen('note', note, line);
      counts.notes += 1;
      await minter.saveNote(note, value);
    },
    async addDay(day, mints, line) {
      refuseSeen('day', day, line);
      await minter.countMints(day, mints);
    },
    async addQueueEntry(entry, line) {
      counts.queued += 1;
      await queue.add(entry, line);
    },
    async takeFromQueue({ id }) {
      counts.queued -= 1;
      await minter.removeFromQueue(id);
    },
    async flush() {
      await records.flush();
      await elements.flush();
      await queue.flush();
    },
    counts: () => ({ ...counts }),
  };
};
