import { Readable } from 'node:stream';

/** Is called with the number of bytes so far, and of all bytes. */
export type OnProgress = (progress: { readonly bytes: number; readonly of: number }) => void;

/** Counts the bytes that pass through all of the streams. */
export const countingStream = (
  files: readonly { readonly bytes: number }[],
  onProgress: OnProgress | undefined,
): ((content: Readable) => Readable) => {
  const of = files.reduce((sum, file) => sum + file.bytes, 0);
  let bytes = 0;

  async function* count(content: Readable): AsyncGenerator<Uint8Array> {
    for await (const chunk of content as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      onProgress?.({ bytes, of });
      yield chunk;
    }
  }

  return (content) => (onProgress === undefined ? content : Readable.from(count(content), { objectMode: false }));
};
