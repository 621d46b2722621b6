/** The beginning of a table. */
export interface ReadTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Whether the file has more rows than these. */
  readonly hasMoreRows: boolean;
  readonly hasMoreColumns: boolean;
}

const MAX_ROWS = 20;
const MAX_COLUMNS = 12;
const MAX_CELL_LENGTH = 120;
const SEPARATORS = [',', ';', '\t'] as const;

/** Reads the first rows of a text with separated values (RFC 4180). `isCut`: the text is only the beginning of the file. */
export const readTable = (text: string, { isCut }: { readonly isCut: boolean }): ReadTable | undefined => {
  const separator = findSeparator(text);
  // One row more tells that there are more.
  const { rows, isComplete } = splitRows(text, separator, MAX_ROWS + 2);
  // The last row of a text that was cut may be half a row.
  const whole = isCut && isComplete ? rows.slice(0, -1) : rows;
  const [head, ...body] = whole;
  if (head === undefined || head.length < 2) return undefined;
  const shorten = (row: readonly string[]): readonly string[] =>
    head.slice(0, MAX_COLUMNS).map((_, index) => shortenCell(row[index] ?? ''));
  return {
    head: shorten(head),
    rows: body.slice(0, MAX_ROWS).map(shorten),
    hasMoreRows: isCut || body.length > MAX_ROWS,
    hasMoreColumns: head.length > MAX_COLUMNS,
  };
};

const shortenCell = (cell: string): string =>
  cell.length > MAX_CELL_LENGTH ? `${cell.slice(0, MAX_CELL_LENGTH).replace(/[\uD800-\uDBFF]$/, '')}…` : cell;

/** The separator that the first line has most of, outside quotes. */
const findSeparator = (text: string): string => {
  const [line = ''] = text.split(/\r?\n/, 1);
  const bare = line.replaceAll(/"[^"]*"/g, '');
  const count = (separator: string): number => bare.split(separator).length;
  return SEPARATORS.reduce<string>((best, separator) => (count(separator) > count(best) ? separator : best), ',');
};

const splitRows = (
  text: string,
  separator: string,
  maxRows: number,
): { readonly rows: readonly (readonly string[])[]; readonly isComplete: boolean } => {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endCell = (): void => {
    row.push(cell);
    cell = '';
  };
  const endRow = (): void => {
    endCell();
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  };
  for (let index = 0; index < text.length; index += 1) {
    if (rows.length >= maxRows) return { rows, isComplete: false };
    const character = text.charAt(index);
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text.charAt(index + 1) === '"') {
        cell += '"';
        index += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === separator) endCell();
    else if (character === '\n') endRow();
    else if (character !== '\r') cell += character;
  }
  if (cell !== '' || row.length > 0) endRow();
  return { rows, isComplete: true };
};
