import type { Metadata } from '../item/metadata/metadata-json.ts';

/** A file of an item, as its readers may see it. */
export interface DescribedFile {
  readonly path: string;
  readonly bytes: number;
  /** Lower-case hexadecimal digits. */
  readonly sha256: string;
  readonly mediaType: string;
  readonly url: string;
}

/** All that an Archive tells of an item, in any format. Only what is known is given. */
export interface Description {
  readonly metadata: Metadata;
  /** The language of the item, which chooses among its titles. */
  readonly language?: string | undefined;
  /** The address that people cite. */
  readonly persistentUrl: string;
  /** The labels of the item: its repository name and its IBIps. */
  readonly labels?: readonly string[];
  /** Its other identifiers. */
  readonly aliases?: readonly string[];
  /** The day on which the reader saw it, as YYYY-MM-DD. */
  readonly accessed?: string | undefined;
  /** When it was deposited and last changed; ISO 8601, UTC. */
  readonly created?: string | undefined;
  readonly updated?: string | undefined;
  /** Who may read the files; absent if the item is gone. */
  readonly access?: 'open' | 'restricted' | undefined;
  /** The files, if their list is open; the one that the persistent URL leads to comes first. */
  readonly files?: readonly DescribedFile[];
  /** Addresses of editions. */
  readonly previousEdition?: string | undefined;
  readonly nextEdition?: string | undefined;
  readonly lastEdition?: string | undefined;
  /** Addresses of the same content in other languages. */
  readonly translations?: readonly { readonly language: string; readonly url: string }[];
  /** The address of the original, if this is a copy. */
  readonly copyOf?: string | undefined;
}
