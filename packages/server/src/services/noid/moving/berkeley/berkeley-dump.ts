import { refuseLine } from '../refuse-line.ts';

/** A key and its value, with the line of the key. */
export interface DumpedPair {
  readonly key: Buffer;
  readonly value: Buffer;
  readonly line: number;
}

export interface DumpLine {
  readonly line: Uint8Array;
  readonly number: number;
}

type Decode = (text: Buffer, line: number) => Buffer;

const BLANK = 0x20;
const BACKSLASH = 0x5c;
const RETURN = 0x0d;
const MAX_HEADER_LINES = 100;

/**
 * Reads what Berkeley DB's `db_dump` prints, with -p or without: a header of `name=value` lines, then a line for each
 * key and a line for its value, each after one blank, then `DATA=END`. Refusals have the number of the line.
 */
export async function* readBerkeleyDump(lines: AsyncIterable<DumpLine>): AsyncGenerator<DumpedPair, void> {
  const header = new Map<string, string>();
  let decode: Decode | undefined;
  let key: { readonly bytes: Buffer; readonly line: number } | undefined;
  let isOver = false;
  let last = 0;
  for await (const { line, number } of lines) {
    last = number;
    const text = withoutReturn(line);
    if (isOver) {
      if (text.length > 0) throw refuseLine(number, { reason: 'several-databases' });
    } else if (decode === undefined) {
      decode = readHeaderLine(text, number, header);
    } else if (text[0] === BLANK) {
      const bytes = decode(text.subarray(1), number);
      if (key === undefined) key = { bytes, line: number };
      else {
        yield { key: key.bytes, value: bytes, line: key.line };
        key = undefined;
      }
    } else if (text.toString('latin1') === 'DATA=END') {
      if (key !== undefined) throw refuseLine(number, { reason: 'key-without-value' });
      isOver = true;
    } else {
      throw refuseLine(number, { reason: 'no-blank' });
    }
  }
  if (!isOver) throw refuseLine(last, { reason: 'dump-cut' });
}

/** A dump has no carriage returns of its own, but lines may get them on Windows. */
const withoutReturn = (line: Uint8Array): Buffer => {
  const bytes = Buffer.from(line.buffer, line.byteOffset, line.byteLength);
  return bytes.at(-1) === RETURN ? bytes.subarray(0, -1) : bytes;
};

/** Returns the decoder of the data when the header ends. */
const readHeaderLine = (line: Buffer, number: number, header: Map<string, string>): Decode | undefined => {
  const [, name, value = ''] = /^([^=]+)=(.*)$/.exec(line.subarray(0, 1_000).toString('latin1')) ?? [];
  if (name === undefined || number > MAX_HEADER_LINES) {
    throw refuseLine(number, { reason: 'dump-header' });
  }
  if (name !== 'HEADER') {
    header.set(name, value);
    return undefined;
  }
  const version = header.get('VERSION') ?? '';
  if (version !== '2' && version !== '3') {
    throw refuseLine(number, { reason: 'dump-version', version: version || '?' });
  }
  if (header.get('type') !== 'btree') {
    throw refuseLine(number, { reason: 'dump-type', type: header.get('type') ?? '?' });
  }
  if (header.get('format') === 'print') return decodePrinted;
  if (header.get('format') === 'bytevalue') return decodeDigits;
  throw refuseLine(number, { reason: 'dump-format' });
};

/** Printable characters stand for themselves, `\\` for a backslash, and `\` with two digits for any byte. */
const decodePrinted: Decode = (text, line) => {
  const bytes = Buffer.allocUnsafe(text.length);
  let length = 0;
  for (let place = 0; place < text.length; place += 1) {
    const byte = text[place] ?? 0;
    if (byte !== BACKSLASH) bytes[length] = byte;
    else if (text[place + 1] === BACKSLASH) {
      bytes[length] = BACKSLASH;
      place += 1;
    } else {
      bytes[length] = readDigits(text, place + 1, line);
      place += 2;
    }
    length += 1;
  }
  return bytes.subarray(0, length);
};

const decodeDigits: Decode = (text, line) => {
  const bytes = Buffer.allocUnsafe(Math.ceil(text.length / 2));
  for (let place = 0; place < text.length; place += 2) bytes[place / 2] = readDigits(text, place, line);
  return bytes;
};

const readDigits = (text: Buffer, place: number, line: number): number => {
  const high = digitOf(text[place]);
  const low = digitOf(text[place + 1]);
  if (high < 0 || low < 0) throw refuseLine(line, { reason: 'hexadecimal', position: place + 1 });
  return high * 16 + low;
};

const digitOf = (code: number | undefined): number =>
  code === undefined ? -1 : '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase());
