import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { refuse } from '@perene/api/refusals';
import { showText } from './labels/describe-refused.ts';

export const readGivenFile = (path: string): Promise<Buffer> => readFile(path).catch(refuseUnread(path));

/** SHA-256, in hexadecimal digits; the file may be larger than the memory. */
export const hashGivenFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash).catch(refuseUnread(path));
  return hash.digest('hex');
};

const refuseUnread =
  (path: string) =>
  (error: NodeJS.ErrnoException): never => {
    throw refuse('file-unreadable', { reason: 'failed', path: showText(path), cause: error.code ?? error.message });
  };
