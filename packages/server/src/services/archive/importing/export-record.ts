import type { RepositoryLabel } from '@perene/core';
import type {
  ItemPast,
  NeighbouringLabel,
  WalkedData,
  WalkedItem,
  WalkedMembership,
} from '../../../ports/archive/catalogue-records.ts';
import type { CollectionDescription } from '../../../ports/archive/desk/collections.ts';
import type { ItemFile } from '../../../ports/archive/item-files.ts';
import { timeOf } from '../items/view-item.ts';

/** The documents of a deleted item are out of reach. */
export const filesOf = ({ item, files }: WalkedData): readonly ItemFile[] =>
  item.state.kind === 'deleted' ? [] : files;

interface ExportedFile extends Pick<ItemFile, 'path' | 'bytes' | 'sha256'> {
  readonly from: string;
  readonly mediaType?: string;
}

/** What of an exported item its packages are made of; the record has more. */
export interface ExportedRecord {
  readonly repository: RepositoryLabel;
  readonly files?: readonly ExportedFile[];
}

interface Exporting {
  readonly placeOf: (repository: RepositoryLabel, path: string) => string;
  /** Whether files are told with their media types, which an import finds out by itself. */
  readonly areTypesTold?: boolean | undefined;
  readonly readPast: (repository: RepositoryLabel) => Promise<ItemPast>;
}

/** An item as an import reads it. The same item gives the same record, whichever node it is held by. */
export const recordOf = async (
  data: WalkedData,
  { placeOf, areTypesTold = false, readPast }: Exporting,
): Promise<ExportedRecord | undefined> => {
  const { item, description } = data;
  const state = stateOf(data);
  if (state === undefined) return undefined;
  const files = filesOf(data);
  return {
    repository: item.repository,
    ...state,
    ...(item.withdrawal && { withdrawn: { at: timeOf(item.withdrawal.at), reason: item.withdrawal.reason } }),
    ...describe(data),
    ...(data.collections.length > 0 && { collections: data.collections.map(describeMembership) }),
    ...(item.fileNameEncoding !== 'utf-8' && { fileNameEncoding: item.fileNameEncoding }),
    ...(files.length > 0 && {
      files: files.map(({ path, bytes, sha256, mediaType }) => ({
        path,
        from: placeOf(item.repository, path),
        bytes,
        sha256,
        ...(areTypesTold && { mediaType }),
      })),
    }),
    ...(description && {
      metadata: {
        repository: description.item.repository,
        ...describe(description),
        ...(description.item.metadata && { fields: description.item.metadata }),
        ...(await readPast(description.item.repository)),
      },
    }),
    ...(await readPast(item.repository)),
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
  const { networks, fileList, description, embargo } = item.access;
  const access = {
    ...(networks && { networks }),
    ...(fileList === 'closed' && { fileList }),
    ...(description === 'closed' && { description }),
    ...(embargo !== undefined && { embargo }),
  };
  return {
    ...(item.ibips.length > 0 && { ibips: item.ibips }),
    ...(item.aliases.length > 0 && { aliases: item.aliases }),
    ...(item.language !== undefined && { language: item.language }),
    ...(item.target !== undefined && { target: item.target }),
    ...(Object.keys(access).length > 0 && { access }),
    ...(item.opens && { opens: item.opens }),
    ...describeLinks(walked),
    created: timeOf(item.createdAt),
    updated: timeOf(item.updatedAt),
  };
};

/** What people say of a collection; what is empty is left out. */
export const describeCollection = ({
  name,
  kind,
  title,
  description,
  defaults,
  review,
}: CollectionDescription): object => ({
  name,
  ...(kind === 'series' && { kind }),
  title,
  ...(Object.keys(description).length > 0 && { description }),
  ...(Object.keys(defaults).length > 0 && { defaults }),
  ...(review === 'required' && { review }),
});

/** Places count in a series only. */
const describeMembership = ({ name, title, kind, place }: WalkedMembership): object => ({
  name,
  title,
  ...(kind === 'series' && { kind, place: Number(place) }),
});

/**
 * Describes each link once: to the next edition, to the first member of a family of translations, and the links that
 * only the item names.
 */
const describeLinks = ({ item, previousEdition, nextEdition, translations }: WalkedItem): object => {
  const isAlone = ({ number, isTold }: NeighbouringLabel): boolean => isTold || number === undefined;
  // The first by label, whichever came first here.
  const [first] = translations
    .filter(({ number, label, isTold }) => number !== undefined && label < item.repository && !isTold)
    .toSorted((one, other) => (one.label < other.label ? -1 : 1));
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
