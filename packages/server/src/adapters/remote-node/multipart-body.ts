import type { Readable } from 'node:stream';

/** RFC 7578: the description first, then files, each opened when its turn comes. */
export interface MultipartParts {
  readonly item: unknown;
  readonly files: readonly { readonly path: string; readonly open: (start: number) => Readable }[];
}

const encoder = new TextEncoder();

export async function* multipartBody({ item, files }: MultipartParts, boundary: string): AsyncGenerator<Uint8Array> {
  yield encoder.encode(
    `--${boundary}\r\nContent-Disposition: form-data; name="item"\r\n` +
      `Content-Type: application/json\r\n\r\n${JSON.stringify(item)}\r\n`,
  );
  for (const { path, open } of files) {
    yield encoder.encode(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${escapeName(path)}"\r\n` +
        'Content-Type: application/octet-stream\r\n\r\n',
    );
    yield* open(0);
    yield encoder.encode('\r\n');
  }
  yield encoder.encode(`--${boundary}--\r\n`);
}

/** A quotation mark would end the name. Paths have escapes of their own, so it is written as one of them. */
const escapeName = (path: string): string => path.replaceAll('"', '\\x22');
