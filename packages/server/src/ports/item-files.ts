import type { Readable } from 'node:stream';

/** A file of an item as the catalogue knows it. */
export interface ItemFile {
  /** Relative to the item's documents, with "/" between folders. */
  readonly path: string;
  readonly bytes: number;
  /** Lower-case hexadecimal digits. */
  readonly sha256: string;
  readonly mediaType: string;
}

/** Documents on their way into an item: nobody sees them before they are kept. */
export interface IncomingDocuments {
  /** Streams one file in, hashing it on the way; refuses what is larger than `maxBytes`. */
  receive(path: string, content: Readable, limits: { readonly maxBytes: number }): Promise<ItemFile>;
  /** Takes over a file that already lies in the store's folder of uploads, without copying it. */
  adopt(path: string, uploadPath: string): Promise<ItemFile>;
  /** Moves all of them, durably and in one step, to where the item's documents live. */
  keep(repository: string): Promise<void>;
  /** As `keep`, where other documents may lie already: those go among the removed ones. */
  replace(repository: string): Promise<void>;
  /** Takes them back, although kept, and puts back those that were replaced: the catalogue did not take the item. */
  withdraw(repository: string): Promise<void>;
  /** Forgets them; harmless after `keep`. */
  discard(): Promise<void>;
}

/** Where the bytes of items are: `col/<repository>/doc/<path>`. */
export interface ItemFiles {
  begin(): Promise<IncomingDocuments>;
  open(repository: string, path: string, range?: { readonly start: number; readonly end: number }): Promise<Readable>;
  /** Takes the documents out of reach, and keeps them among the removed ones. */
  remove(repository: string): Promise<void>;
  /** Every file that lies among the documents of items, catalogued or not. */
  walk(): AsyncIterable<{ readonly repository: string; readonly path: string; readonly bytes: number }>;
  /** Reads the whole file again. */
  hash(repository: string, path: string): Promise<{ readonly bytes: number; readonly sha256: string } | undefined>;
  /** Removes what crashes left behind among the incoming documents. */
  sweep(): Promise<void>;
}
