import { parseTarget } from '@perene/core/ark';
import { TARGET_ELEMENT } from '../ezid/read-changes.ts';
import { type ArrivingName, type NameArrival, type ReadChunks, refuseSource } from './arriving-name.ts';
import { numberedLines, readRows } from './read-rows.ts';

/** The table of names, in the dumps of PostgreSQL. */
const TABLE = /^COPY (?:[\w"]+\.)?"?ark_ark"? \(([^)]*)\) FROM stdin;$/i;
const END = '\\.';
const NULL = '\\N';
const NAME = 'ark';
/** What the name says already, or what is told in another way. */
const TOLD = [NAME, 'naan', 'naan_id', 'shoulder', 'assigned_name', 'created_at', 'updated_at', 'id'];
/** PostgreSQL: `2024-05-06 07:08:09.123+00`. */
const TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.\d+)?([+-]\d\d)(?::?(\d\d))?$/;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v' };

/** Reads the names of arklet: the text of `pg_dump`, or its table `ark_ark` in CSV with the names of the columns. */
export async function* readArklet(chunks: ReadChunks): AsyncGenerator<NameArrival> {
  if (await isTable(chunks)) {
    for await (const row of readRows(chunks(), [NAME])) {
      yield 'refused' in row ? row : readName(row.line, row.fields);
    }
    return;
  }
  let columns: readonly string[] | undefined;
  let isFound = false;
  for await (const { line, text } of numberedLines(chunks())) {
    if (columns === undefined) {
      const [, list] = TABLE.exec(text ?? '') ?? [];
      columns = list?.split(',').map((name) => name.trim().replaceAll('"', ''));
      isFound ||= columns !== undefined;
    } else if (text === END) columns = undefined;
    else if (text === undefined) yield { line, refused: refuseSource(line, 'unreadable') };
    else yield readCopiedRow(line, columns, text.split('\t'));
  }
  if (!isFound) throw refuseSource(1, 'no-names');
  if (columns !== undefined) throw refuseSource(1, 'cut');
}

/** A dump begins with comments and settings. */
const isTable = async (chunks: ReadChunks): Promise<boolean> => {
  for await (const { text = '' } of numberedLines(chunks())) {
    if (text.trim() === '' || text.startsWith('--')) continue;
    return text.split(',').some((name) => name.replaceAll(/["\ufeff\s]/g, '') === NAME);
  }
  return false;
};

const readCopiedRow = (line: number, columns: readonly string[], fields: readonly string[]): NameArrival => {
  if (fields.length !== columns.length) return { line, refused: refuseSource(line, 'unreadable', fields[0]) };
  const pairs = columns.flatMap((name, index) => {
    const value = fields[index] ?? NULL;
    return value === NULL || value === '' ? [] : [[name, unescapeField(value)] as const];
  });
  return readName(line, new Map(pairs));
};

const unescapeField = (text: string): string =>
  text.replaceAll(/\\(.)/gs, (_, character: string) => ESCAPES[character] ?? character);

const secondsOf = (text: string | undefined): number | undefined => {
  const [isTime, day, time, hours, minutes = '00'] = TIME.exec(text ?? '') ?? [];
  const milliseconds = isTime === undefined ? Number.NaN : Date.parse(`${day}T${time}${hours}:${minutes}`);
  return Number.isNaN(milliseconds) ? undefined : Math.floor(milliseconds / 1_000);
};

const readName = (line: number, fields: ReadonlyMap<string, string>): ArrivingName => {
  const elements = new Map<string, string>();
  const times = [
    ['_created', secondsOf(fields.get('created_at'))],
    ['_updated', secondsOf(fields.get('updated_at'))],
  ] as const;
  for (const [element, seconds] of times) if (seconds !== undefined) elements.set(element, String(seconds));
  for (const [name, value] of fields) {
    if (TOLD.includes(name)) continue;
    elements.set(name === 'url' && parseTarget(value).ok ? TARGET_ELEMENT : name, value);
  }
  const text = `ark:/${(fields.get(NAME) ?? '').replace(/^ark:\/?/i, '')}`;
  return { kind: 'ark', line, text, created: times[0][1], elements };
};
