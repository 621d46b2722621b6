import { refuse } from '@perene/api/refusals';
import type { FastifyRequest } from 'fastify';
import type { DepositedFile } from '../../../../services/archive/archive-operations.ts';
import { ITEM_PART, type MultipartBody, readMultipartBody } from '../../bodies/multipart-body.ts';

const MAX_ITEM_BYTES = 1_048_576;

/** A deposit whose files are still on their way. */
export interface MultipartDeposit extends Pick<MultipartBody, 'item' | 'explain'> {
  readonly files: AsyncIterable<DepositedFile>;
}

/** Reads the first part; the caller reads the files, one after the other. */
export const readMultipartDeposit = async (request: FastifyRequest): Promise<MultipartDeposit> => {
  const { item, explain, nextFile } = await readMultipartBody(request, { maxItemBytes: MAX_ITEM_BYTES });
  return { item, explain, files: readFiles(nextFile) };
};

async function* readFiles(next: MultipartBody['nextFile']): AsyncGenerator<DepositedFile> {
  for (let part = await next(); part !== undefined; part = await next()) {
    const { file, filename, fieldname } = part;
    if (fieldname === ITEM_PART) throw refuse('request-invalid', { reason: 'second-part', part: ITEM_PART });
    if (!filename) {
      throw refuse('request-invalid', { reason: 'part-without-name', part: fieldname ?? '' });
    }
    if (filename.includes('\ufffd')) {
      throw refuse('file-name-invalid', { reason: 'bytes', path: filename });
    }
    yield { path: filename, open: () => file };
  }
}
