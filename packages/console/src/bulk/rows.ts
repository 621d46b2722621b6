import {
  METADATA_FIELD_NAMES,
  type Metadata,
  type MetadataValue,
  metadataField,
  parseMetadata,
} from '@perene/core/item';
import { type ChosenFile, checkFiles } from '../files/chosen-files.ts';
import type { CsvRecord } from './csv.ts';

/** A row of the table, as it would be deposited, with the problems that prevent this. */
export interface BulkRow {
  readonly line: number;
  readonly title: string;
  readonly metadata: Metadata;
  readonly language: string;
  readonly files: readonly ChosenFile[];
  readonly problems: readonly RowProblem[];
  /** Depends on the row only, not on the rows around it. */
  readonly fingerprint: string;
}

export interface RowProblem {
  readonly code: string;
  /** The column or the name of the file that the problem is about. */
  readonly about: string;
}

export interface BulkTable {
  readonly rows: readonly BulkRow[];
  readonly unknownColumns: readonly string[];
}

export type TableAnswer =
  | { readonly ok: true; readonly table: BulkTable }
  | { readonly ok: false; readonly problem: 'table/title-column' | 'table/file-column' | 'table/no-rows' };

/** The column "language" is left out, because it is the language of the work. */
const FIELDS: readonly string[] = METADATA_FIELD_NAMES.filter((name) => name !== 'language');

/** Whether a cell of this column may have several values, separated by ";". */
const isList = (column: string): boolean => column === 'file' || metadataField(column).values === 'list';

const SAME_COLUMNS: Readonly<Record<string, string>> = { files: 'file', creators: 'creator', subjects: 'subject' };

/** A column of values, or of what is said of them, such as `creator.orcid`. */
interface Column {
  /** The name as it is shown. */
  readonly name: string;
  readonly field: string;
  readonly qualifier?: string;
}

const readColumn = (written: string): Column => {
  const [first = '', ...rest] = written.trim().toLowerCase().split('.');
  const field = SAME_COLUMNS[first] ?? first;
  const said = rest.join('.');
  if (said === '') return { name: field, field };
  const qualifier = qualifiersOf(field).find((name) => name.toLowerCase() === said) ?? said;
  return { name: `${field}.${qualifier}`, field, qualifier };
};

const qualifiersOf = (field: string): readonly string[] =>
  FIELDS.includes(field) ? [...Object.keys(metadataField(field).qualifiers ?? {}), 'language'] : [];

const isKnown = ({ field, qualifier }: Column): boolean =>
  qualifier === undefined
    ? FIELDS.includes(field) || field === 'language' || field === 'file'
    : qualifiersOf(field).includes(qualifier);

const splitCell = (column: string, text: string): readonly string[] =>
  isList(column) ? text.split(';').map((part) => part.trim()) : [text.trim()];

export const readTable = (records: readonly CsvRecord[], files: readonly ChosenFile[]): TableAnswer => {
  const [header, ...rest] = records;
  const columns = header?.cells.map(readColumn) ?? [];
  const isThere = (name: string): boolean => columns.some((column) => column.name === name);
  if (!isThere('title')) return { ok: false, problem: 'table/title-column' };
  if (!isThere('file')) return { ok: false, problem: 'table/file-column' };
  if (rest.length === 0) return { ok: false, problem: 'table/no-rows' };
  const seen = new Map<string, number>();
  const rows = rest.map((record) => {
    const text = JSON.stringify(record.cells.map((cell) => cell.trim()));
    const times = (seen.get(text) ?? 0) + 1;
    seen.set(text, times);
    return readRow(columns, record, files, `${hash(text)}-${times}`);
  });
  const unknownColumns = columns.filter((column) => column.name !== '' && !isKnown(column)).map(({ name }) => name);
  return { ok: true, table: { rows, unknownColumns } };
};

const readRow = (
  columns: readonly Column[],
  { line, cells }: CsvRecord,
  files: readonly ChosenFile[],
  fingerprint: string,
): BulkRow => {
  const problems: RowProblem[] = [];
  if (cells.length > columns.length) problems.push({ code: 'row/too-many-cells', about: '' });
  const cellsOf = columns.map((column, index) => ({ column, parts: splitCell(column.field, cells[index] ?? '') }));
  const textsOf = (name: string): readonly string[] =>
    cellsOf.flatMap(({ column, parts }) => (column.name === name ? parts.filter((part) => part !== '') : []));
  const values = FIELDS.map((field) => [field, readValues(field, cellsOf, problems)] as const);
  const metadata: Metadata = Object.fromEntries(values.filter(([, found]) => found.length > 0));
  const [language = ''] = textsOf('language');
  problems.push(...checkDescription(metadata, language));
  const { chosen, missing } = findFiles(textsOf('file'), files);
  problems.push(...missing.map((about) => ({ code: 'row/file-missing', about })));
  if (chosen.length === 0 && missing.length === 0) problems.push({ code: 'row/no-file', about: '' });
  for (const [about, code] of checkFiles(chosen)) problems.push({ code, about });
  return { line, title: textsOf('title')[0] ?? '', metadata, language, files: chosen, problems, fingerprint };
};

