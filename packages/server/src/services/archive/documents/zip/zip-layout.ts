import { Readable } from 'node:stream';
import { readableFileName } from '@perene/core/item';
import type { ItemFile } from '../../../../ports/archive/item-files.ts';
import { createNameChoice } from '../choose-names.ts';
import {
  centralBytes,
  endBytes,
  localBytes,
  type PlacedEntry,
  writeCentral,
  writeEnd,
  writeLocal,
  type ZipDirectory,
} from './zip-records.ts';

/** Where everything is in a ZIP file of some files. It follows from their names and sizes alone. */
export interface ZipLayout {
  readonly bytes: number;
  readonly entries: readonly PlacedEntry[];
  readonly directory: ZipDirectory;
}

/** An item may have so many files that others would wait for a layout in one go. */
const ENTRIES_PER_TURN = 1_000;
const CHUNK_BYTES = 65_536;

export const layOutZip = async (files: readonly Pick<ItemFile, 'path' | 'bytes'>[]): Promise<ZipLayout> => {
  const unlessTaken = createNameChoice();
  const entries: PlacedEntry[] = [];
  let offset = 0;
  let directoryBytes = 0;
  for (const { path, bytes } of files) {
    const name = Buffer.from(unlessTaken(nameOf(path)));
    const entry = { name, bytes, offset };
    entries.push(entry);
    offset += localBytes(entry) + bytes;
    directoryBytes += centralBytes(entry);
    if (entries.length % ENTRIES_PER_TURN === 0) await new Promise(setImmediate);
  }
  const directory = { offset, bytes: directoryBytes, entries: entries.length };
  return { bytes: offset + directoryBytes + endBytes(directory), entries, directory };
};

/**
 * Names in other encodings than UTF-8 are put into it, because some programs open no ZIP file with such a name. A
 * backslash is escaped: some programs would take it for a folder, and leave theirs.
 */
const nameOf = (path: string): string =>
  path.includes('\\') ? path.split('/').map(readableFileName).join('/').replaceAll('\\', '%5C') : path;

export interface ZipContent {
  /** The CRC-32 of each entry, in their order. */
  readonly checksums: readonly number[];
  readonly modified: Date;
  /** Opens a part of the file of that entry. */
  readonly open: (index: number, range: { readonly start: number; readonly end: number }) => Promise<Readable>;
}

/** A piece of a ZIP file that is made as a whole, or the file of an entry. */
interface Piece {
  readonly offset: number;
  readonly bytes: number;
  readonly content: (() => Buffer) | number;
}

/** Reads a part of the ZIP file, both ends included, without making anything before or after it. */
export const readZip = (
  layout: ZipLayout,
  content: ZipContent,
  { start, end }: { readonly start: number; readonly end: number } = { start: 0, end: layout.bytes - 1 },
): Readable => Readable.from(inChunks(readPieces(layout, content, { start, end })), { objectMode: false });

async function* readPieces(
  layout: ZipLayout,
  content: ZipContent,
  { start, end }: { readonly start: number; readonly end: number },
): AsyncGenerator<Buffer> {
  let passed = 0;
  for (const piece of piecesOf(layout, content)) {
    passed += 1;
    if (passed % ENTRIES_PER_TURN === 0) await new Promise(setImmediate);
    if (piece.offset + piece.bytes <= start || piece.bytes === 0) continue;
    if (piece.offset > end) return;
    const from = Math.max(start - piece.offset, 0);
    const to = Math.min(end - piece.offset, piece.bytes - 1);
    if (typeof piece.content === 'number') yield* readWhole(content, piece.content, { start: from, end: to });
    else yield piece.content().subarray(from, to + 1);
  }
}

function* piecesOf({ entries, directory }: ZipLayout, { checksums, modified }: ZipContent): Generator<Piece> {
  const written = (index: number) => ({ crc32: checksums[index] ?? 0, modified });
  for (const [index, entry] of entries.entries()) {
    const bytes = localBytes(entry);
    yield { offset: entry.offset, bytes, content: () => writeLocal(entry, written(index)) };
    yield { offset: entry.offset + bytes, bytes: entry.bytes, content: index };
  }
  let { offset } = directory;
  for (const [index, entry] of entries.entries()) {
    const bytes = centralBytes(entry);
    yield { offset, bytes, content: () => writeCentral(entry, written(index)) };
    offset += bytes;
  }
  yield { offset, bytes: endBytes(directory), content: () => writeEnd(directory) };
}

/** A file that is shorter than the catalogue says ends the answer early, so that nobody takes it for whole. */
async function* readWhole(
  { open }: ZipContent,
  index: number,
  range: { readonly start: number; readonly end: number },
): AsyncGenerator<Buffer> {
  let left = range.end - range.start + 1;
  for await (const chunk of (await open(index, range)) as AsyncIterable<Buffer>) {
    left -= chunk.length;
    yield chunk;
  }
  if (left !== 0) throw new Error(`a file of the item lacks ${left} bytes`);
}

/** Headers are small, and each chunk costs a turn. */
async function* inChunks(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    waiting.push(piece);
    bytes += piece.length;
    if (bytes < CHUNK_BYTES) continue;
    yield waiting.length === 1 ? piece : Buffer.concat(waiting);
    waiting = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}
