import { readFile } from 'node:fs/promises';
import { refuse } from '@perene/api/refusals';
import { showText } from './labels/describe-refused.ts';

export const readGivenFile = (path: string): Promise<Buffer> =>
  readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw refuse('file-unreadable', { reason: 'failed', path: showText(path), cause: error.code ?? error.message });
  });
