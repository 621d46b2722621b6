import { escapeText } from './labels/describe-refused.ts';

/** A name and its values: a line without a value is left out, several values follow one another. */
export type NamedValue = readonly [name: string, value: string | readonly string[] | undefined];

const GAP = 2;

/** Writes one value a line, aligned, each safe for a terminal. */
export const formatRows = (rows: readonly NamedValue[]): string => {
  const shown = rows
    .map(([name, value]) => [name, value === undefined ? [] : [value].flat()] as const)
    .filter(([, values]) => values.length > 0);
  const width = Math.max(0, ...shown.map(([name]) => name.length)) + GAP;
  return shown.map(([name, values]) => formatValues(name, values, width)).join('');
};

const formatValues = (name: string, values: readonly string[], width: number): string =>
  values
    .flatMap((value) => value.split('\n'))
    .map((line, index) => `${(index === 0 ? name : '').padEnd(width)}${escapeText(line)}`.trimEnd())
    .map((line) => `${line}\n`)
    .join('');

/** Writes columns as wide as their widest cell; the last column is not padded. */
export const formatColumns = (lines: readonly (readonly string[])[]): string => {
  const safe = lines.map((cells) => cells.map(escapeText));
  const widths: number[] = [];
  for (const cells of safe) {
    for (const [index, cell] of cells.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  }
  return safe
    .map((cells) => cells.map((cell, index) => cell.padEnd((widths[index] ?? 0) + GAP)).join(''))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
};

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** Writes a size for people: 12.3 MB. */
export const formatBytes = (bytes: number): string => {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  const number = power === 0 ? String(bytes) : (bytes / 1_000 ** power).toFixed(1);
  return `${number} ${UNITS[power]}`;
};
