import type { RefusedAnswer } from '@perene/api';
import { isRefusalCode, Refusal, refuse, repeatRefusal, type Said } from '@perene/api/refusals';
import type { RemoteAddress } from './remote-client.ts';

const MAX_DETAIL_LENGTH = 1_000;

/** The node was reached, but the connection broke afterwards: the request may have been carried out. */
export class ConnectionBroke extends Refusal {}

/** The node's own refusal, with its whole text. */
export class NodeRefusal extends Refusal {
  readonly answer: RefusedAnswer;

  constructor(refusal: Refusal, answer: RefusedAnswer) {
    super(refusal.code, refusal.parameters, refusal.detail);
    this.answer = answer;
  }
}

/** The refusal for an unsuccessful answer. It never shows the key, even if the answer repeats it. */
export const refusalOf = (answer: RefusedAnswer, { url, key }: RemoteAddress): Refusal => {
  const { status, code, detail, title, cause } = answer;
  if (code === 'unreachable') return refusalOfFailure(url, cause);
  if (code === 'answer-no-json') {
    return refuse('node-refused', { reason: 'no-json', url });
  }
  if (code === 'answer-unexpected') {
    return refuse('node-refused', { reason: 'other-answer' });
  }
  if (status >= 300 && status < 400) {
    return refuse('node-refused', { reason: 'elsewhere', url, status });
  }
  if (code === 'key-missing') return refuse('key-missing', { reason: 'node', url });
  const said = [detail, title].find((text) => typeof text === 'string' && text !== '');
  if (said === undefined && !isRefusalCode(code)) return refuse('node-refused', { reason: 'status', url, status });
  const heard = { code, parameters: answer.parameters ?? {}, detail: said?.slice(0, MAX_DETAIL_LENGTH) };
  return new NodeRefusal(repeatRefusal(key === undefined ? heard : withoutKey(heard, key)), answer);
};

const withoutKey = (heard: Said, key: string): Said => JSON.parse(JSON.stringify(heard).replaceAll(key, '...'));

/** Failures of a connection that had been made. */
const BROKEN =
  /^(?:ECONNRESET|EPIPE|ETIMEDOUT|ECONNABORTED|AbortError|UND_ERR_(?:SOCKET|HEADERS_TIMEOUT|BODY_TIMEOUT))$/;

export const refusalOfFailure = (url: string, error: unknown): Refusal => {
  const known = refusalIn(error);
  if (known !== undefined) return known;
  const reason = reasonOf(error);
  const parameters = { url, cause: reason };
  return BROKEN.test(reason)
    ? new ConnectionBroke('node-unreachable', parameters)
    : refuse('node-unreachable', parameters);
};

/** The refusal that stopped the body of a request, which fetch wraps in causes. */
const refusalIn = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error;
  return error instanceof Error && error.cause !== undefined ? refusalIn(error.cause) : undefined;
};

/** The code of the operating system, or else the message of fetch. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error.cause !== undefined) return reasonOf(error.cause);
  return error.name === 'AbortError' ? error.name : error.message;
};
