import { refuse } from '@perene/api/refusals';
import { readableFileName, spellFileName } from '@perene/core/item';
import { atLine } from '../arrival.ts';

/** A file that a list of contents names. */
export interface SafFile {
  /** Its name in the folder of the item, as it is spelled there. */
  readonly name: string;
  readonly bundle: string;
  readonly isPrimary: boolean;
  /** Whether only some people could read it. */
  readonly isClosed: boolean;
  /** What else the line says of the file, as it was written. */
  readonly said: readonly string[];
}

export const DEFAULT_BUNDLE = 'ORIGINAL';
const MAX_LINES = 100_000;
const OPEN = /^-r\s+(['"]?)anonymous\1$/i;

/**
 * Reads the list of an item's files: a name and, after tabs, `bundle:`, `primary:true`, `permissions:` and others. Names
 * are bytes, in whatever encoding they are; `files` has the names that are in the folder.
 */
export const readContents = (bytes: Buffer, path: string, files: ReadonlyMap<string, number>): readonly SafFile[] => {
  const byText = new Map([...files.keys()].map((name) => [textOf(name), name]));
  const listed: SafFile[] = [];
  const seen = new Set<string>();
  for (const [index, line] of linesOf(bytes).entries()) {
    const [given = Buffer.alloc(0), ...said] = splitAt(line, TAB);
    if (given.toString('latin1').trim() === '') continue;
    if (index >= MAX_LINES) throw refuse('package-invalid', { reason: 'too-many', path });
    const spelled = spellPath(given);
    const place = `${atLine(path, index + 1)}: ${spelled.slice(0, 1_000)}`;
    if (spelled.split('/').some((part) => /^\.{0,2}$/.test(part)))
      throw refuse('package-invalid', { reason: 'outside', path: place });
    const name = files.has(spelled) ? spelled : byText.get(textOf(spelled));
    if (name === undefined) throw refuse('package-invalid', { reason: 'missing', path: place });
    if (seen.has(name)) continue;
    seen.add(name);
    listed.push({ name, ...readSaid(said.map((part) => textOf(spellPath(part)).trim())) });
  }
  return listed;
};

const TAB = 0x09;
const LINE_FEED = 0x0a;

const splitAt = (bytes: Buffer, separator: number): readonly Buffer[] => {
  const parts: Buffer[] = [];
  let start = 0;
  for (let found = bytes.indexOf(separator); found >= 0; found = bytes.indexOf(separator, start)) {
    parts.push(bytes.subarray(start, found));
    start = found + 1;
  }
  return [...parts, bytes.subarray(start)];
};

const linesOf = (bytes: Buffer): readonly Buffer[] =>
  splitAt(bytes, LINE_FEED).map((line) => (line.at(-1) === 0x0d ? line.subarray(0, -1) : line));

const spellPath = (bytes: Buffer): string => splitAt(bytes, 0x2f).map(spellFileName).join('/');

/** The text of a name, however it is encoded. */
const textOf = (spelled: string): string => spelled.split('/').map(readableFileName).join('/');

const readSaid = (said: readonly string[]): Omit<SafFile, 'name'> => {
  const told = (name: string): string | undefined =>
    said
      .find((part) => part.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim();
  const permissions = told('permissions');
  return {
    bundle: told('bundle') || DEFAULT_BUNDLE,
    isPrimary: told('primary')?.toLowerCase() === 'true',
    isClosed: permissions !== undefined && !OPEN.test(permissions),
    said: said.filter((part) => part !== '' && !/^(?:bundle|primary):/i.test(part)),
  };
};
