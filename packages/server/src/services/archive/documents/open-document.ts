import type { Readable } from 'node:stream';
import { refuse } from '@perene/api/refusals';
import type { Ibi, RepositoryLabel } from '@perene/core';
import { type Metadata, readingsOfPath } from '@perene/core/item';
import { formatOaiDc, writeFormat } from '@perene/core/representation';
import type { Catalogue, CatalogueItem } from '../../../ports/archive/catalogue.ts';
import type { ItemFile, ItemFiles } from '../../../ports/archive/item-files.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import type { Secrets } from '../../../ports/system/secrets.ts';
import { describeItem } from '../items/describe-item.ts';
import { dayOf, viewItem } from '../items/view-item.ts';
import { refuseWithdrawn } from '../withdrawing/withdraw-item.ts';
import { allowsClient, allowsDescription, isEmbargoed } from './allow-client.ts';
import { METADATA_TARGET } from './document-url.ts';
import { findFile } from './find-file.ts';
import { openCatalogued } from './open-catalogued.ts';
import { createChecksumFinder } from './zip/find-checksums.ts';
import { createZipOpener, type OpenedZip } from './zip/open-zip.ts';

interface OpenedFile {
  readonly kind: 'file';
  readonly repository: RepositoryLabel;
  /** The label of the item that people cite, and its address. */
  readonly label: string;
  readonly persistentUrl: string;
  readonly file: ItemFile;
  /** Microseconds. */
  readonly updatedAt: bigint;
  /** Whether caches may keep it for others. */
  readonly isForEveryone: boolean;
  /** A URL at which the store itself has the file, for some minutes; undefined if this node sends it. */
  link(headers: { readonly mediaType: string; readonly disposition: string }): Promise<string | undefined>;
  read(range?: { readonly start: number; readonly end: number }): Promise<Readable>;
}

/** A document that `/col/<repository>/doc/<path>` leads to. */
export type OpenedDocument =
  | OpenedFile
  | {
      readonly kind: 'metadata';
      /** Of the described item. */
      readonly persistentUrl: string;
      readonly describes: RepositoryLabel;
      readonly repository: RepositoryLabel;
      readonly fields: Metadata;
      readonly updatedAt: bigint;
      /** The metadata in the format `oai_dc`, with what is known of the described item. */
      inDublinCore(): Promise<string>;
    }
  | { readonly kind: 'fileList'; readonly repository: RepositoryLabel; readonly files: readonly ItemFile[] | 'closed' };

/** All files of an item. */
interface OpenedFiles extends OpenedZip, Pick<OpenedFile, 'label' | 'persistentUrl' | 'updatedAt' | 'isForEveryone'> {}

interface ItemRequest {
  readonly ibi: Ibi;
  readonly clientAddress: string;
  readonly hasKey: boolean;
}

interface DocumentRequest extends ItemRequest {
  readonly path: string;
}

export interface DocumentReader {
  /**
   * `path` is the path of the URL, unescaped; an empty one asks for the list of files. Refuses a document that is not
   * here, was removed, or is closed to that client.
   */
  open(request: DocumentRequest): Promise<OpenedDocument>;
  /** All files in one; refuses if any of them, or their list, is closed to that client. */
  openAll(request: ItemRequest): Promise<OpenedFiles>;
}

export const createDocumentReader = ({
  catalogue,
  files,
  clock,
  secrets,
  publicUrl,
  resolverUrl,
}: {
  readonly catalogue: Catalogue;
  readonly files: ItemFiles;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'sha256'>;
  readonly publicUrl: string;
  readonly resolverUrl: string;
}): DocumentReader => {
  const findChecksums = createChecksumFinder({ catalogue, files, clock });
  const openZip = createZipOpener({ catalogue, files, findChecksums, secrets });

  const findItem = async ({ text: label }: Ibi): Promise<CatalogueItem> => {
    const item = await catalogue.find(label);
    if (item === undefined) throw refuse('item-not-found', { reason: 'label', label });
    refuseWithdrawn(item);
    if (item.state.kind !== 'deleted') return item;
    throw refuse('item-removed', { reason: 'because', label: item.repository, because: item.state.reason });
  };

  const namesOf = ({ ibips, repository, updatedAt }: CatalogueItem) => {
    const label = ibips[0] ?? repository;
    return { label, persistentUrl: `${resolverUrl}/${label}`, updatedAt };
  };

  const checkClient = (item: CatalogueItem, { clientAddress, hasKey }: ItemRequest): void => {
    const today = dayOf(clock.now());
    if (allowsClient(item.access, { address: clientAddress, today })) return;
    const isDescribed = allowsDescription(item.access, { address: clientAddress, hasKey });
    if (isEmbargoed(item.access, { today })) {
      throw refuse('file-embargoed', { label: item.repository, until: item.access.embargo ?? '' });
    }
    throw refuse('client-not-allowed', {
      label: item.repository,
      address: clientAddress,
      metadata: (isDescribed && item.describedBy) || '',
    });
  };

  return {
    async open(request) {
      const { ibi, path, clientAddress, hasKey } = request;
      const item = await findItem(ibi);
      const { repository } = item;
      const reader = { address: clientAddress, hasKey };
      if (item.content === 'Metadata') {
        const described = item.describes === undefined ? undefined : await catalogue.find(item.describes);
        if (!allowsDescription((described ?? item).access, reader)) {
          throw refuse('description-closed', { reason: 'here', label: repository });
        }
        return openMetadata({ catalogue, publicUrl, resolverUrl }, item, path);
      }
      if (path === '') {
        const isOpen = item.access.fileList === 'open' && allowsDescription(item.access, reader);
        return { kind: 'fileList', repository, files: isOpen ? await catalogue.files(repository) : 'closed' };
      }
      checkClient(item, request);
      const file = await findFile(catalogue, repository, path);
      if (file === undefined) throw refuse('file-missing', { reason: 'of-item', label: repository, path });
      if (await catalogue.isDamaged(repository, file.path)) {
        throw refuse('file-damaged', { reason: 'here', path: file.path, label: repository });
      }
      return {
        kind: 'file',
        repository,
        ...namesOf(item),
        file,
        isForEveryone: item.access.networks === undefined,
        read: (range) => openCatalogued(files, repository, file, range),
        // Whoever has the link can pass it on, so closed files are sent by this node.
        link: async (headers) =>
          item.access.networks === undefined ? files.link(repository, file.path, headers) : undefined,
      };
    },
    async openAll(request) {
      const item = await findItem(request.ibi);
      const { fileList, description, networks } = item.access;
      const reader = { address: request.clientAddress, hasKey: request.hasKey };
      if (!allowsDescription(item.access, reader)) {
        throw refuse('description-closed', { reason: 'here', label: item.repository });
      }
      // The names of the files are in it, which holders of a key may see.
      if (fileList === 'closed' && !request.hasKey) {
        throw refuse('file-list-closed', { reason: 'here', label: item.repository });
      }
      checkClient(item, request);
      const isForEveryone = networks === undefined && fileList === 'open' && description !== 'closed';
      return { ...(await openZip(item)), ...namesOf(item), isForEveryone };
    },
  };
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
    describes: item.describes ?? item.repository,
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
