import { refuse } from '@perene/api/refusals';
import type { RepositoryLabel } from '@perene/core';
import { forEachConcurrently } from '../../../concurrency/for-each-concurrently.ts';
import type { Catalogue } from '../../../ports/archive/catalogue.ts';
import type { NeighbouringLabel, WalkedData, WalkedItem } from '../../../ports/archive/catalogue-records.ts';
import type { ItemFiles } from '../../../ports/archive/item-files.ts';
import type { FileFolder, FileLine, LineWriter } from '../../../ports/node/given-files.ts';
import { timeOf } from '../items/view-item.ts';

export interface ExportSummary {
  readonly items: number;
  readonly files: number;
  readonly bytes: number;
}

interface ExportedFile {
  readonly repository: RepositoryLabel;
  readonly path: string;
  readonly from: string;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Writes every item, as it is at one moment, as a line for an import. Paths of files are relative to the data folder,
 * or to the folder that they are copied to afterwards.
 */
export const exportItems = async (
  catalogue: Pick<Catalogue, 'walk'>,
  writer: LineWriter,
  { areFilesCopied, onItem }: { readonly areFilesCopied: boolean; readonly onItem?: (done: number) => void },
): Promise<ExportSummary> => {
  const summary = { items: 0, files: 0, bytes: 0 };
  try {
    await catalogue.walk(async (data) => {
      const record = recordOf(data, areFilesCopied);
      if (record === undefined) return;
      await writer.write(JSON.stringify(record));
      summary.items += 1;
      for (const { bytes } of filesOf(data)) {
        summary.files += 1;
        summary.bytes += bytes;
      }
      onItem?.(summary.items);
    });
    await writer.finish();
  } finally {
    await writer.discard();
  }
  return summary;
};

const filesOf = ({ item, files }: WalkedData) => (item.state.kind === 'deleted' ? [] : files);

const recordOf = (data: WalkedData, areFilesCopied: boolean): object | undefined => {
  const { item, description } = data;
  const state = stateOf(data);
  if (state === undefined) return undefined;
  const files = filesOf(data);
  return {
    repository: item.repository,
    ...state,
    ...describe(data),
    ...(item.fileNameEncoding !== 'utf-8' && { fileNameEncoding: item.fileNameEncoding }),
    ...(files.length > 0 && {
      files: files.map(({ path, bytes, sha256 }) => ({
        path,
        from: areFilesCopied ? `${item.repository}/${path}` : `col/${item.repository}/doc/${path}`,
        bytes,
        sha256,
      })),
    }),
    ...(description && {
      metadata: {
        repository: description.item.repository,
        ...describe(description),
        ...(description.item.metadata && { fields: description.item.metadata }),
      },
    }),
  };
};

/**
 * An item that is being handed over is exported with its state before; one that is still being received is left out.
 */
const stateOf = ({ item: { state } }: WalkedData): object | undefined => {
  switch (state.kind) {
    case 'original':
    case 'releasing':
      return {};
    case 'copy':
      return { state: 'Copy', copyOf: state.of };
    case 'receiving':
      return state.copyOf === undefined ? undefined : { state: 'Copy', copyOf: state.copyOf };
    case 'deleted':
      return { state: 'Deleted', removed: { at: timeOf(state.at), reason: state.reason } };
  }
};

const describe = (walked: WalkedItem): object => {
  const { item } = walked;
  const { networks, fileList, description } = item.access;
  const access = {
    ...(networks && { networks }),
    ...(fileList === 'closed' && { fileList }),
    ...(description === 'closed' && { description }),
  };
  return {
    ...(item.ibips.length > 0 && { ibips: item.ibips }),
    ...(item.aliases.length > 0 && { aliases: item.aliases }),
    ...(item.language !== undefined && { language: item.language }),
    ...(item.target !== undefined && { target: item.target }),
    ...(Object.keys(access).length > 0 && { access }),
    ...describeLinks(walked),
    created: timeOf(item.createdAt),
    updated: timeOf(item.updatedAt),
  };
};

/**
 * Describes each link once: to the next edition, to the first member of a family of translations, and the links that
 * only the item names.
 */
const describeLinks = ({ item, previousEdition, nextEdition, translations }: WalkedItem): object => {
  const isAlone = ({ number, isTold }: NeighbouringLabel): boolean => isTold || number === undefined;
  const first = translations.find(({ number, isTold }) => number !== undefined && number < item.number && !isTold);
  const elsewhere = translations.filter((one) => (first === undefined ? isAlone(one) : one.isTold));
  const translationOf = first ?? elsewhere.find(({ language }) => language === undefined);
  const named = elsewhere.filter(({ language }) => language !== undefined);
  return {
    ...(previousEdition && isAlone(previousEdition) && { editionOf: previousEdition.label }),
    ...(nextEdition && { nextEdition: nextEdition.label }),
    ...(translationOf && { translationOf: translationOf.label }),
    ...(named.length > 0 && {
      translations: Object.fromEntries(named.map(({ language, label }) => [language, label])),
    }),
  };
};

const FILES_AT_A_TIME = 4;

/** Copies the files that exported lines name, except those that were copied before. */
export const copyExportedFiles = async (
  { files, folder }: { readonly files: ItemFiles; readonly folder: FileFolder },
  lines: AsyncIterable<FileLine>,
  onProgress?: (bytes: number) => void,
): Promise<void> => {
  let done = 0;
  await forEachConcurrently(
    namedFiles(lines),
    { limit: FILES_AT_A_TIME },
    async ({ repository, path, from, ...file }) => {
      if ((await folder.size(from)) !== file.bytes) {
        const isSame = await folder.writeFile(from, await files.open(repository, path), file);
        if (!isSame) {
          throw refuse('file-damaged', { reason: 'catalogue', path, label: repository });
        }
      }
      done += file.bytes;
      onProgress?.(done);
    },
  );
};

async function* namedFiles(lines: AsyncIterable<FileLine>): AsyncGenerator<ExportedFile> {
  for await (const { text } of lines) {
    const { repository, files = [] } = JSON.parse(text ?? '') as {
      readonly repository: RepositoryLabel;
      readonly files?: readonly Omit<ExportedFile, 'repository'>[];
    };
    for (const file of files) yield { ...file, repository };
  }
}
