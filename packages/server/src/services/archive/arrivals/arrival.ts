import type { Readable } from 'node:stream';
import { type Refusal, refuse } from '@perene/api/refusals';
import type { Metadata } from '@perene/core/item';
import type { KeyedRequest } from '../../../ports/archive/catalogue.ts';
import type { FileFolder } from '../../../ports/node/given-files.ts';

/** A file of an arriving item: where it will be in the item, and where it is in the source. */
export interface ArrivingFile {
  readonly path: string;
  readonly from: string;
  /** Missing if it is not known before it is read. */
  readonly bytes?: number;
}

/** An item of another repository, as the line of an import has it. */
export interface ArrivingRecord {
  /** Missing if its repository knew no such label: then one is minted. */
  readonly repository?: string;
  readonly ibips?: readonly string[];
  readonly aliases?: readonly string[];
  readonly files?: readonly ArrivingFile[];
  readonly target?: string;
  readonly opens?: 'page';
  readonly language?: string;
  readonly collections?: readonly unknown[];
  readonly access?: object;
  /** ISO 8601 in UTC. */
  readonly created?: string;
  readonly updated?: string;
  readonly editionOf?: string;
  readonly nextEdition?: string;
  readonly history?: readonly unknown[];
  readonly metadata: {
    readonly fields: Metadata;
    /** The label of the description, where its repository gave it one. */
    readonly repository?: string;
    readonly created?: string;
    readonly updated?: string;
    readonly history?: readonly unknown[];
  };
}

/** An item of another repository, or why it cannot be one here. */
export interface Arrival {
  /** Its folder or file in the source. */
  readonly place: string;
  readonly record?: ArrivingRecord;
  readonly refused?: Refusal;
  /** By what an item without label and alias is known again, so that it is imported once. */
  readonly request?: KeyedRequest;
  /** Files of the source that no list names: nobody brings them. */
  readonly unlisted?: readonly string[];
  /** How many files its record tells of that are not in the source. */
  readonly lacking?: number;
}

/** Reads a whole repository; a second reading gives the same. */
export type ReadArrivals = () => AsyncIterable<Arrival>;

/** Reads a small file whole, as bytes. */
export const readBytes = async (
  folder: Pick<FileFolder, 'open'>,
  path: string,
  { maxBytes }: { readonly maxBytes: number },
): Promise<Buffer> => {
  const content: Readable = await folder.open(path);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBytes) throw refuse('package-invalid', { reason: 'too-large', path });
      chunks.push(chunk);
    }
  } finally {
    content.destroy();
  }
  return Buffer.concat(chunks);
};

/** A place in a file, as compilers and editors write it. */
export const atLine = (path: string, line: number | undefined): string =>
  line === undefined ? path : `${path}:${line}`;

export const unreadable = (path: string, line?: number): Refusal =>
  refuse('package-invalid', { reason: 'unreadable', path: atLine(path, line) });
