/** A number, or a text that is never taken for a formula. */
export type Cell = string | number;

/** Spreadsheets take a text that begins with one of these signs for a formula, after blanks as well. */
const FORMULA = /^[\s\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;

/** Writes a cell of CSV (RFC 4180). */
export const writeCell = (cell: Cell): string => {
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
