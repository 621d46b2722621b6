import { Refusal, refuse } from '@perene/api/refusals';
import type { FileFolder } from '../../../../ports/node/given-files.ts';
import type { Arrival } from '../arrival.ts';
import { findSheets } from './find-sheets.ts';
import { readSheet } from './read-sheet.ts';
import { readUrlibItem, type UrlibIndex } from './read-urlib-item.ts';
import { keyOfRecord, textOf, type UrlibRecord } from './urlib-record.ts';

/** More repositories than any Archive of URLib has. */
const MAX_REPOSITORIES = 2_000_000;

interface Index extends UrlibIndex {
  /** The record to take, by what it is known by: one item may have its record in several files. */
  readonly records: ReadonlyMap<string, string>;
  /** Labels of items and of their descriptions. */
  readonly described: ReadonlySet<string>;
}

/**
 * Reads all items of an Archive of URLib: the tree `col/`, in which each repository has a folder, and records as the web
 * face gives them in XML, or as the tree has them. Links are refused.
 */
export async function* readUrlib(folder: FileFolder): AsyncGenerator<Arrival> {
  const index = await indexAll(folder);
  let isEmpty = true;
  for await (const arrival of walk(folder, index)) {
    isEmpty = false;
    yield arrival;
  }
  if (isEmpty) throw refuse('package-invalid', { reason: 'no-items', path: '.' });
}

const indexAll = async (folder: FileFolder): Promise<Index> => {
  const folders = new Map<string, string>();
  const titles = new Map<string, string>();
  const records = new Map<string, string>();
  const ofXml = new Set<string>();
  const described = new Set<string>();
  for await (const found of findSheets(folder)) {
    if (found.kind === 'repository') folders.set(found.label, found.path);
    if (folders.size > MAX_REPOSITORIES || records.size > MAX_REPOSITORIES) {
      throw refuse('package-invalid', { reason: 'too-many', path: found.path });
    }
    if (found.kind !== 'sheet') continue;
    for (const record of await readSheet(folder, found.path).catch(noneIfRefused)) {
      const key = keyOfRecord(record);
      // The web face tells more than the tree.
      if (!records.has(key) || (record.isXml && !ofXml.has(key))) records.set(key, record.source);
      if (record.isXml) ofXml.add(key);
      for (const name of ['repository', 'metadatarepository']) described.add(textOf(record, name).toLowerCase());
      for (const name of ['repository', 'identifier']) {
        titles.set(textOf(record, name).toLowerCase(), textOf(record, 'title'));
      }
    }
  }
  titles.delete('');
  return { folders, titles, records, described };
};

/** The sheet is refused when its items are read. */
const noneIfRefused = (error: unknown): readonly UrlibRecord[] => {
  if (error instanceof Refusal) return [];
  throw error;
};

async function* walk(folder: FileFolder, index: Index): AsyncGenerator<Arrival> {
  for await (const found of findSheets(folder)) {
    const { kind, path } = found;
    if (kind === 'sheet') {
      for await (const arrival of readRecords(folder, path, index)) yield arrival;
    } else if (kind === 'repository') {
      if (index.described.has(found.label)) continue;
      // Nothing says what it is.
      yield { place: path, refused: refuse('package-invalid', { reason: 'undescribed', path }) };
    } else {
      const refused = refuse('package-invalid', { reason: kind === 'link' ? 'link' : 'too-many', path });
      yield { place: path, refused };
    }
  }
}

async function* readRecords(folder: FileFolder, path: string, index: Index): AsyncGenerator<Arrival> {
  let records: readonly UrlibRecord[];
  try {
    records = await readSheet(folder, path);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    yield { place: path, refused: error };
    return;
  }
  for (const record of records) {
    const key = keyOfRecord(record);
    if (key !== '' && index.records.get(key) !== record.source) continue;
    try {
      yield { place: record.place, ...(await readUrlibItem(folder, record, index)) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      yield { place: record.place, refused: error };
    }
  }
}
