import type { XmlElement } from '../../../../formats/read-xml.ts';
import type { FileFolder } from '../../../../ports/node/given-files.ts';
import { unreadable } from '../arrival.ts';
import { readSourceXml } from '../read-source-xml.ts';
import { type OaiRecord, readOaiRecord } from './oai-record.ts';

/** A saved answer of a harvest. */
export interface OaiPage {
  readonly records: readonly OaiRecord[];
  /** How many records the repository has said that there are. */
  readonly listSize: number;
}

const LISTS = ['ListRecords', 'GetRecord'];
const NOTHING_FOUND = 'noRecordsMatch';
const MAX_LIST_SIZE = 1e12;

/** Reads a page of `ListRecords`, an answer to `GetRecord`, or records that somebody has gathered in one file. */
export const readOaiPage = async (folder: Pick<FileFolder, 'open'>, path: string): Promise<OaiPage> => {
  const root = await readSourceXml(folder, path);
  const list = root.name === 'OAI-PMH' ? answerOf(root, path) : root;
  if (list === undefined) return { records: [], listSize: 0 };
  const records = list.name === 'record' ? [list] : list.children.filter(({ name }) => name === 'record');
  if (records.length === 0) throw unreadable(path, list.line);
  const size = Number(list.children.find(({ name }) => name === 'resumptionToken')?.attributes.get('completeListSize'));
  return {
    records: records.map((record, index) => readOaiRecord(record, path, index)),
    listSize: size > 0 && size < MAX_LIST_SIZE ? size : 0,
  };
};

/** Undefined if the repository has nothing of what was asked for. */
const answerOf = (root: XmlElement, path: string): XmlElement | undefined => {
  const list = root.children.find(({ name }) => LISTS.includes(name));
  if (list !== undefined) return list;
  const error = root.children.find(({ name }) => name === 'error');
  if (error?.attributes.get('code') === NOTHING_FOUND) return undefined;
  throw unreadable(path, error?.line ?? root.line);
};

/** The texts of the records of a page, for items that have no other files. */
export const readOaiTexts =
  (folder: Pick<FileFolder, 'open'>) =>
  async (path: string): Promise<readonly string[]> =>
    (await readOaiPage(folder, path)).records.map(
      ({ identifier, datestamp, sets, values, files }) =>
        `${JSON.stringify({ identifier, datestamp, sets, values, files }, null, 2)}\n`,
    );
