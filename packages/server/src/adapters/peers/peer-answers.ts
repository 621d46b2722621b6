import { type Refusal, refuse } from '@perene/api/refusals';
import { MAX_FILES_PER_ITEM, type TransferOutcome } from '@perene/core/item';
import type { TransferAnswer } from '../../ports/federation/peer-archives.ts';
import { describeFailure, type PeerAnswer } from './dispatcher.ts';

const MAX_JSON_BYTES = 4 * 1_024 * 1_024;
const MAX_JSON_MS = 60_000;
const MAX_LABEL_LENGTH = 2_048;
const MAX_RECEIPT_LENGTH = 8_192;
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

export const readText = async (answer: PeerAnswer, url: URL): Promise<string> => {
  const slow = refuse('peer-unreachable', { reason: 'slow', origin: url.origin });
  const timer = setTimeout(() => answer.body.destroy(slow), MAX_JSON_MS);
  try {
    return (await readBody(answer, url, MAX_JSON_BYTES)).toString('utf8');
  } finally {
    clearTimeout(timer);
  }
};

type Values = Readonly<Record<string, unknown>>;

/** Checks what another Archive says of a transfer, which may be anything. */
export const checkAnswer = (answer: unknown, origin: string): TransferAnswer => {
  const { outcome, isReceived, missing, service, takesTransfers, receipt } = (answer ?? {}) as Values;
  const known = OUTCOMES.find((candidate) => candidate === outcome);
  if (known === undefined) throw refuse('peer-refused', { reason: 'no-transfers', origin });
  const places: readonly unknown[] = Array.isArray(missing) ? missing.slice(0, MAX_FILES_PER_ITEM) : [];
  return {
    outcome: known,
    isReceived: isReceived === true,
    missing: places.filter(isPlace),
    ...(typeof service === 'string' && { service: service.slice(0, MAX_LABEL_LENGTH) }),
    ...(takesTransfers === true && { takesTransfers }),
    ...(typeof receipt === 'string' && { receipt: receipt.slice(0, MAX_RECEIPT_LENGTH) }),
  };
};

const isPlace = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
