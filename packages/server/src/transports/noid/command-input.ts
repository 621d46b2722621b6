import { refuse } from '@perene/api/refusals';

/** Reads commands and values from a stream, as bytes in texts (see `Word`). */
export interface CommandInput {
  /** Returns a line with its end; undefined at the end of the stream. */
  line(): Promise<string | undefined>;
  /** Returns a whole line if one has come already. */
  readyLine(): string | undefined;
  /** Reads up to a blank line, or to the end. */
  paragraph(): Promise<string>;
  rest(): Promise<Uint8Array>;
}

/** Enough for a value of the greatest length in one line. */
const MAX_LINE_BYTES = 300 * 1024 * 1024;
const MAX_REST_BYTES = 300 * 1024 * 1024;

/** The source is opened when something is read from it. */
export const createCommandInput = (source: () => AsyncIterable<Uint8Array>): CommandInput => {
  let opened: AsyncIterator<Uint8Array> | undefined;
  const nextChunk = (): Promise<IteratorResult<Uint8Array>> => {
    opened ??= source()[Symbol.asyncIterator]();
    return opened.next();
  };
  let buffered = '';
  let position = 0;

  /** Puts what comes after what is left over. */
  const readMore = async (): Promise<boolean> => {
    const { value, done } = await nextChunk();
    if (done === true) return false;
    const text = Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1');
    buffered = position < buffered.length ? buffered.slice(position) + text : text;
    position = 0;
    return true;
  };

  const takeUntil = (end: number): string => {
    const taken = buffered.slice(position, end);
    position = end;
    return taken;
  };

  const takeThrough = async (mark: string): Promise<string> => {
    const parts: string[] = [];
    let length = 0;
    for (;;) {
      const found = buffered.indexOf(mark, position);
      if (found >= 0) return parts.join('') + takeUntil(found + mark.length);
      // This part is searched only once, except for its end, where a mark may have begun.
      const part = takeUntil(Math.max(position, buffered.length - mark.length + 1));
      parts.push(part);
      length += part.length;
      if (length > MAX_LINE_BYTES) throw refuse('request-too-large', { reason: 'line', max: MAX_LINE_BYTES });
      if (!(await readMore())) return parts.join('') + takeUntil(buffered.length);
    }
  };

  return {
    async line() {
      const line = await takeThrough('\n');
      return line === '' ? undefined : line;
    },
    readyLine() {
      const end = buffered.indexOf('\n', position);
      return end < 0 ? undefined : takeUntil(end + 1);
    },
    paragraph: () => takeThrough('\n\n'),
    async rest() {
      const parts = [Buffer.from(takeUntil(buffered.length), 'latin1')];
      let length = parts[0]?.byteLength ?? 0;
      for (let next = await nextChunk(); next.done !== true; next = await nextChunk()) {
        length += next.value.byteLength;
        if (length > MAX_REST_BYTES) throw refuse('value-too-large', { reason: 'input', max: MAX_REST_BYTES });
        parts.push(Buffer.from(next.value));
      }
      return Buffer.concat(parts);
    },
  };
};
