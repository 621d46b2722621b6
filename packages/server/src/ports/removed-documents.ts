import type { Readable } from 'node:stream';
import type { RepositoryLabel } from '@perene/core';

/** Documents that were removed and are kept where nobody can reach them. */
export interface RemovedDocuments {
  /** Each file that was at this path of the item, the last removed first. */
  open(repository: RepositoryLabel, path: string): AsyncIterable<Readable>;
}
