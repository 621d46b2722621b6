import type { Readable } from 'node:stream';

/** Documents that were taken out of reach, and kept. */
export interface RemovedDocuments {
  /** Each file that was at this path of the item, the last removed first. */
  open(repository: string, path: string): AsyncIterable<Readable>;
}
