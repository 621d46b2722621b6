import type { Readable } from 'node:stream';
import { Refusal, refuse } from '@perene/api/refusals';
import type { Ibi, RepositoryLabel } from '@perene/core';
import { type Metadata, readingsOfPath } from '@perene/core/item';
import { formatOaiDc, writeFormat } from '@perene/core/representation';
import type { Catalogue, CatalogueItem } from '../../../ports/archive/catalogue.ts';
import type { ItemFile, ItemFiles } from '../../../ports/archive/item-files.ts';
import { describeItem } from '../items/describe-item.ts';
import { viewItem } from '../items/view-item.ts';
import { allowsClient, allowsDescription } from './allow-client.ts';
import { METADATA_TARGET } from './document-url.ts';
import { findFile } from './find-file.ts';

/** A document that `/col/<repository>/doc/<path>` leads to. */
export type OpenedDocument =
  | {
      readonly kind: 'file';
      /** The label of the item that people cite, and its address. */
      readonly label: string;
      readonly persistentUrl: string;
      readonly file: ItemFile;
      /** Microseconds. */
      readonly updatedAt: bigint;
      /** Whether caches may keep it for others. */
      readonly isForEveryone: boolean;
      read(range?: { readonly start: number; readonly end: number }): Promise<Readable>;
    }
  | {
      readonly kind: 'metadata';
      /** Of the described item. */
      readonly persistentUrl: string;
      readonly repository: RepositoryLabel;
      readonly fields: Metadata;
      readonly updatedAt: bigint;
      /** The metadata in the format `oai_dc`, with what is known of the described item. */
      inDublinCore(): Promise<string>;
    }
  | { readonly kind: 'fileList'; readonly repository: RepositoryLabel; readonly files: readonly ItemFile[] | 'closed' };

interface DocumentRequest {
  readonly ibi: Ibi;
  readonly path: string;
  readonly clientAddress: string;
  readonly hasKey: boolean;
}

export interface DocumentReader {
  /**
   * `path` is the path of the URL, unescaped; an empty one asks for the list of files. Refuses a document that is not
   * here, was removed, or is closed to that client.
   */
  open(request: DocumentRequest): Promise<OpenedDocument>;
}

export const createDocumentReader = ({
  catalogue,
  files,
  publicUrl,
  resolverUrl,
}: {
  readonly catalogue: Catalogue;
  readonly files: ItemFiles;
  readonly publicUrl: string;
  readonly resolverUrl: string;
}): DocumentReader => ({
  async open({ ibi: { text: label }, path, clientAddress, hasKey }) {
    const item = await catalogue.find(label);
    if (item === undefined) throw refuse('item-not-found', { reason: 'label', label });
    const { repository } = item;
    if (item.state.kind === 'deleted') {
      throw refuse('item-removed', { reason: 'because', label: repository, because: item.state.reason });
    }
    const reader = { address: clientAddress, hasKey };
    if (item.content === 'Metadata') {
      const described = item.describes === undefined ? undefined : await catalogue.find(item.describes);
      if (!allowsDescription((described ?? item).access, reader)) {
        throw refuse('description-closed', { reason: 'here', label: repository });
      }
      return openMetadata({ catalogue, publicUrl, resolverUrl }, item, path);
    }
    const isDescribed = allowsDescription(item.access, reader);
    if (path === '') {
      const isOpen = item.access.fileList === 'open' && isDescribed;
      return { kind: 'fileList', repository, files: isOpen ? await catalogue.files(item.repository) : 'closed' };
    }
    if (!allowsClient(item.access, clientAddress)) {
      throw refuse('client-not-allowed', {
        label: repository,
        address: clientAddress,
        metadata: (isDescribed && item.describedBy) || '',
      });
    }
    const file = await findFile(catalogue, item.repository, path);
    if (file === undefined) throw refuse('file-missing', { reason: 'of-item', label: repository, path });
    if (await catalogue.isDamaged(item.repository, file.path)) {
      throw refuse('file-damaged', { reason: 'here', path: file.path, label: repository });
    }
    return {
      kind: 'file',
      label: item.ibips[0] ?? repository,
      persistentUrl: `${resolverUrl}/${item.ibips[0] ?? repository}`,
      file,
      updatedAt: item.updatedAt,
      isForEveryone: item.access.networks === undefined,
      read: (range) => openCatalogued(files, item.repository, file, range),
    };
  },
});

/** Opens only files in the catalogue. A file that the disk lacks is this node's fault, not the client's. */
const openCatalogued = async (
  files: ItemFiles,
  repository: RepositoryLabel,
  { path, bytes }: ItemFile,
  range = { start: 0, end: bytes - 1 },
): Promise<Readable> => {
  try {
    return await files.open(repository, path, range);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'file-missing') throw error;
    throw refuse('disk-failed', { reason: 'gone', path, label: repository });
  }
};

const openMetadata = (
  {
    catalogue,
    publicUrl,
    resolverUrl,
  }: { readonly catalogue: Catalogue; readonly publicUrl: string; readonly resolverUrl: string },
  item: CatalogueItem,
  path: string,
): OpenedDocument => {
  const { metadata: fields } = item;
  if (fields === undefined || (path !== '' && !readingsOfPath(path).includes(item.target ?? METADATA_TARGET))) {
    throw refuse('file-missing', { reason: 'of-item', label: item.repository, path });
  }
  return {
    kind: 'metadata',
    persistentUrl: `${resolverUrl}/${item.describes ?? item.repository}`,
    repository: item.repository,
    fields,
    updatedAt: item.updatedAt,
    async inDublinCore() {
      const described = item.describes === undefined ? undefined : await catalogue.find(item.describes);
      return described === undefined
        ? formatOaiDc(fields)
        : writeFormat('oai-dc', describeItem(await viewItem(catalogue, described, resolverUrl), publicUrl));
    },
  };
};
