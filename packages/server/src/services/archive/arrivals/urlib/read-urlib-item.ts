import { refuse } from '@perene/api/refusals';
import { parseIbi, parseIbip, parseRepositoryName } from '@perene/core';
import {
  MAX_COLLECTION_TITLE_LENGTH,
  MAX_COLLECTIONS_PER_ITEM,
  parseNewAlias,
  readableFileName,
} from '@perene/core/item';
import { ITEM_HOME_PAGE } from '@perene/core/reading';
import type { FileFolder } from '../../../../ports/node/given-files.ts';
import { join, openPackage } from '../../packaging/walk-package.ts';
import type { Arrival, ArrivingFile, ArrivingRecord } from '../arrival.ts';
import { readUrlibAccess } from './urlib-access.ts';
import { describeUrlib } from './urlib-metadata.ts';
import { isReadable, textOf, type UrlibRecord } from './urlib-record.ts';
import { readUrlibTimes } from './urlib-times.ts';

/** What an item needs to know of the others. */
export interface UrlibIndex {
  /** Where the folder of each repository is, by its label. */
  readonly folders: ReadonlyMap<string, string>;
  /** Titles by labels, in whatever form an item has them. */
  readonly titles: ReadonlyMap<string, string>;
}

/** Settings of the web server that URLib had for a folder. */
const SETTINGS = /(?:^|\/)\.ht[a-z]+$/i;
/** Files about an item that not everybody could read, or that nobody needs to. */
const OTHER_FOLDERS = ['agreement', 'auxdoc', 'source'];
const MAX_COLLECTION_NAME_LENGTH = 64;

/** Reads one item: what its record says, and the files in its folder. */
export const readUrlibItem = async (
  folder: FileFolder,
  record: UrlibRecord,
  index: UrlibIndex,
): Promise<Pick<Arrival, 'record' | 'unlisted' | 'lacking'>> => {
  const repository = textOf(record, 'repository');
  if (repository === '') throw refuse('package-invalid', { reason: 'unnamed', path: record.place });
  const path = index.folders.get(repository.toLowerCase());
  const files = path === undefined ? new Map<string, number>() : (await openPackage(folder, `${path}/doc`)).files;
  const documents = documentsOf(record, files, `${path ?? ''}/doc`);
  const labels = labelsOf(record, repository);
  const links = linksOf(record);
  const item = readUrlibTimes(record, { label: repository, update: 'lastupdate', history: 'history' });
  const own = readUrlibTimes(record, { label: labels.description ?? '', update: 'metadatalastupdate' });
  const used = [...labels.used, ...links.used, ...item.used, ...own.used, ...documents.used];
  const { fields, language } = describeUrlib(record, used);
  return {
    record: {
      repository,
      ...labels.given,
      ...documents.given,
      ...(language !== undefined && { language }),
      ...collectionsOf(record, index),
      ...readUrlibAccess(record),
      ...item.times,
      ...links.given,
      metadata: { fields, ...(labels.description !== undefined && { repository: labels.description }), ...own.times },
    },
    unlisted: path === undefined ? [] : await listOthers(folder, path),
    lacking: countLacking(record, documents),
  };
};

/** The labels of the item, and of its description. */
const labelsOf = (record: UrlibRecord, repository: string) => {
  const identifier = textOf(record, 'identifier');
  const alias = parseNewAlias(identifier);
  const isLegacy = alias.ok && alias.value.kind === 'legacy';
  const isIbip = parseIbip(identifier).ok;
  const isSame = identifier.toLowerCase() === repository.toLowerCase();
  const metadata = textOf(record, 'metadatarepository');
  const isLabel = parseRepositoryName(metadata).ok && metadata.toLowerCase() !== repository.toLowerCase();
  return {
    given: { ...(isIbip && { ibips: [identifier] }), ...(isLegacy && { aliases: [identifier] }) },
    description: isLabel ? metadata : undefined,
    used: [
      'repository',
      ...(isIbip || isLegacy || isSame ? ['identifier'] : []),
      ...(isLabel ? ['metadatarepository'] : []),
    ],
  };
};

/** Editions before and after, where they are told by one label. */
const linksOf = (record: UrlibRecord) => {
  const names = [
    ['previousedition', 'editionOf'],
    ['nextedition', 'nextEdition'],
  ] as const;
  const found = names.filter(([name]) => parseIbi(textOf(record, name)).ok);
  return {
    given: Object.fromEntries(found.map(([name, link]) => [link, textOf(record, name)])),
    used: found.map(([name]) => name),
  };
};

/** An item without documents keeps its record, and opens on its page. */
const documentsOf = (
  record: UrlibRecord,
  files: ReadonlyMap<string, number>,
  path: string,
): { readonly given: Pick<ArrivingRecord, 'files' | 'target' | 'opens'>; readonly used: readonly string[] } => {
  const documents: readonly ArrivingFile[] = [...files]
    .filter(([name]) => !SETTINGS.test(name))
    .map(([name, bytes]) => ({ path: name, from: join(path, name), bytes }));
  if (documents.length === 0) {
    const sheet = { path: 'METADATA/metadata.json', from: record.source };
    return { given: { files: [sheet], target: sheet.path, opens: 'page' }, used: [] };
  }
  const wanted = textOf(record, 'targetfile');
  const target = documents.find(({ path: name }) => name === wanted || plain(name) === wanted.normalize('NFC'))?.path;
  const opensPage = wanted === ITEM_HOME_PAGE && target === undefined;
  return {
    given: { files: documents, ...(target !== undefined && { target }), ...(opensPage && { opens: 'page' }) },
    used: target === undefined && !opensPage ? [] : ['targetfile'],
  };
};

/** By the number of files that the record has, or by the one that opens. */
const countLacking = (record: UrlibRecord, { given, used }: ReturnType<typeof documentsOf>): number => {
  const found = given.opens === 'page' && given.target !== undefined ? 0 : (given.files?.length ?? 0);
  const told = Number(/^\d{1,9}$/.exec(textOf(record, 'numberoffiles'))?.[0] ?? 0);
  const wanted = textOf(record, 'targetfile');
  const lacksTarget = wanted !== '' && wanted !== ITEM_HOME_PAGE && !used.includes('targetfile');
  return Math.max(told - found, lacksTarget ? 1 : 0);
};

/** A name as people read it, however its bytes are encoded. */
const plain = (name: string): string => name.split('/').map(readableFileName).join('/').normalize('NFC');

/** The units that an item is in become collections, with the titles that the source has for them. */
const collectionsOf = (record: UrlibRecord, { titles }: UrlibIndex): Pick<ArrivingRecord, 'collections'> => {
  const told = textOf(record, 'nexthigherunit');
  const units = isReadable(told) ? told.split(/\s+/).filter((unit) => parseIbi(unit).ok) : [];
  if (units.length === 0) return {};
  return {
    collections: [...new Set(units)].slice(0, MAX_COLLECTIONS_PER_ITEM).map((unit) => ({
      name: unit
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '-')
        // The end of a label has its date, which tells it from others.
        .slice(-MAX_COLLECTION_NAME_LENGTH)
        .replace(/^-/, ''),
      title: { en: (titles.get(unit.toLowerCase()) ?? unit).slice(0, MAX_COLLECTION_TITLE_LENGTH) },
    })),
  };
};

const listOthers = async (folder: FileFolder, path: string): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const name of OTHER_FOLDERS) {
    const inner = `${path}/${name}`;
    const { files } = await openPackage(folder, inner);
    for (const file of files.keys()) if (!SETTINGS.test(file)) found.push(join(inner, file));
  }
  return found;
};
