import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import type { FastifyMultipartOptions, MultipartFile } from '@fastify/multipart';
import { Refusal, refuse } from '@perene/api/refusals';
import { MAX_FILES_PER_ITEM } from '@perene/core/item';
import type { FastifyRequest } from 'fastify';
import { refuseDeepJson } from './deep-json.ts';
import { createPartReader } from './multipart-parts.ts';

export const ITEM_PART = 'item';
const MAX_PART_HEADERS = 20;
const PREMATURE_CLOSE = 'ERR_STREAM_PREMATURE_CLOSE';

/** Treats all parts as streams; whoever reads one checks its size. */
export const MULTIPART_OPTIONS: FastifyMultipartOptions = {
  preservePath: true,
  isPartAFile: () => true,
  limits: {
    fileSize: Number.POSITIVE_INFINITY,
    files: MAX_FILES_PER_ITEM + 1,
    parts: MAX_FILES_PER_ITEM + 2,
    headerPairs: MAX_PART_HEADERS,
  },
};

/** A form that begins with JSON; its files are still on their way. */
export interface MultipartBody {
  /** The content of the part `item`. */
  readonly item: unknown;
  /** Returns the next file, or undefined at the end; the caller reads each before the next. */
  nextFile(): Promise<MultipartFile | undefined>;
  /** Returns the true cause of an error of whoever reads the files: the body may have broken in the middle. */
  explain(error: unknown): unknown;
}

/** Reads the first part. */
export const readMultipartBody = async (
  request: FastifyRequest,
  { maxItemBytes }: { readonly maxItemBytes: number },
): Promise<MultipartBody> => {
  const nextPart = createPartReader(request.raw, request.parts());
  let current: Readable | undefined;
  const broken = new Set<unknown>();
  const explain = (error: unknown): unknown => {
    const isOfBody = broken.has(error) || error === current?.errored || isPrematureClose(error);
    return isOfBody && !(error instanceof Refusal) ? malformed(error) : error;
  };
  const nextFile = async (): Promise<MultipartFile | undefined> => {
    const part = await nextPart().catch((error: unknown) => {
      throw malformed(error);
    });
    if (part?.type !== 'file') return undefined;
    current = part.file;
    // A body that ends too early breaks the file that is being read, sometimes twice, or has destroyed it already.
    current.on('error', (error) => broken.add(error));
    return part;
  };
  const first = await nextFile();
  if (first?.fieldname !== ITEM_PART) throw refuse('request-invalid', { reason: 'first-part', part: ITEM_PART });
  return { item: parseJson(await readText(first.file, maxItemBytes, explain)), nextFile, explain };
};

const isPrematureClose = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === PREMATURE_CLOSE;

const malformed = (error: unknown): Refusal => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT') {
    return refuse('too-many-files', { max: MAX_FILES_PER_ITEM });
  }
  const reason = error instanceof Error ? error.message : 'unreadable';
  return refuse('request-invalid', { reason: 'multipart', cause: reason });
};

const readText = async (content: Readable, maxBytes: number, explain: MultipartBody['explain']): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of content) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw refuse('request-too-large', { reason: 'part', part: ITEM_PART, max: maxBytes });
      chunks.push(chunk);
    }
  } catch (error) {
    throw explain(error);
  }
  const text = Buffer.concat(chunks);
  if (!isUtf8(text)) throw refuse('request-invalid', { reason: 'part-not-utf-8', part: ITEM_PART });
  return text.toString('utf8');
};

const parseJson = (text: string): unknown => {
  try {
    const item: unknown = JSON.parse(text);
    refuseDeepJson(item);
    return item;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const reason = error instanceof Error ? error.message : '';
    throw refuse('request-invalid', { reason: 'part-no-json', part: ITEM_PART, cause: reason.slice(0, 200) });
  }
};
