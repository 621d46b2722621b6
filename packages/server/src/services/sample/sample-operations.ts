import type { Readable } from 'node:stream';

/** A small collection to look around in: here, or on another node that is reached over HTTP. */
export interface SampleOperations {
  state(): Promise<SampleState>;
  /** Deposits what is not there yet. */
  load(author: SampleAuthor): Promise<SampleState>;
  /** Removes what `load` deposited, and nothing else. */
  remove(author: SampleAuthor): Promise<SampleState>;
}

export interface SampleState {
  /** Whether all of it is here, a part, or nothing. */
  readonly state: 'loaded' | 'partly loaded' | 'absent';
  /** Those that are here. */
  readonly items: readonly { readonly name: string; readonly repository: string; readonly title: string }[];
}

export interface SampleAuthor {
  readonly who: string;
}

/** As much of the Archive as a collection needs: what anybody's deposit uses. */
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
  remove(label: string, request: { readonly reason: string }, author: SampleAuthor): Promise<unknown>;
}
