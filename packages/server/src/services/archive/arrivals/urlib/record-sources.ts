import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { FileFolder } from '../../../../ports/node/given-files.ts';
import type { Secrets } from '../../../../ports/system/secrets.ts';
import { unreadable } from '../arrival.ts';
import { readSheet } from './read-sheet.ts';
import type { UrlibRecord } from './urlib-record.ts';

/** No file of a folder has two slashes in its path. */
const RECORD = /^(.+)\/\/(\d{1,9})$/;
const MAX_SHEETS_KEPT = 4;

/** The folder, with each record of its sheets as a file of its own, in JSON. */
export const withRecords = (
  folder: FileFolder,
  { sha256 }: Pick<Secrets, 'sha256'>,
): Pick<FileFolder, 'open' | 'hash'> => {
  const sheets = new LRUCache<string, Promise<readonly UrlibRecord[]>>({ max: MAX_SHEETS_KEPT });

  const write = async (path: string, index: number): Promise<string> => {
    const reading = sheets.get(path) ?? readSheet(folder, path);
    sheets.set(path, reading);
    const record = (await reading)[index];
    if (record === undefined) throw unreadable(path);
    return `${JSON.stringify(Object.fromEntries(record.fields), null, 2)}\n`;
  };

  return {
    async open(path) {
      const [, sheet, index] = RECORD.exec(path) ?? [];
      return sheet === undefined ? folder.open(path) : Readable.from([Buffer.from(await write(sheet, Number(index)))]);
    },
    async hash(path) {
      const [, sheet, index] = RECORD.exec(path) ?? [];
      if (sheet === undefined) return folder.hash(path);
      const text = await write(sheet, Number(index));
      return { bytes: Buffer.byteLength(text), sha256: sha256(text) };
    },
  };
};
