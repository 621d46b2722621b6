import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

const MIN_BYTES = 1_000;
const BROTLI_QUALITY = 5;
const COMPRESSED =
  /^(?:text\/html|application\/(?:[\w.]+\+)?(?:json|xml)|text\/(?:plain|css|xml|javascript)|image\/svg\+xml)\b/;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export const isCompressible = (mediaType: string, body: Buffer): boolean =>
  body.length >= MIN_BYTES && COMPRESSED.test(mediaType);

export const compress = (body: Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'gzip'
    ? compressGzip(body)
    : compressBrotli(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        },
      });

const MAX_KNOWN = 200;
const known = new Map<string, Encoding | undefined>();

/** The better encoding of those that the client takes (RFC 9110, section 12.5.3). */
export const chooseEncoding = (accepted: string | undefined): Encoding | undefined => {
  if (accepted === undefined) return undefined;
  if (known.has(accepted)) return known.get(accepted);
  const weights = new Map(
    accepted
      .toLowerCase()
      .slice(0, 500)
      .split(',')
      .map((part): [string, number] => {
        const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
        const weight = parameters.find((text) => text.startsWith('q='))?.slice(2) ?? '1';
        return [name, Number(weight) || 0];
      }),
  );
  const weightOf = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0;
  const [br, zipped] = [weightOf('br'), weightOf('gzip')];
  const chosen = br === 0 && zipped === 0 ? undefined : br >= zipped ? 'br' : 'gzip';
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(accepted, chosen);
  return chosen;
};
