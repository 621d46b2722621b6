import type { NameArrival, NameStore, ReadChunks } from './arriving-name.ts';
import { readArklet } from './read-arklet.ts';
import { readEzid } from './read-ezid.ts';
import { readHandleBatch } from './read-handle-batch.ts';

const READERS: Readonly<Record<NameStore, (chunks: ReadChunks) => AsyncIterable<NameArrival>>> = {
  ezid: readEzid,
  handle: readHandleBatch,
  arklet: readArklet,
};

/** Reads all names that another store has written into a file. */
export const readNames = (store: NameStore, chunks: ReadChunks): AsyncIterable<NameArrival> => READERS[store](chunks);
