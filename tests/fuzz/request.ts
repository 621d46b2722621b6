import { whole } from './texts.ts';

/** One request, as data, so that it can be sent again, made smaller and shown. */
export interface FuzzRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Each character is one byte. */
  readonly body: string | undefined;
  /** Bytes that are sent as they are, in place of a well-formed request. */
  readonly raw?: string;
}

const BEFORE_ASCII = /[^\x21-\x7e\x80-\xff]/g;

/** Writes text as bytes of UTF-8, each as one character. */
export const bytesOf = (text: string): string => Buffer.from(whole(text), 'utf8').toString('latin1');

/** Writes a target that an HTTP client can send: blanks and control characters are escaped. */
export const targetOf = (text: string): string => {
  const target = bytesOf(text).replaceAll(BEFORE_ASCII, (character) => encodeURIComponent(character));
  return target.startsWith('/') ? target : `/${target}`;
};

/** Writes a header value without the characters that no client can send. */
export const headerOf = (text: string): string => bytesOf(text).replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?');

/** Quotes bytes for a shell that knows `$'...'`. */
const quote = (bytes: string): string => {
  if (/^[\x20-\x7e]*$/.test(bytes) && !/['\\]/.test(bytes)) return `'${bytes}'`;
  const escaped = bytes.replaceAll(
    /[^\x20-\x7e]|['\\]/g,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return `$'${escaped}'`;
};

/** Writes the request as a command for a shell. */
export const toCurl = (url: string, { method, target, headers, body, raw }: FuzzRequest): string => {
  const { hostname, port } = new URL(url);
  if (raw !== undefined) return `printf ${quote(raw.replaceAll('%', '%%'))} | nc ${hostname} ${port}`;
  return [
    'curl -i --path-as-is --globoff',
    method === 'HEAD' ? '--head' : `-X ${method}`,
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-binary ${quote(body)}`]),
    quote(`${url}${target}`),
  ].join(' ');
};
