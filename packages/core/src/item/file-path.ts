import { type Answer, accept, refuse } from '../parsing/answer.ts';

/**
 * The path of a file inside an item, "/" between folders, in Unicode NFC. Whatever some file system would refuse,
 * change or read as another name is refused here, so that an archive can be copied to any of them.
 */
const MAX_PATH_BYTES = 1_024;
const MAX_NAME_BYTES = 255;
const MAX_FOLDERS = 32;
/** NFC makes at most four code units one, of at least two bytes: what is longer can never become short enough. */
const MAX_LENGTH = 2 * MAX_PATH_BYTES;

const REFUSED_CHARACTER = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}<>:"|?*\\]/gu;
/** Persian and the scripts of India spell with joiners, and emoji are composed with them: RFC 5892 appendix A. */
const JOINER = /[\u200C\u200D]/;
const JOINED = /[^\p{ASCII}\p{Cf}]/u;
const BLANK = /\p{Zs}/u;
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

export const parseItemFilePath = (text: string): Answer<string> => {
  if (text === '') return refuse('file-path/empty', 0, 'the name of a file');
  if (text.length > MAX_LENGTH) return refuseLongPath(MAX_PATH_BYTES);
  const character = findRefusedCharacter(text);
  if (character >= 0) {
    return refuse('file-path/character', character, 'a visible character, none of < > : " | ? * \\');
  }
  const names: string[] = [];
  let start = 0;
  let bytes = -1;
  for (const segment of text.split('/')) {
    const name = parseName(segment, start);
    if (!name.ok) return name;
    bytes += 1 + countBytes(name.value);
    if (bytes > MAX_PATH_BYTES) return refuseLongPath(start);
    names.push(name.value);
    if (names.length > MAX_FOLDERS + 1) {
      return refuse('file-path/too-deep', start, `a file in at most ${MAX_FOLDERS} folders`);
    }
    start += segment.length + 1;
  }
  return accept(names.join('/'));
};

/** Paths of one key are one file on systems that ignore case, and look alike to people. */
export const foldFilePath = (path: string): string =>
  path.toLowerCase().replaceAll('ς', 'σ').replace(INVISIBLE, '').normalize('NFC');

const refuseLongPath = (position: number) =>
  refuse('file-path/too-long', position, `a path of at most ${MAX_PATH_BYTES} bytes`);

const findRefusedCharacter = (text: string): number => {
  for (const { 0: character, index } of text.matchAll(REFUSED_CHARACTER)) {
    if (!JOINER.test(character) || !isJoined(text, index)) return index;
  }
  return -1;
};

/** A joiner between ASCII characters, or at an end, joins nothing and hides. */
const isJoined = (text: string, position: number): boolean =>
  JOINED.test(text.charAt(position - 1)) && JOINED.test(text.charAt(position + 1));

const parseName = (segment: string, start: number): Answer<string> => {
  const end = start + segment.length;
  if (segment === '') return refuse('file-path/empty-name', start, 'a name before and after every /');
  if (segment === '.' || segment === '..') return refuse('file-path/relative', start, 'a name other than . and ..');
  if (BLANK.test(segment.charAt(0))) return refuse('file-path/blank', start, 'a name that begins with no blank');
  if (BLANK.test(segment.slice(-1))) return refuse('file-path/blank', end - 1, 'a name that ends in no blank');
  if (segment.endsWith('.')) return refuse('file-path/point', end - 1, 'a name that ends in no point');
  const name = segment.normalize('NFC');
  if (DEVICE.test(name)) return refuse('file-path/device', start, 'a name that is not that of a device, as CON is');
  return countBytes(name) > MAX_NAME_BYTES
    ? refuse('file-path/long-name', start, `a name of at most ${MAX_NAME_BYTES} bytes`)
    : accept(name);
};

/** In UTF-8, which has two bytes for each half of a surrogate pair. */
const countBytes = (text: string): number => {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const isHalf = code >= 0xd800 && code <= 0xdfff;
    bytes += code < 0x80 ? 1 : code < 0x800 || isHalf ? 2 : 3;
  }
  return bytes;
};
