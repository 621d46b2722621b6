import type { IncomingHttpHeaders } from 'node:http';

interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads one range (RFC 9110 section 14.1.2). The whole file is sent if several ranges are asked for at once, as the
 * standard allows, or if a range ends before it starts. A range of the last 30 bytes of ten bytes is all ten.
 */
export const readRange = (
  headers: IncomingHttpHeaders,
  { bytes, etag, modified }: { readonly bytes: number; readonly etag: string; readonly modified: Date },
): Range | 'unsatisfiable' | undefined => {
  const condition = headers['if-range'];
  if (condition !== undefined && condition !== etag && condition !== modified.toUTCString()) return undefined;
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (match === null || (first === '' && last === '')) return undefined;
  if (first === '') {
    const start = Math.max(bytes - Number(last), 0);
    return Number(last) === 0 || bytes === 0 ? 'unsatisfiable' : { start, end: bytes - 1 };
  }
  const end = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (last !== '' && Number(last) < Number(first)) return undefined;
  return Number(first) >= bytes ? 'unsatisfiable' : { start: Number(first), end };
};
