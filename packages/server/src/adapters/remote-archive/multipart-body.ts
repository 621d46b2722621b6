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

/** As browsers write it: UTF-8, with what would end the name or the line escaped. */
const escapeName = (name: string): string =>
  name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
