import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import type { FastifyMultipartOptions, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../../refusals/refusal.ts';
import type { DepositedFile } from '../../../services/archive/archive-operations.ts';

const ITEM_PART = 'item';
const MAX_ITEM_BYTES = 1_048_576;
const MAX_FILES = 10_000;
const MAX_PART_HEADERS = 20;
const PREMATURE_CLOSE = 'ERR_STREAM_PREMATURE_CLOSE';

/** A deposit whose files are still on their way. */
export interface MultipartDeposit {
  /** What the part `item` says. */
  readonly item: unknown;
  readonly files: AsyncIterable<DepositedFile>;
  /** What an error of the deposit really is: the body may have broken in the middle. */
  explain(error: unknown): unknown;
}

/** All parts are streams, whose sizes are checked by those who read them. */
export const MULTIPART_OPTIONS: FastifyMultipartOptions = {
  preservePath: true,
  isPartAFile: () => true,
  limits: {
    fileSize: Number.POSITIVE_INFINITY,
    files: MAX_FILES + 1,
    parts: MAX_FILES + 2,
    headerPairs: MAX_PART_HEADERS,
  },
};

/** Reads the first part, and leaves the files to whoever takes them, one after the other. */
export const readMultipartDeposit = async (request: FastifyRequest): Promise<MultipartDeposit> => {
  const parts = request.parts();
  let current: Readable | undefined;
  const broken = new Set<unknown>();
  const explain = (error: unknown): unknown => {
    const isOfBody = broken.has(error) || error === current?.errored || isPrematureClose(error);
    return isOfBody && !(error instanceof Refusal) ? malformed(error) : error;
  };

  const next = async (): Promise<MultipartFile | undefined> => {
    const part = await parts.next().catch((error: unknown) => {
      throw malformed(error);
    });
    if (part.done || part.value.type !== 'file') return undefined;
    current = part.value.file;
    // A body that ends too early breaks the file that it was in, sometimes twice, or has destroyed it already.
    current.on('error', (error) => broken.add(error));
    return part.value;
  };

  const first = await next();
  if (first?.fieldname !== ITEM_PART) {
    throw new Refusal('request-invalid', `the first part must be "${ITEM_PART}", with the description as JSON`);
  }
  const item = parseJson(await readText(first.file, explain));
  return { item, explain, files: readFiles(next) };
};

async function* readFiles(next: () => Promise<MultipartFile | undefined>): AsyncGenerator<DepositedFile> {
  for (let part = await next(); part !== undefined; part = await next()) {
    const { file, filename, fieldname } = part;
    if (fieldname === ITEM_PART) throw new Refusal('request-invalid', `there may be only one part "${ITEM_PART}"`);
    if (!filename) {
      throw new Refusal('request-invalid', `the part "${fieldname}" has no filename, which is the path of the file`);
    }
    yield { path: filename, open: () => file };
  }
}

const isPrematureClose = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === PREMATURE_CLOSE;

const malformed = (error: unknown): Refusal => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT') {
    return new Refusal('too-many-files', `an item has at most ${MAX_FILES} files: make an archive of them`);
  }
  const reason = error instanceof Error ? error.message : 'unreadable';
  return new Refusal('request-invalid', `the multipart body is malformed (${reason}): nothing was kept; send it again`);
};

const readText = async (content: Readable, explain: (error: unknown) => unknown): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of content) {
      bytes += chunk.length;
      if (bytes > MAX_ITEM_BYTES) {
        throw new Refusal('request-too-large', `the part "${ITEM_PART}" has at most ${MAX_ITEM_BYTES} bytes`);
      }
      chunks.push(chunk);
    }
  } catch (error) {
    throw explain(error);
  }
  const text = Buffer.concat(chunks);
  if (!isUtf8(text)) throw new Refusal('request-invalid', `the part "${ITEM_PART}" is not in UTF-8`);
  return text.toString('utf8');
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw new Refusal('request-invalid', `the part "${ITEM_PART}" is no JSON: ${reason.slice(0, 200)}`);
  }
};
