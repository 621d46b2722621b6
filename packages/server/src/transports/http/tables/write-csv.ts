import { type Cell, writeCell } from '../../../formats/csv-cell.ts';

export type Rows = AsyncIterable<readonly Cell[]>;

const ROWS_PER_PART = 200;
/** Spreadsheets know by it that the text is in UTF-8. */
const MARK = '\u{feff}';

/** Writes rows as CSV (RFC 4180), some at a time. */
export const writeCsv = async function* (rows: Rows): AsyncGenerator<Buffer> {
  let part = MARK;
  let count = 0;
  for await (const row of rows) {
    part += `${row.map(writeCell).join(',')}\r\n`;
    count += 1;
    if (count % ROWS_PER_PART !== 0) continue;
    yield Buffer.from(part);
    part = '';
  }
  if (part !== '') yield Buffer.from(part);
};
