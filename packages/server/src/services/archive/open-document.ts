import type { Readable } from 'node:stream';
import { parseRepositoryName } from '@perene/core';
import { type Metadata, parseItemFilePath } from '@perene/core/item';
import type { Catalogue, CatalogueItem } from '../../ports/catalogue.ts';
import type { ItemFile, ItemFiles } from '../../ports/item-files.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { allowsClient } from './allow-client.ts';
import { METADATA_TARGET } from './document-url.ts';

/** What lies behind `/col/<repository>/doc/<path>`. */
export type OpenedDocument =
  | {
      readonly kind: 'file';
      readonly file: ItemFile;
      /** Microseconds. */
      readonly updatedAt: bigint;
      /** Whether caches may keep it for others. */
      readonly isForEveryone: boolean;
      read(range?: { readonly start: number; readonly end: number }): Promise<Readable>;
    }
  | { readonly kind: 'metadata'; readonly repository: string; readonly fields: Metadata; readonly updatedAt: bigint }
  | { readonly kind: 'fileList'; readonly repository: string; readonly files: readonly ItemFile[] | 'closed' };

export interface DocumentReader {
  /** An empty path asks for the list of files. Refuses what is not here, was removed, or is closed to that client. */
  open(request: {
    readonly repository: string;
    readonly path: string;
    readonly clientAddress: string;
  }): Promise<OpenedDocument>;
}

export const createDocumentReader = ({
  catalogue,
  files,
}: {
  readonly catalogue: Catalogue;
  readonly files: ItemFiles;
}): DocumentReader => ({
  async open({ repository, path, clientAddress }) {
    const name = parseRepositoryName(repository);
    const item = name.ok ? await catalogue.find(name.value.text) : undefined;
    if (item === undefined) {
      throw new Refusal('item-not-found', `there is no item ${repository} in this Archive`);
    }
    if (item.state.kind === 'deleted') {
      throw new Refusal('item-removed', `${repository} was removed: ${item.state.reason}`);
    }
    if (item.content === 'Metadata') return openMetadata(item, path);
    if (path === '') {
      const isOpen = item.access.fileList === 'open';
      return { kind: 'fileList', repository, files: isOpen ? await catalogue.files(item.repository) : 'closed' };
    }
    if (!allowsClient(item.access, clientAddress)) {
      throw new Refusal(
        'client-not-allowed',
        `${repository} may not be read from ${clientAddress}; its metadata may: ${item.describedBy}`,
      );
    }
    const filePath = parseItemFilePath(path);
    const file = filePath.ok ? await catalogue.file(item.repository, filePath.value) : undefined;
    if (file === undefined) throw new Refusal('file-missing', `${repository} has no file ${path}`);
    return {
      kind: 'file',
      file,
      updatedAt: item.updatedAt,
      isForEveryone: item.access.networks === undefined,
      read: (range) => openCatalogued(files, item.repository, file, range),
    };
  },
});

/** No more than the catalogue says; a file that it knows and the disk does not is this node's fault, not the client's. */
const openCatalogued = async (
  files: ItemFiles,
  repository: string,
  { path, bytes }: ItemFile,
  range = { start: 0, end: bytes - 1 },
): Promise<Readable> => {
  try {
    return await files.open(repository, path, range);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'file-missing') throw error;
    throw new Refusal('disk-failed', `${path} of ${repository} is not on the disk: run "perene verify"`);
  }
};

const openMetadata = (item: CatalogueItem, path: string): OpenedDocument => {
  if (item.metadata === undefined || (path !== '' && path !== (item.target ?? METADATA_TARGET))) {
    throw new Refusal('file-missing', `${item.repository} has no file ${path}`);
  }
  return { kind: 'metadata', repository: item.repository, fields: item.metadata, updatedAt: item.updatedAt };
};
