import type { Readable } from 'node:stream';
import type { Ibi } from '@perene/core';

/** The operations on the sample collection: of this node, or of another node that is reached over HTTP. */
export interface SampleOperations {
  state(): Promise<SampleState>;
  /** Deposits the items that are missing. */
  load(author: SampleAuthor): Promise<SampleState>;
  /** Removes what `load` deposited, and nothing else. */
  remove(author: SampleAuthor): Promise<SampleState>;
}

export interface SampleState {
  /** Whether all of it is here, a part, or nothing. */
  readonly state: 'loaded' | 'partly loaded' | 'absent';
  /** The items that are here. */
  readonly items: readonly { readonly name: string; readonly repository: string; readonly title: string }[];
}

export interface SampleAuthor {
  readonly who: string;
}

/** The part of the Archive that the collection needs, the same as for any deposit. */
export interface SampleArchive {
  deposit(
    request: {
      readonly metadata: unknown;
      readonly language: string;
      readonly editionOf: string | undefined;
      readonly translationOf: string | undefined;
      readonly files: AsyncIterable<{ readonly path: string; readonly open: () => Readable }>;
      readonly request: { readonly key: string; readonly fingerprint: string };
    },
    author: SampleAuthor,
  ): Promise<{ readonly repository: string }>;
  remove(label: Ibi, request: { readonly reason: string }, author: SampleAuthor): Promise<unknown>;
}
