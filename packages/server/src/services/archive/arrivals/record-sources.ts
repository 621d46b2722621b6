import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { FileFolder } from '../../../ports/node/given-files.ts';
import type { Secrets } from '../../../ports/system/secrets.ts';
import { unreadable } from './arrival.ts';

/** No file of a folder has two slashes in its path. */
const RECORD = /^(.+)\/\/(\d{1,9})$/;
const MAX_SHEETS_KEPT = 4;

/** The path by which a record of a file is a file of its own. */
export const pathOfRecord = (path: string, index: number): string => `${path}//${index}`;

/** The folder, with each record of its files as a file of its own; `readTexts` gives the texts of the records of a file. */
export const withRecords = (
  folder: FileFolder,
  readTexts: (path: string) => Promise<readonly string[]>,
  { sha256 }: Pick<Secrets, 'sha256'>,
): Pick<FileFolder, 'open' | 'hash'> => {
  const sheets = new LRUCache<string, Promise<readonly string[]>>({ max: MAX_SHEETS_KEPT });

  const read = async (path: string, index: number): Promise<string> => {
    const reading = sheets.get(path) ?? readTexts(path);
    sheets.set(path, reading);
    const text = (await reading)[index];
    if (text === undefined) throw unreadable(path);
    return text;
  };

  return {
    async open(path) {
      const [, sheet, index] = RECORD.exec(path) ?? [];
      return sheet === undefined ? folder.open(path) : Readable.from([Buffer.from(await read(sheet, Number(index)))]);
    },
    async hash(path) {
      const [, sheet, index] = RECORD.exec(path) ?? [];
      if (sheet === undefined) return folder.hash(path);
      const text = await read(sheet, Number(index));
      return { bytes: Buffer.byteLength(text), sha256: sha256(text) };
    },
  };
};
