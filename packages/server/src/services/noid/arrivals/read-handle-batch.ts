import { type GivenValue, readValues } from '../handle/handle-value.ts';
import { type NameArrival, type ReadChunks, refuseSource } from './arriving-name.ts';
import { numberedLines } from './read-rows.ts';

const OPERATION = /^([A-Z]+)(?:\s+(\S.*))?$/;
/** Operations that make handles or add values to them. */
const TAKEN = ['CREATE', 'ADD'];
/** What the batch says of itself; there may be keys and passwords below. */
const PASSED_OVER = ['AUTHENTICATE', 'SESSIONSETUP'];
/** `1 URL 86400 1110 UTF8 https://example.org` */
const VALUE = /^(\d{1,10})\s+(\S+)\s+(\S+)\s+([01]{4})\s+(UTF8|ADMIN|LIST|FILE)(?:\s(.*))?$/;
const ADMIN = /^(\d{1,10}):([01]{1,16}):(\S+)$/;
const REFERENCE = /^(\d{1,10}):(\S+)$/;
const MAX_VALUES = 1_000;
const INFINITE_TTL = -1;

interface Open {
  readonly line: number;
  readonly operation: string;
  readonly handle: string;
  readonly values: GivenValue[];
  readonly unkept: { readonly what: string }[];
  refused: NameArrival | undefined;
}

/**
 * Reads a batch file of the Handle System: `CREATE` and `ADD` with one value a line, and a blank line behind each. Files
 * that a value names are not read.
 */
export async function* readHandleBatch(chunks: ReadChunks): AsyncGenerator<NameArrival> {
  let open: Open | undefined;
  for await (const { line, text } of numberedLines(chunks())) {
    if (text === undefined) {
      yield { line, refused: refuseSource(line, 'unreadable', open?.handle) };
      open = undefined;
    } else if (text.trim() === '') {
      yield* close(open);
      open = undefined;
    } else if (open === undefined) open = begin(line, text.trim());
    else add(open, line, text.trim());
  }
  yield* close(open);
}

const begin = (line: number, text: string): Open => {
  const [, operation = '', handle = ''] = OPERATION.exec(text) ?? [];
  const isKnown = TAKEN.includes(operation) ? handle !== '' : PASSED_OVER.includes(operation);
  const refused = isKnown ? undefined : { line, refused: refuseSource(line, 'operation', text) };
  return { line, operation, handle, values: [], unkept: [], refused };
};

const add = (open: Open, line: number, text: string): void => {
  if (open.refused !== undefined || !TAKEN.includes(open.operation)) return;
  const value = readValue(text);
  if (value === undefined || open.values.length === MAX_VALUES) {
    open.refused = { line, refused: refuseSource(line, 'value', `${open.handle}: ${text.split(/\s+/, 2).join(' ')}`) };
  } else if ('what' in value) open.unkept.push(value);
  else open.values.push(value);
};

const close = (open: Open | undefined): readonly NameArrival[] => {
  if (open === undefined) return [];
  if (open.refused !== undefined) return [open.refused];
  const { line, operation, handle, values, unkept } = open;
  if (!TAKEN.includes(operation)) return [];
  const isRepeated = new Set(values.map(({ index }) => index)).size < values.length;
  if (isRepeated) return [{ line, refused: refuseSource(line, 'value', handle) }];
  return [{ kind: 'handle', line, text: handle, values, unkept, isWhole: operation === 'CREATE' }];
};

/** A value, or what it is if the node cannot keep it. Undefined if the line is none. */
const readValue = (text: string): GivenValue | { readonly what: string } | undefined => {
  const [isValue, index, type = '', ttl = '', permissions, format, data = ''] = VALUE.exec(text) ?? [];
  if (isValue === undefined || !/^-?\d{1,10}$/.test(ttl)) return undefined;
  const what = `${index} ${type}`;
  // The bytes are in another file; a password is kept as the hash of a key only.
  if (format === 'FILE') return { what };
  const read = readData(format ?? '', data.trim());
  const seconds = Number(ttl);
  const answer = readValues({
    index: Number(index),
    type,
    data: read,
    permissions,
    ...(seconds !== INFINITE_TTL && { ttl: seconds }),
  });
  if ('problem' in answer) return answer.problem === 'secret' || answer.problem === 'type' ? { what } : undefined;
  return answer.values[0];
};

const readData = (format: string, data: string): unknown => {
  if (format === 'UTF8') return { format: 'string', value: data };
  if (format === 'ADMIN') {
    const [, index, permissions, handle] = ADMIN.exec(data) ?? [];
    return { format: 'admin', value: { handle, index: Number(index), permissions } };
  }
  const references = data
    .split(';')
    .filter((each) => each !== '')
    .map((each) => {
      const [, index, handle] = REFERENCE.exec(each) ?? [];
      return { handle, index: Number(index) };
    });
  return { format: 'vlist', value: references };
};
