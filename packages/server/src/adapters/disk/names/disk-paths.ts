import { fileNameBytes, parseItemFilePath, spellFileName } from '@perene/core/item';

/** A path on the disk; those that are not UTF-8 are bytes. */
export type DiskPath = string | Buffer;

/**
 * A file is kept under its own name where the disk accepts it. Where it does not, each name that is not the same on
 * every system is escaped: `%~`, then `%HH` for each byte except letters, digits and a few signs. A long name is split
 * into folders that end in `%+`. A name that itself begins with `%~` is always escaped, so that no two names coincide.
 */
const MARK = '%~';
const MORE = '%+';
/** Some file systems of Linux accept no more than 143. */
const MAX_PIECE_BYTES = 120;
const MAX_PORTABLE_BYTES = 143;

const UNPORTABLE = /[\p{Cc}<>:"|?*\\]/u;
const UNPORTABLE_END = /[. ]$/;
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;
const KEPT = /^[\w !#$&'()+,.;=@[\]^`{}~-]$/;
const SLASH = Buffer.from('/');

/**
 * The paths on the disk where a file of this path may be, relative to the documents; it is kept at the first that the
 * disk accepts.
 */
export const diskPathsOf = (path: string, platform: NodeJS.Platform = process.platform): readonly DiskPath[] => {
  const escaped = path.split('/').map(escapeUnportable).join('/');
  if (escaped === path) return [path];
  // Without any error, Windows drops points and blanks at the end of a name, and takes ":" for a stream of another
  // file.
  if (platform === 'win32') return [escaped];
  const own = bytesOfPath(path);
  return path.split('/').some((name) => name.startsWith(MARK)) ? [escaped, own] : [own, escaped];
};

/** The path of a file, from the names of its folders and its own below the documents. */
export const pathOnDisk = (names: readonly Buffer[]): string => {
  const path: string[] = [];
  let escaped = '';
  for (const name of names) {
    const text = name.toString('latin1');
    if (!text.startsWith(MARK)) path.push(spellFileName(name));
    else if (text.endsWith(MORE)) escaped += text.slice(MARK.length, -MORE.length);
    else {
      path.push(unescapeName(escaped + text.slice(MARK.length)));
      escaped = '';
    }
  }
  return path.join('/');
};

/** The paths that an operator may mean: the one that was written, or the one under which such a file is kept. */
export const sourcePathsOf = (path: string, platform: NodeJS.Platform = process.platform): readonly DiskPath[] => {
  const parsed = parseItemFilePath(path);
  if (!parsed.ok) return [bytesOfPath(path)];
  const kept = diskPathsOf(parsed.value, platform);
  return platform === 'win32' || kept.includes(path) ? kept : [bytesOfPath(path), ...kept];
};

export const joinDiskPath = (folder: DiskPath, path: DiskPath): DiskPath =>
  typeof folder === 'string' && typeof path === 'string'
    ? `${folder}/${path}`
    : Buffer.concat([Buffer.from(folder), SLASH, Buffer.from(path)]);

/** Returns the folder of a path; undefined if it has none. */
export const folderOfDiskPath = (path: DiskPath): DiskPath | undefined => {
  const end = path.lastIndexOf('/');
  return end < 0 ? undefined : typeof path === 'string' ? path.slice(0, end) : path.subarray(0, end);
};

export const namesOfDiskPath = (path: DiskPath): readonly DiskPath[] => {
  if (typeof path === 'string') return path.split('/');
  return path
    .toString('latin1')
    .split('/')
    .map((name) => Buffer.from(name, 'latin1'));
};

/** The path as it is on the disk, from its spelling. */
export const bytesOfPath = (path: string): DiskPath => (path.includes('\\') ? Buffer.from(fileNameBytes(path)) : path);

const escapeUnportable = (name: string): string => {
  const isPortable =
    !UNPORTABLE.test(name) &&
    !UNPORTABLE_END.test(name) &&
    !DEVICE.test(name) &&
    !name.startsWith(MARK) &&
    Buffer.byteLength(name) <= MAX_PORTABLE_BYTES;
  return isPortable ? name : inPieces(escapeName(name));
};

const escapeName = (name: string): string => {
  const letters = [...Buffer.from(fileNameBytes(name)).toString('latin1')];
  return letters
    .map((letter, index) => {
      const isKept = KEPT.test(letter) && !(index === letters.length - 1 && UNPORTABLE_END.test(letter));
      return isKept ? letter : `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
};

const inPieces = (escaped: string): string => {
  const pieces: string[] = [];
  for (let start = 0; start < escaped.length; start += MAX_PIECE_BYTES) {
    const isLast = start + MAX_PIECE_BYTES >= escaped.length;
    pieces.push(`${MARK}${escaped.slice(start, start + MAX_PIECE_BYTES)}${isLast ? '' : MORE}`);
  }
  return pieces.join('/');
};

const unescapeName = (escaped: string): string => {
  const latin1 = escaped.replaceAll(/%([0-9A-F]{2})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return spellFileName(Buffer.from(latin1, 'latin1'));
};
