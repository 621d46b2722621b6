import { type Refusal, refuse } from '@perene/api/refusals';
import { MAX_FILES_PER_ITEM, type TransferOutcome } from '@perene/core/item';
import type { TransferAnswer } from '../../ports/peer-archives.ts';
import { describeFailure, type PeerAnswer } from './dispatcher.ts';

const MAX_JSON_BYTES = 4 * 1_024 * 1_024;
const MAX_JSON_MS = 60_000;
const MAX_DETAIL_LENGTH = 500;
const OUTCOMES: readonly TransferOutcome[] = ['open', 'committed', 'aborted'];

export const mediaTypeOf = ({ headers }: PeerAnswer): string => String(headers['content-type'] ?? '');

export const isPlainText = (answer: PeerAnswer): boolean => /^text\/plain\s*(?:;|$)/i.test(mediaTypeOf(answer));

/** Refuses an answer without reading it. */
export const drop = ({ body }: PeerAnswer, refusal: Refusal): never => {
  body.destroy();
  throw refusal;
};

export const readBody = async ({ body }: PeerAnswer, url: URL, maxBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw refuse('peer-refused', { reason: 'too-long', origin: url.origin, max: maxBytes });
      chunks.push(chunk);
    }
  } catch (error) {
    throw describeFailure(error, url);
  }
  return Buffer.concat(chunks);
};

/** The JSON of a successful answer; refuses for any other. */
export const readJson = async (answer: PeerAnswer, url: URL): Promise<unknown> => {
  const status = answer.statusCode;
  const text = await readText(answer, url);
  if (status < 200 || status > 299) throw refusalOf(status, text, url);
  const json = parse(text);
  if (json === undefined || json === null) throw refuse('peer-refused', { reason: 'no-json', origin: url.origin });
  return json;
};

export const refuseUnlessDocument = async (answer: PeerAnswer, url: URL): Promise<void> => {
  if (answer.statusCode !== 200) throw refusalOf(answer.statusCode, await readText(answer, url), url);
};

const readText = async (answer: PeerAnswer, url: URL): Promise<string> => {
  const slow = refuse('peer-unreachable', { reason: 'slow', origin: url.origin });
  const timer = setTimeout(() => answer.body.destroy(slow), MAX_JSON_MS);
  try {
    return (await readBody(answer, url, MAX_JSON_BYTES)).toString('utf8');
  } finally {
    clearTimeout(timer);
  }
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A refusal with the reason that the Archive gave, in one line of limited length. */
const refusalOf = (status: number, text: string, { origin }: URL): Refusal => {
  if (status >= 300 && status < 400) return refuse('peer-refused', { reason: 'elsewhere', origin, status });
  const { code, detail } = (parse(text) ?? {}) as Readonly<Record<string, unknown>>;
  const line =
    typeof detail === 'string' ? detail.replaceAll(/\s+/g, ' ').slice(0, MAX_DETAIL_LENGTH) : `status ${status}`;
  const told = { reason: 'said', origin, said: { detail: line } } as const;
  if (status === 410 && code === 'item-removed') return refuse('item-removed', told);
  if (status === 404 && code === 'item-not-found') return refuse('item-not-found', told);
  // A server that is starting, or a proxy of one that is down, has decided nothing.
  return refuse(status >= 500 ? 'peer-unreachable' : 'peer-refused', told);
};

export const checkAnswer = (answer: unknown, url: URL): TransferAnswer => {
  const { outcome, isReceived, missing } = (answer ?? {}) as Readonly<Record<string, unknown>>;
  const known = OUTCOMES.find((candidate) => candidate === outcome);
  if (known === undefined) throw refuse('peer-refused', { reason: 'no-transfers', origin: url.origin });
  const places: readonly unknown[] = Array.isArray(missing) ? missing.slice(0, MAX_FILES_PER_ITEM) : [];
  return { outcome: known, isReceived: isReceived === true, missing: places.filter(isPlace) };
};

const isPlace = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
