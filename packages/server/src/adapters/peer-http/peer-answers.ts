import type { IncomingMessage } from 'node:http';
import type { TransferOutcome } from '@perene/core/item';
import type { TransferAnswer } from '../../ports/peer-archive.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { describeFailure } from './peer-request.ts';

const MAX_JSON_BYTES = 4 * 1_024 * 1_024;
const MAX_JSON_MS = 60_000;
const MAX_DETAIL_LENGTH = 500;
const MAX_FILES = 10_000;
const OUTCOMES: readonly TransferOutcome[] = ['open', 'committed', 'aborted'];

/** The JSON of an answer that says yes; every other is a refusal. */
export const readJson = async (response: IncomingMessage, url: URL): Promise<unknown> => {
  const status = response.statusCode ?? 0;
  const text = await readText(response, url);
  if (status < 200 || status > 299) throw refusalOf(status, text, url);
  return parse(text) ?? refuse(`${url.origin} answers no JSON: is it an Archive of this kind?`);
};

/** An answer that is not wanted is not read either. */
export const refuseUnlessDocument = async (response: IncomingMessage, url: URL): Promise<IncomingMessage> => {
  if (response.statusCode === 200) return response;
  throw refusalOf(response.statusCode ?? 0, await readText(response, url), url);
};

const readText = async (response: IncomingMessage, url: URL): Promise<string> => {
  const timer = setTimeout(() => response.destroy(new Error('too slow')), MAX_JSON_MS);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_JSON_BYTES) return refuse(`${url.origin} answers more than ${MAX_JSON_BYTES} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    throw describeFailure(error, url);
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const refuse = (message: string): never => {
  throw new Refusal('peer-refused', message);
};

/** What it says of itself, in one line of limited length. */
const refusalOf = (status: number, text: string, { origin }: URL): Refusal => {
  if (status >= 300 && status < 400) {
    return new Refusal('peer-refused', `${origin} leads elsewhere (${status}): give the address that it leads to`);
  }
  const { code, detail } = (parse(text) ?? {}) as Readonly<Record<string, unknown>>;
  const said =
    typeof detail === 'string' ? detail.replaceAll(/\s+/g, ' ').slice(0, MAX_DETAIL_LENGTH) : `status ${status}`;
  if (status === 410 && code === 'item-removed') return new Refusal('item-removed', `${origin} says: ${said}`);
  if (status === 404 && code === 'item-not-found') return new Refusal('item-not-found', `${origin} says: ${said}`);
  // A server that is starting, or a proxy before one that is down, has decided nothing.
  return new Refusal(status >= 500 ? 'peer-unreachable' : 'peer-refused', `${origin} refuses: ${said}`);
};

export const checkAnswer = (answer: unknown, url: URL): TransferAnswer => {
  const { outcome, isReceived, missing } = (answer ?? {}) as Readonly<Record<string, unknown>>;
  const known = OUTCOMES.find((candidate) => candidate === outcome);
  if (known === undefined)
    return refuse(`${url.origin} answers nothing about transfers: is it an Archive of this kind?`);
  const places: readonly unknown[] = Array.isArray(missing) ? missing.slice(0, MAX_FILES) : [];
  return { outcome: known, isReceived: isReceived === true, missing: places.filter(isPlace) };
};

const isPlace = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
