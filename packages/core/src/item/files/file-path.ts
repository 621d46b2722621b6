import { type Answer, accept, refuse } from '../../parsing/answer.ts';
import { fileNameBytes, looseText, spellFileName, utf8Of } from './spell-file-name.ts';

/**
 * The path of a file inside an item, "/" between folders, each name as `file-name.ts` spells it. Any name that some
 * file system accepts is allowed; the adapter of the disk decides how to keep a file whose name the disk refuses. Plain
 * text is put in Unicode NFC, so that a name is the same wherever it was typed; escaped bytes stay unchanged.
 */
const MAX_PATH_BYTES = 1_024;
/** The indexes of the databases have room for this many, together with a label. */
const MAX_SPELLED_BYTES = 2_048;
/** 255 characters of Windows and macOS. */
const MAX_NAME_BYTES = 765;
const MAX_FOLDERS = 32;
/** An escape has four characters for a byte; NFC makes at most four code units one, of at least two bytes. */
const MAX_LENGTH = 4 * MAX_PATH_BYTES;

const LONE_SURROGATE = /\p{Cs}/u;
const BAD_ESCAPE = /\\(?!x[0-9a-f]{2})/i;
const REFUSED_ESCAPE = /\\x(?:00|2f)/i;
const ESCAPES = /(\\x[0-9a-f]{2})/i;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const LONG_PATH = `a path of at most ${MAX_PATH_BYTES} bytes, ${MAX_SPELLED_BYTES} as it is spelled`;

export const parseItemFilePath = (text: string): Answer<string> => {
  if (text === '') return refuse('file-path/empty', 0, 'the name of a file');
  if (text.length > MAX_LENGTH) return refuse('file-path/too-long', MAX_PATH_BYTES, LONG_PATH);
  const names: string[] = [];
  let start = 0;
  let bytes = -1;
  let spelledBytes = -1;
  for (const segment of text.split('/')) {
    const name = parseName(segment, start);
    if (!name.ok) return name;
    bytes += 1 + name.value.bytes;
    spelledBytes += 1 + utf8Of(name.value.spelling).length;
    if (bytes > MAX_PATH_BYTES || spelledBytes > MAX_SPELLED_BYTES) {
      return refuse('file-path/too-long', start, LONG_PATH);
    }
    names.push(name.value.spelling);
    if (names.length > MAX_FOLDERS + 1) {
      return refuse('file-path/too-deep', start, `a file in at most ${MAX_FOLDERS} folders`);
    }
    start += segment.length + 1;
  }
  return accept(names.join('/'));
};

/** The key of a path: paths with the same key are one file on systems that ignore case, or look alike to people. */
export const foldFilePath = (path: string): string =>
  path.split('/').map(looseText).join('/').toLowerCase().replaceAll('ς', 'σ').replace(INVISIBLE, '').normalize('NFC');

const parseName = (segment: string, start: number): Answer<{ readonly spelling: string; readonly bytes: number }> => {
  if (segment === '') return refuse('file-path/empty-name', start, 'a name before and after every /');
  const problem = findProblem(segment);
  if (problem !== undefined) return refuse(problem.code, start + problem.position, problem.expected);
  const bytes = fileNameBytes(
    segment
      .split(ESCAPES)
      .map((text) => text.normalize('NFC'))
      .join(''),
  );
  const spelling = spellFileName(bytes);
  if (spelling === '.' || spelling === '..') return refuse('file-path/relative', start, 'a name other than . and ..');
  return bytes.length > MAX_NAME_BYTES
    ? refuse('file-path/long-name', start, `a name of at most ${MAX_NAME_BYTES} bytes`)
    : accept({ spelling, bytes: bytes.length });
};

interface Problem {
  readonly code: 'file-path/character' | 'file-path/escape';
  readonly position: number;
  readonly expected: string;
}

const findProblem = (segment: string): Problem | undefined => {
  const character = segment.search(LONE_SURROGATE);
  const nul = segment.indexOf('\0');
  const refused = character < 0 ? nul : character;
  if (refused >= 0) return { code: 'file-path/character', position: refused, expected: 'a character' };
  const malformed = segment.search(BAD_ESCAPE);
  if (malformed >= 0) {
    return { code: 'file-path/escape', position: malformed, expected: '\\x and two digits, \\x5C for a backslash' };
  }
  const forbidden = segment.search(REFUSED_ESCAPE);
  if (forbidden < 0) return undefined;
  return { code: 'file-path/escape', position: forbidden, expected: 'a byte other than 00 and 2F' };
};
