import type { DoiState } from './doi-queue.ts';

/** What is sent of a DOI: its metadata, the place that it leads to, and what to do with its state. */
export interface SentDoi {
  readonly doi: string;
  readonly url: string;
  /** The attributes of DataCite's metadata schema, as its REST API takes them. */
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly event: 'publish' | 'register' | 'hide' | undefined;
}

/** What became of a request. */
export type RegistryAnswer =
  /** It was done, and the DOI has this state now. */
  | { readonly kind: 'done'; readonly state: DoiState }
  /** It will be refused again if nothing changes. */
  | { readonly kind: 'refused'; readonly problem: string }
  /** It may be done later; `afterMs` is how long the registry asks to wait. */
  | { readonly kind: 'later'; readonly problem: string; readonly afterMs?: number | undefined }
  /** The registry does not know this account, so that nothing else will be done either. */
  | { readonly kind: 'locked-out'; readonly problem: string };

/** An agency that registers DOIs. Each request may be sent twice without harm. */
export interface DoiRegistry {
  /** Makes the DOI, or changes it if it is there. */
  put(doi: SentDoi): Promise<RegistryAnswer>;
  /** Deletes a draft; a DOI that is not there is deleted. */
  remove(doi: string): Promise<RegistryAnswer>;
  close(): Promise<void>;
}
