import { Refusal, refuse } from '@perene/api/refusals';
import type { FileFolder } from '../../../../ports/node/given-files.ts';
import { join } from '../../packaging/walk-package.ts';
import { type Arrival, type ArrivingRecord, atLine } from '../arrival.ts';
import { gatherFields } from '../gather-fields.ts';
import { pathOfRecord } from '../record-sources.ts';
import { addSafValues } from '../saf/add-saf-values.ts';
import { aliasesOf, collectionsOf, languageOf, PROVENANCE, type SafSite } from '../saf/read-saf-item.ts';
import { tellHistory, timeOfArrival } from '../saf/saf-times.ts';
import type { OaiRecord } from './oai-record.ts';
import { readOaiPage } from './read-page.ts';

const MAX_DEPTH = 32;
const MAX_RECORDS = 5_000_000;
/** `oai:repository.example.org:123456789/5` */
const HANDLE_AT_END = /:([0-9a-z]+(?:[.-][0-9a-z]+)*\/[^\s:]+)$/i;
/** DSpace names sets after the handles of collections and communities. */
const COLLECTION_SET = /^col_(.+)_([^_]+)$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

interface Index {
  /** The record to take of each identifier: of several formats, the one that tells most. */
  readonly records: ReadonlyMap<string, { readonly source: string; readonly rank: number }>;
  /** How many records the repository has told of that are in no file. */
  readonly missing: number;
}

/** Reads the records of a harvest that was saved in a folder, page by page. What is told of deleted records is passed over. */
export async function* readOai(folder: FileFolder, site: SafSite): AsyncGenerator<Arrival> {
  const index = await indexAll(folder);
  let isEmpty = true;
  for await (const { path, isLink } of findPages(folder)) {
    isEmpty = false;
    if (isLink) yield { place: path, refused: refuse('package-invalid', { reason: 'link', path }) };
    else yield* readRecords(folder, path, { index, site });
  }
  if (isEmpty) throw refuse('package-invalid', { reason: 'no-items', path: '.' });
  if (index.missing > 0) {
    const { missing } = index;
    yield { place: '.', refused: refuse('package-invalid', { reason: 'incomplete', path: '.', missing }) };
  }
}

async function* findPages(
  folder: FileFolder,
  path = '',
  depth = 0,
): AsyncGenerator<{ readonly path: string; readonly isLink: boolean }> {
  for (const { name, kind } of await folder.list(path)) {
    const inner = join(path, name);
    if (kind === 'other') yield { path: inner, isLink: true };
    else if (kind === 'folder' && depth < MAX_DEPTH) yield* findPages(folder, inner, depth + 1);
    else if (kind === 'file' && /\.xml$/i.test(name)) yield { path: inner, isLink: false };
  }
}

const indexAll = async (folder: FileFolder): Promise<Index> => {
  const records = new Map<string, { readonly source: string; readonly rank: number }>();
  let listSize = 0;
  for await (const { path, isLink } of findPages(folder)) {
    if (isLink) continue;
    const page = await readOaiPage(folder, path).catch((error: unknown) => {
      if (error instanceof Refusal) return undefined;
      throw error;
    });
    if (page === undefined) continue;
    listSize = Math.max(listSize, page.listSize);
    for (const { identifier, index, rank } of page.records) {
      if ((records.get(identifier)?.rank ?? Number.NEGATIVE_INFINITY) < rank) {
        records.set(identifier, { source: pathOfRecord(path, index), rank });
      }
    }
    if (records.size > MAX_RECORDS) throw refuse('package-invalid', { reason: 'too-many', path });
  }
  return { records, missing: Math.max(listSize - records.size, 0) };
};

async function* readRecords(
  folder: FileFolder,
  path: string,
  { index, site }: { readonly index: Index; readonly site: SafSite },
): AsyncGenerator<Arrival> {
  let records: readonly OaiRecord[];
  try {
    ({ records } = await readOaiPage(folder, path));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    yield { place: path, refused: error };
    return;
  }
  for (const record of records) {
    if (record.isDeleted || index.records.get(record.identifier)?.source !== pathOfRecord(path, record.index)) continue;
    yield readItem(record, site);
  }
}

/** An item without documents: its record, which opens on its page. Its files are named, because nobody has saved them. */
const readItem = (record: OaiRecord, site: SafSite): Arrival => {
  const { path, index, line, identifier, datestamp, sets, files } = record;
  const [, handle = ''] = HANDLE_AT_END.exec(identifier) ?? [];
  const { aliases, others } = aliasesOf(record.values, { handle, path, site });
  const gathering = gatherFields();
  addSafValues(
    gathering,
    others.filter(({ name }) => name !== PROVENANCE),
  );
  gathering.add([], ['oai.identifier', { value: identifier }]);
  const handles = sets.flatMap((set) => {
    const [, prefix, name] = COLLECTION_SET.exec(set) ?? [];
    return prefix === undefined ? [] : [`${prefix}/${name}`];
  });
  for (const set of sets.filter((one) => !COLLECTION_SET.test(one))) gathering.add([], ['oai.set', { value: set }]);
  const times = timeOfArrival(record.values, site);
  const isLater = times.created !== undefined && TIME.test(datestamp) && datestamp >= times.created;
  const sheet = { path: 'METADATA/metadata.json', from: pathOfRecord(path, index) };
  const arriving: ArrivingRecord = {
    ...(aliases.length > 0 && { aliases }),
    files: [sheet],
    target: sheet.path,
    opens: 'page',
    ...collectionsOf(handles),
    ...times,
    ...(isLater && { updated: datestamp }),
    ...tellHistory(record.values.filter(({ name }) => name === PROVENANCE)),
    ...languageOf(gathering.fields['language']?.[0]?.value),
    metadata: { fields: gathering.fields },
  };
  const key = `import oai ${identifier}`;
  return {
    place: atLine(path, line),
    record: arriving,
    ...(aliases.length === 0 && { request: { key, fingerprint: key } }),
    unlisted: files,
  };
};