interface Cell {
  readonly column: Column;
  readonly parts: readonly string[];
}

/** What is said of values stands in columns after theirs, in the same order; a field may have several columns. */
const readValues = (field: string, cells: readonly Cell[], problems: RowProblem[]): readonly MetadataValue[] => {
  const own = cells.filter(({ column }) => column.field === field && isKnown(column));
  const groups: (readonly Cell[])[] = [];
  for (const cell of own) {
    const last = groups.at(-1);
    if (cell.column.qualifier === undefined || last === undefined) groups.push([cell]);
    else groups[groups.length - 1] = [...last, cell];
  }
  return groups.flatMap((group) => {
    const texts = group.find(({ column }) => column.qualifier === undefined)?.parts ?? [];
    const said = group.filter(({ column }) => column.qualifier !== undefined);
    for (const { column, parts } of said) {
      const isTooMuch = parts.some((part, index) => part !== '' && (texts[index] ?? '') === '');
      if (isTooMuch) problems.push({ code: 'row/too-many-said', about: column.name });
    }
    return texts.flatMap((value, index) => {
      const more = said.map(({ column, parts }) => [String(column.qualifier), parts[index] ?? ''] as const);
      return value === '' ? [] : [{ value, ...Object.fromEntries(more.filter(([, text]) => text !== '')) }];
    });
  });
};

/** The column of a problem: of a qualifier it is one of its own. */
const columnOf = (path: string): string => {
  const [, field = '', qualifier = 'value'] = /^([^[.]+)(?:\[\d+\])?(?:\.(\w+))?/.exec(path) ?? [];
  return qualifier === 'value' ? field : `${field}.${qualifier}`;
};

/** The language of the work is checked in the same way as the language of a text. */
const checkDescription = (metadata: Metadata, language: string): readonly RowProblem[] => {
  const answer = parseMetadata(language === '' ? metadata : { ...metadata, language: [{ value: language }] });
  return answer.ok ? [] : answer.problems.map(({ path, problem }) => ({ code: problem, about: columnOf(path) }));
};

/**
 * Finds a file by its path, or by the end of a path if only one path ends so. The name of a folder stands for all files
 * in it.
 */
const findFiles = (
  names: readonly string[],
  files: readonly ChosenFile[],
): { readonly chosen: readonly ChosenFile[]; readonly missing: readonly string[] } => {
  const chosen: ChosenFile[] = [];
  const missing: string[] = [];
  for (const written of names) {
    const name = written
      .normalize('NFC')
      .replaceAll('\\', '/')
      .replace(/^\.?\//, '')
      .replace(/\/$/, '');
    const found = files.find(({ path }) => path === name);
    const inFolder = files.filter(({ path }) => path.startsWith(`${name}/`));
    const ending = files.filter(({ path }) => path.endsWith(`/${name}`));
    const [only] = ending;
    if (found !== undefined) chosen.push({ path: keptPath(name, names), file: found.file });
    else if (inFolder.length > 0) {
      const cut = names.length === 1 ? name.length + 1 : 0;
      chosen.push(...inFolder.map(({ path, file }) => ({ path: path.slice(cut), file })));
    } else if (ending.length === 1 && only !== undefined) chosen.push({ path: keptPath(name, names), file: only.file });
    else missing.push(written);
  }
  return { chosen, missing };
};

/** A single file is deposited without its folder; several files keep their folders, which tell them apart. */
const keptPath = (name: string, names: readonly string[]): string =>
  names.length === 1 ? name.slice(name.lastIndexOf('/') + 1) : name;

/** Two 32-bit halves of FNV-1a with different starting values are enough to recognize a row. */
const hash = (text: string): string => {
  const half = (start: number): string => {
    let value = start;
    for (let index = 0; index < text.length; index += 1) {
      value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
    }
    return value.toString(16).padStart(8, '0');
  };
  return half(0x811c9dc5) + half(0x1b873593);
};
