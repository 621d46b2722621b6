import { refuse } from '@perene/api/refusals';
import { MAX_ELEMENTS, type WantedLine } from './plan-lines.ts';

const ID_COLUMN = 'id';
/** The columns of a table in which each row is one value. */
const [ELEMENT_COLUMN, VALUE_COLUMN] = ['element', 'value'];
/** A name may have several rows. */
const MAX_ROWS = 100_000;

/**
 * Reads a table of names (RFC 4180): the first row names the elements, the column `id` has the names. A row without a
 * name mints one. An empty field leaves its element as it is. Where the other columns are `element` and `value`, each row
 * is one value.
 */
export const readTable = (text: string): readonly WantedLine[] => {
  const [header, ...rows] = splitRows(text.replace(/^\ufeff/, ''));
  const names = header?.fields.map((field) => field.trim()) ?? [];
  const elements = names.filter((name) => name !== ID_COLUMN);
  if (elements.length === 0 || names.includes('') || new Set(names).size < names.length) {
    throw refuse('request-invalid', { reason: 'table', line: 1, problem: 'header' });
  }
  if (elements.length > MAX_ELEMENTS) {
    throw refuse('request-invalid', { reason: 'elements-changed', max: MAX_ELEMENTS });
  }
  const places = new Map(names.map((name, place) => [name, place]));
  const isLong = elements.length === 2 && elements.includes(ELEMENT_COLUMN) && elements.includes(VALUE_COLUMN);
  return rows.map(({ fields, line }) => {
    if (fields.length !== names.length) throw refuse('request-invalid', { reason: 'table', line, problem: 'columns' });
    const field = (name: string): string => fields[places.get(name) ?? -1] ?? '';
    const pairs: readonly (readonly [string, string])[] = isLong
      ? [[field(ELEMENT_COLUMN).trim(), field(VALUE_COLUMN)]]
      : elements.map((name) => [name, field(name)]);
    return {
      id: field(ID_COLUMN).trim(),
      bindings: Object.fromEntries(pairs.filter(([, value]) => value !== '')),
    };
  });
};

interface TableRow {
  readonly fields: readonly string[];
  /** Where it begins, from 1. */
  readonly line: number;
}

/** A field without quotes, and what ends any field. */
const PLAIN = /[^",\r\n]*/y;
const END = /,|\r?\n|$/y;

/** Splits a table into its rows, each with its fields. */
export const splitRows = (text: string): readonly TableRow[] => {
  const rows: TableRow[] = [];
  let fields: string[] = [];
  let line = 1;
  let start = 1;
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  while (at < text.length || fields.length > 0) {
    const quoted = readQuoted(text, at);
    at = quoted?.end ?? at;
    const field = quoted?.field ?? take(PLAIN) ?? '';
    const end = take(END);
    if (end === undefined) throw refuse('request-invalid', { reason: 'table', line: start, problem: 'quote' });
    fields.push(field);
    if (quoted !== undefined) line += field.split('\n').length - 1;
    if (end === ',') continue;
    line += 1;
    if (fields.some((one) => one !== '')) rows.push({ fields, line: start });
    if (rows.length > MAX_ROWS) throw refuse('batch-too-large', { max: MAX_ROWS });
    fields = [];
    start = line;
  }
  return rows;
};

/** A field in quotes may have line ends, and two quotes for one. */
const readQuoted = (text: string, at: number): { readonly field: string; readonly end: number } | undefined => {
  if (text[at] !== '"') return undefined;
  let end = text.indexOf('"', at + 1);
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  return end < 0 ? undefined : { field: text.slice(at + 1, end).replaceAll('""', '"'), end: end + 1 };
};
