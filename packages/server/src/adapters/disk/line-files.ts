import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { refuse } from '@perene/api/refusals';
import type { FileLine, LineWriter } from '../../ports/node/given-files.ts';
import { codeOf, onDisk } from './disk-failure.ts';
import { syncFolder } from './folders.ts';

/** More than the largest item or row has, however it is escaped, so that every written line can be read again. */
const MAX_LINE_BYTES = 64 * 1_048_576;
const CHUNK_BYTES = 1_048_576;
const LINE_FEED = 0x0a;

export const sizeOfFile = async (path: string): Promise<number> => (await onGivenFile(path, () => stat(path))).size;

export const isFolder = async (path: string): Promise<boolean> =>
  (await onGivenFile(path, () => stat(path))).isDirectory();

export const createLines = (path: string): Promise<LineWriter> => onDisk(path, () => createLineWriter(path));

const onGivenFile = async <Result>(path: string, work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    throw unreadable(path, error);
  }
};

const unreadable = (path: string, error: unknown): unknown => {
  const code = codeOf(error);
  return code === undefined ? error : refuse('file-unreadable', { reason: 'failed', path, cause: code });
};

/** The last line may lack its end. */
export async function* readLines(path: string): AsyncGenerator<FileLine> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let pieces: Buffer[] = [];
  let length = 0;
  let number = 0;
  let end = 0;

  const take = (piece: Buffer): void => {
    length += piece.length;
    if (length <= MAX_LINE_BYTES) pieces.push(piece);
    else pieces = [];
  };

  const finishLine = (): FileLine => {
    const isLong = length > MAX_LINE_BYTES;
    const bytes = Buffer.concat(pieces);
    number += 1;
    pieces = [];
    length = 0;
    if (isLong)
      return {
        number,
        end,
        text: undefined,
        refused: refuse('record-invalid', { reason: 'line-too-long', max: MAX_LINE_BYTES }),
      };
    try {
      return { number, end, text: decoder.decode(bytes) };
    } catch {
      return { number, end, text: undefined, refused: refuse('record-invalid', { reason: 'line-not-utf-8' }) };
    }
  };

  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      let start = 0;
      for (let found = chunk.indexOf(LINE_FEED); found >= 0; found = chunk.indexOf(LINE_FEED, start)) {
        take(chunk.subarray(start, found));
        end += found + 1 - start;
        start = found + 1;
        yield finishLine();
      }
      take(chunk.subarray(start));
      end += chunk.length - start;
    }
  } catch (error) {
    throw unreadable(path, error);
  }
  if (length > 0) yield finishLine();
}

const createLineWriter = async (path: string): Promise<LineWriter> => {
  const partial = `${path}.${randomBytes(4).toString('hex')}.partial`;
  const handle = await open(partial, 'wx', 0o600);
  const hash = createHash('sha256');
  let waiting: string[] = [];
  let waitingLength = 0;
  let bytes = 0;
  let isOver = false;
  let writing: Promise<void> = Promise.resolve();

  /** Blocks are written one after the other. */
  const flush = async (): Promise<void> => {
    const block = Buffer.from(waiting.join(''));
    waiting = [];
    waitingLength = 0;
    hash.update(block);
    bytes += block.length;
    writing = writing.then(() => onDisk(path, () => handle.appendFile(block)));
    await writing;
  };

  return {
    async write(line) {
      waiting.push(line, '\n');
      waitingLength += line.length;
      if (waitingLength >= CHUNK_BYTES) await flush();
    },
    async finish() {
      await flush();
      await onDisk(path, async () => {
        await handle.sync();
        await handle.close();
        await rename(partial, path);
        await syncFolder(dirname(path));
      });
      isOver = true;
      return { bytes, sha256: hash.digest('hex') };
    },
    async discard() {
      if (isOver) return;
      isOver = true;
      await writing.catch(() => undefined);
      await handle.close();
      await rm(partial, { force: true });
    },
  };
};
