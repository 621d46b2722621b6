import { refuse } from '@perene/api/refusals';

/** Enough for a value of 256 MiB in base 64, with its names. */
const MAX_LINE_BYTES = 360 * 1_048_576;
const LINE_FEED = 0x0a;

/** Yields the lines of a file or of standard input, without their ends; the last line may lack its end. Another byte may end them. */
export async function* splitLines(
  chunks: AsyncIterable<string | Uint8Array>,
  maxLineBytes = MAX_LINE_BYTES,
  endOfLine = LINE_FEED,
): AsyncGenerator<Uint8Array, void> {
  let pieces: Buffer[] = [];
  let length = 0;
  let number = 1;
  const take = (piece: Buffer): void => {
    length += piece.length;
    if (length > maxLineBytes) {
      throw refuse('record-invalid', {
        reason: 'on-line',
        line: number,
        said: refuse('record-invalid', { reason: 'line-too-long', max: maxLineBytes }),
      });
    }
    pieces.push(piece);
  };
  for await (const written of chunks) {
    const chunk =
      typeof written === 'string'
        ? Buffer.from(written)
        : Buffer.from(written.buffer, written.byteOffset, written.byteLength);
    let start = 0;
    for (let end = chunk.indexOf(endOfLine); end >= 0; end = chunk.indexOf(endOfLine, start)) {
      take(chunk.subarray(start, end));
      yield pieces.length === 1 ? (pieces[0] ?? chunk) : Buffer.concat(pieces, length);
      pieces = [];
      length = 0;
      number += 1;
      start = end + 1;
    }
    if (start < chunk.length) take(chunk.subarray(start));
  }
  if (length > 0) yield Buffer.concat(pieces, length);
}
