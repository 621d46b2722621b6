import { Refusal } from '@perene/api/refusals';
import { splitRows } from '../batches/read-table.ts';
import { splitLines } from '../moving/split-lines.ts';
import { MAX_RECORD_BYTES, type NameArrival, refuseSource } from './arriving-name.ts';

interface Row {
  readonly line: number;
  /** The fields that are not empty, by the names of their columns. */
  readonly fields: ReadonlyMap<string, string>;
}

const DECODER = new TextDecoder('utf-8', { fatal: true });

/** Decodes a line; undefined if it is not UTF-8. */
export const decodeLine = (bytes: Uint8Array): string | undefined => {
  try {
    return DECODER.decode(bytes).replace(/\r$/, '');
  } catch {
    return undefined;
  }
};

/** Lines with their numbers. */
export async function* numberedLines(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ readonly line: number; readonly text: string | undefined }> {
  let line = 0;
  for await (const bytes of splitLines(chunks, MAX_RECORD_BYTES)) {
    line += 1;
    yield { line, text: decodeLine(bytes) };
  }
}

/**
 * Reads a table in CSV (RFC 4180) row by row, however long it is. The first row has the names of the columns; `wanted`
 * must be among them.
 */
export async function* readRows(
  chunks: AsyncIterable<Uint8Array>,
  wanted: readonly string[],
): AsyncGenerator<Row | Extract<NameArrival, { readonly refused: Refusal }>> {
  let columns: readonly string[] | undefined;
  let open: { line: number; parts: string[]; quotes: number; length: number } | undefined;
  for await (const { line, text } of numberedLines(chunks)) {
    if (text === undefined) {
      if (columns === undefined) throw refuseSource(line, 'unreadable');
      yield { line, refused: refuseSource(line, 'unreadable') };
      open = undefined;
      continue;
    }
    open ??= { line, parts: [], quotes: 0, length: 0 };
    open.parts.push(text);
    open.length += text.length;
    open.quotes += text.split('"').length - 1;
    // A row goes on in the next line where a quote is open.
    if (open.quotes % 2 === 1 && open.length <= MAX_RECORD_BYTES) continue;
    const row = open;
    open = undefined;
    const fields = fieldsOf(row.parts.join('\n'));
    if (columns === undefined) {
      columns = fields?.map((name) => name.replace(/^\ufeff/, '').trim());
      const known = columns;
      if (known === undefined || wanted.some((name) => !known.includes(name))) {
        throw refuseSource(row.line, 'columns', wanted.join(', '));
      }
    } else if (fields === undefined || (fields.length > 0 && fields.length !== columns.length)) {
      yield { line: row.line, refused: refuseSource(row.line, 'unreadable') };
    } else if (fields.length > 0) {
      yield { line: row.line, fields: fieldsByColumn(columns, fields) };
    }
  }
  if (open !== undefined) yield { line: open.line, refused: refuseSource(open.line, 'cut') };
}

/** Undefined for what is no row; empty for an empty line. */
const fieldsOf = (text: string): readonly string[] | undefined => {
  try {
    const [row, ...others] = splitRows(text);
    return others.length > 0 ? undefined : (row?.fields ?? []);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
};

const fieldsByColumn = (columns: readonly string[], fields: readonly string[]): ReadonlyMap<string, string> =>
  new Map(columns.map((name, index) => [name, fields[index] ?? ''] as const).filter(([, value]) => value !== ''));
