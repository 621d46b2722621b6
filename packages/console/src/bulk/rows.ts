import { METADATA_FIELD_NAMES, type Metadata, metadataField, parseMetadata } from '@perene/core/item';
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

const readColumn = (name: string): string => {
  const column = name.trim().toLowerCase();
  return SAME_COLUMNS[column] ?? column;
};

const isKnown = (column: string): boolean => FIELDS.includes(column) || column === 'language' || column === 'file';

const splitList = (text: string): readonly string[] =>
  text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export const readTable = (records: readonly CsvRecord[], files: readonly ChosenFile[]): TableAnswer => {
  const [header, ...rest] = records;
  const columns = header?.cells.map(readColumn) ?? [];
  if (!columns.includes('title')) return { ok: false, problem: 'table/title-column' };
  if (!columns.includes('file')) return { ok: false, problem: 'table/file-column' };
  if (rest.length === 0) return { ok: false, problem: 'table/no-rows' };
  const seen = new Map<string, number>();
  const rows = rest.map((record) => {
    const text = JSON.stringify(record.cells.map((cell) => cell.trim()));
    const times = (seen.get(text) ?? 0) + 1;
    seen.set(text, times);
    return readRow(columns, record, files, `${hash(text)}-${times}`);
  });
  const unknownColumns = columns.filter((column) => column !== '' && !isKnown(column));
  return { ok: true, table: { rows, unknownColumns } };
};

const readRow = (
  columns: readonly string[],
  { line, cells }: CsvRecord,
  files: readonly ChosenFile[],
  fingerprint: string,
): BulkRow => {
  const problems: RowProblem[] = [];
  if (cells.length > columns.length) problems.push({ code: 'row/too-many-cells', about: '' });
  const values = new Map<string, readonly string[]>();
  for (const [index, column] of columns.entries()) {
    const text = (cells[index] ?? '').trim();
    const found = isList(column) ? splitList(text) : text === '' ? [] : [text];
    values.set(column, [...(values.get(column) ?? []), ...found]);
  }
  const fields = FIELDS.filter((field) => (values.get(field)?.length ?? 0) > 0);
  const metadata: Metadata = Object.fromEntries(
    fields.map((field) => [field, (values.get(field) ?? []).map((value) => ({ value }))]),
  );
  const language = values.get('language')?.[0] ?? '';
  problems.push(...checkDescription(metadata, language));
  const { chosen, missing } = findFiles(values.get('file') ?? [], files);
  problems.push(...missing.map((about) => ({ code: 'row/file-missing', about })));
  if (chosen.length === 0 && missing.length === 0) problems.push({ code: 'row/no-file', about: '' });
  for (const [about, code] of checkFiles(chosen)) problems.push({ code, about });
  return { line, title: values.get('title')?.[0] ?? '', metadata, language, files: chosen, problems, fingerprint };
};

const COLUMN = /^([^[.]+)/;

/** The language of the work is checked in the same way as the language of a text. */
const checkDescription = (metadata: Metadata, language: string): readonly RowProblem[] => {
  const answer = parseMetadata(language === '' ? metadata : { ...metadata, language: [{ value: language }] });
  return answer.ok
    ? []
    : answer.problems.map(({ path, problem }) => ({ code: problem, about: COLUMN.exec(path)?.[1] ?? '' }));
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
