import { because, type ImportNote, refuse } from '@perene/api/refusals';
import { describe } from '@perene/api/words';
import type { MinterStore } from '../../../ports/minting/minter-store.ts';
import type { MinterTools } from '../../../services/noid/minters/minter-work.ts';
import { importBerkeleyMinter } from '../../../services/noid/moving/berkeley/berkeley-minter.ts';
import { exportMinter } from '../../../services/noid/moving/export-minter.ts';
import type { ImportedMinter } from '../../../services/noid/moving/fill-minter.ts';
import { importMinter } from '../../../services/noid/moving/import-minter.ts';
import { importRailsMinter, isRailsState } from '../../../services/noid/moving/rails-minter.ts';

const CHUNK_LENGTH = 65_536;
const DECODER = new TextDecoder('utf-8', { fatal: true });
const DUMP_START = 'VERSION=';

export interface Exporting {
  readonly store: MinterStore;
  readonly name: string;
  /** Takes whole lines with their ends, several at a time; the next ones come when its promise is fulfilled. */
  readonly out: (chunk: string) => Promise<void> | void;
}

/** `noid export`: writes the whole minter as JSON lines. */
export const exportCommand = async ({ store, name, out }: Exporting): Promise<void> => {
  let chunk = '';
  for await (const line of exportMinter(store, name)) {
    chunk += `${line}\n`;
    if (chunk.length < CHUNK_LENGTH) continue;
    await out(chunk);
    chunk = '';
  }
  await out(chunk);
};

export interface Importing extends Pick<MinterTools, 'clock' | 'patterns' | 'secrets'> {
  readonly store: MinterStore;
  readonly name: string;
  /** The lines without their ends; `splitLines` makes them from any file or stream. */
  readonly lines: AsyncIterable<string | Uint8Array>;
  /** Is called for each thing that was left out or needs attention, then once for what was imported. */
  readonly report: (line: string) => void;
  /** How many lines were read so far. */
  readonly progress?: (done: number) => void;
}

/** `noid import`: tells by the first line whether a minter comes as JSON lines, as a dump of Berkeley DB, or from noid-rails. */
export const importCommand = async (request: Importing): Promise<void> => {
  const lines = toBytes(request.lines);
  try {
    const first = await lines.next();
    if (first.done === true) throw refuse('record-invalid', { reason: 'empty' });
    const all = startWith(first.value, lines);
    const imported = await importAs(formatOf(first.value), { ...request, lines: all });
    for (const line of count(imported)) request.report(line);
  } finally {
    await lines.return();
  }
};

type Format = 'lines' | 'dump' | 'rails';

const formatOf = (first: Buffer): Format => {
  const start = first.toString('latin1', 0, DUMP_START.length);
  if (start === DUMP_START) return 'dump';
  if (/^\s*\{/.test(start)) return isRailsState(first.toString('utf8')) ? 'rails' : 'lines';
  throw refuse('record-invalid', { reason: first.includes(0) ? 'binary' : 'neither' });
};

const importAs = (
  format: Format,
  { store, lines, report, ...request }: Importing & { readonly lines: AsyncIterable<Buffer> },
): Promise<ImportedMinter> => {
  if (format === 'lines') return importMinter(store, { ...request, lines: toTexts(lines) });
  if (format === 'rails') return importRailsMinter(store, { ...request, lines: toTexts(lines) });
  return importBerkeleyMinter(store, { ...request, lines, tell: (note) => report(describeNote(note)) });
};

const MAX_SHOWN_LENGTH = 1_000;

/** Describes a note in one line for a person, whatever the file contained. */
export const describeNote = (note: ImportNote): string => {
  const line = describe(because('import-note', note), 'en').replaceAll(/\p{Cc}+/gu, ' ');
  return line.length > MAX_SHOWN_LENGTH ? `${line.slice(0, MAX_SHOWN_LENGTH)}...` : line;
};

async function* toBytes(lines: AsyncIterable<string | Uint8Array>): AsyncGenerator<Buffer, void> {
  for await (const line of lines) {
    yield typeof line === 'string' ? Buffer.from(line) : Buffer.from(line.buffer, line.byteOffset, line.byteLength);
  }
}

async function* startWith(first: Buffer, others: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  yield first;
  yield* others;
}

async function* toTexts(lines: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  let number = 0;
  for await (const line of lines) {
    number += 1;
    yield decodeLine(line, number);
  }
}

const decodeLine = (line: Buffer, number: number): string => {
  try {
    return DECODER.decode(line);
  } catch {
    throw refuse('record-invalid', {
      reason: 'on-line',
      line: number,
      said: refuse('record-invalid', { reason: 'line-not-utf-8' }),
    });
  }
};

const count = (imported: ImportedMinter): readonly string[] => [
  `identifiers: ${imported.identifiers}`,
  `issued: ${imported.issued}`,
  `held: ${imported.held}`,
  `queued: ${imported.queued}`,
  `bindings: ${imported.bindings}`,
  `rules: ${imported.rules}`,
  `notes: ${imported.notes}`,
];
