/**
 * A table in the format of RFC 4180; semicolons and tabs, which some spreadsheets put between cells, are understood
 * too.
 */
export type CsvAnswer =
  | { readonly ok: true; readonly records: readonly CsvRecord[] }
  | { readonly ok: false; readonly problem: 'csv/quote' | 'csv/unclosed' | 'csv/empty'; readonly line: number };

export interface CsvRecord {
  /** The line on which the record begins, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

const SEPARATORS = [',', ';', '\t'] as const;
const BYTE_ORDER_MARK = '\ufeff';

const MAX_HEADER_LENGTH = 10_000;

/** Finds the separator in the first line, outside of quotation marks. */
const findSeparator = (text: string): string => {
  const [first = ''] = text
    .slice(0, MAX_HEADER_LENGTH)
    .replace(/"[^"]*"?/g, '')
    .split(/[\r\n]/, 1);
  const counts = SEPARATORS.map((separator) => first.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
};

/** Excel writes and reads a first line that names the separator. */
const NAMED_SEPARATOR = /^sep=([,;\t])(?:\r\n|\r|\n)/i;

export const parseCsv = (source: string): CsvAnswer => {
  const text = source.startsWith(BYTE_ORDER_MARK) ? source.slice(1) : source;
  const [naming = '', named] = NAMED_SEPARATOR.exec(text) ?? [];
  const separator = named ?? findSeparator(text);
  const records: CsvRecord[] = [];
  let cells: string[] = [];
  let line = naming === '' ? 1 : 2;
  let firstLine = line;
  let position = naming.length;
  const endRecord = (): void => {
    if (cells.some((cell) => cell.trim() !== '')) records.push({ line: firstLine, cells });
    cells = [];
  };
  while (position < text.length) {
    const cell = readCell(text, position, separator);
    if (!cell.ok) return { ok: false, problem: cell.problem, line };
    cells.push(cell.value);
    line += cell.lines;
    position = cell.end;
    if (text[position] === separator) {
      position += 1;
      if (position === text.length) cells.push('');
    } else {
      position += text.startsWith('\r\n', position) ? 2 : 1;
      endRecord();
      line += 1;
      firstLine = line;
    }
  }
  endRecord();
  return records.length === 0 ? { ok: false, problem: 'csv/empty', line: 1 } : { ok: true, records };
};

type Cell =
  | { readonly ok: true; readonly value: string; readonly end: number; readonly lines: number }
  | { readonly ok: false; readonly problem: 'csv/quote' | 'csv/unclosed' };

const isEnd = (character: string | undefined, separator: string): boolean =>
  character === undefined || character === separator || character === '\n' || character === '\r';

const readCell = (text: string, start: number, separator: string): Cell =>
  text[start] === '"' ? readQuoted(text, start, separator) : readPlain(text, start, separator);

const readPlain = (text: string, start: number, separator: string): Cell => {
  let end = start;
  while (!isEnd(text[end], separator)) end += 1;
  return { ok: true, value: text.slice(start, end), end, lines: 0 };
};

/** Two quotes stand for one; line breaks and separators are part of the cell. */
const readQuoted = (text: string, start: number, separator: string): Cell => {
  let value = '';
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return { ok: false, problem: 'csv/unclosed' };
    value += text.slice(from, quote);
    if (text[quote + 1] !== '"') {
      const end = quote + 1;
      if (!isEnd(text[end], separator)) return { ok: false, problem: 'csv/quote' };
      return { ok: true, value, end, lines: value.split('\n').length - 1 };
    }
    value += '"';
    from = quote + 2;
  }
};

const writeCell = (cell: string): string =>
  /["\r\n,;\t]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** Writes a byte order mark first, without which spreadsheets do not recognize UTF-8. */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('');
