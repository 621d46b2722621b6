import { isUtf8 } from 'node:buffer';
import { constants, createReadStream } from 'node:fs';
import { access, lstat, readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { misfit, type Refusal, refuse } from '@perene/api/refusals';
import { foldFilePath, MAX_FILES_PER_ITEM, parseItemFilePath, spellFileName } from '@perene/core/item';
import { showText } from '../labels/describe-refused.ts';

type Source = string | Buffer;

/** A file on its way into an item. */
export interface LocalFile {
  /** Where the file is on this machine; a name that is not UTF-8 is given as bytes. */
  readonly source: Source;
  /** The path of the file inside the item. */
  readonly path: string;
  readonly bytes: number;
}

export interface LocalFiles {
  readonly files: readonly LocalFile[];
  /** Hidden files and folders, which are not meant to be deposited. */
  readonly leftOut: readonly string[];
  /** Whether the node's own data, which include its keys, were found there and left out. */
  readonly isDataFolderLeftOut: boolean;
}

const POINT = 0x2e;
/** One megabyte at a time, so that large files need few calls. */
const READ_BYTES = 1_048_576;

interface Gathering {
  readonly files: Map<string, LocalFile>;
  readonly leftOut: string[];
  readonly dataFolder: string;
  isDataFolderLeftOut: boolean;
}

/**
 * Finds the files to deposit: a file under its own name, and the content of a folder relative to that folder.
 * Everything that can be refused is refused before any file is read.
 */
export const gatherFiles = async (
  paths: readonly string[],
  { dataFolder }: { readonly dataFolder: string },
): Promise<LocalFiles> => {
  const gathering: Gathering = {
    files: new Map(),
    leftOut: [],
    dataFolder: await realpath(dataFolder).catch(() => dataFolder),
    isDataFolderLeftOut: false,
  };
  for (const path of paths) {
    const source = await findSource(path);
    const state = await look(source);
    if (state.isDirectory()) await gatherFolder(gathering, source, '');
    else await gatherFile(gathering, source, spellName(nameOf(source)));
  }
  if (gathering.files.size === 0) {
    throw refuse('no-files', { reason: 'paths', paths: paths.map(showText).join(', ') });
  }
  const { files, leftOut, isDataFolderLeftOut } = gathering;
  return { files: [...files.values()], leftOut, isDataFolderLeftOut };
};

const nameOf = (source: Source): Buffer =>
  typeof source === 'string' ? Buffer.from(basename(resolve(source))) : source.subarray(source.lastIndexOf('/') + 1);

/** Spells a name as the item keeps it: the item puts text in NFC, and leaves other bytes as they are. */
const spellName = (name: Buffer): string =>
  isUtf8(name) ? name.toString().replaceAll('\\', '\\x5C') : spellFileName(name);

const joinSource = (folder: Source, name: Buffer): Source =>
  typeof folder === 'string' && isUtf8(name)
    ? join(folder, name.toString())
    : Buffer.concat([Buffer.from(folder), Buffer.from('/'), name]);

/** Node.js puts U+FFFD into an argument that is not UTF-8; the listing of the folder shows which file was meant. */
const findSource = async (path: string): Promise<Source> => {
  if (!path.includes('\ufffd')) return path;
  const names = await readdir(dirname(path), { encoding: 'buffer' }).catch(() => []);
  const meant = names.filter((name) => !isUtf8(name) && name.toString() === basename(path));
  if (meant.length > 1) {
    throw refuse('file-unreadable', { reason: 'several', path: showText(path) });
  }
  const [name] = meant;
  return name === undefined ? path : joinSource(dirname(path), name);
};

const gatherFolder = async (gathering: Gathering, folder: Source, prefix: string): Promise<void> => {
  if ((await realpath(folder)) === gathering.dataFolder) {
    gathering.isDataFolderLeftOut = true;
    return;
  }
  const names = await readdir(folder, { encoding: 'buffer' }).catch((error: unknown) => {
    throw unreadable(folder, error);
  });
  for (const name of names.toSorted((one, other) => one.compare(other))) {
    const source = joinSource(folder, name);
    if (name.at(0) === POINT) {
      gathering.leftOut.push(source.toString());
      continue;
    }
    const state = await look(source);
    const path = `${prefix}${spellName(name)}`;
    if (state.isDirectory()) await gatherFolder(gathering, source, `${path}/`);
    else await gatherFile(gathering, source, path);
  }
};

const gatherFile = async ({ files }: Gathering, source: Source, name: string): Promise<void> => {
  const path = parseItemFilePath(name);
  if (!path.ok) {
    throw refuse('file-name-invalid', { reason: 'unkept', path: showText(source.toString()), ...misfit(path) });
  }
  const key = foldFilePath(path.value);
  const other = files.get(key);
  if (other !== undefined) {
    throw refuse('file-name-taken', {
      reason: 'both',
      path: showText(path.value),
      one: showText(other.source.toString()),
      other: showText(source.toString()),
    });
  }
  if (files.size === MAX_FILES_PER_ITEM) {
    throw refuse('too-many-files', { max: MAX_FILES_PER_ITEM });
  }
  await access(source, constants.R_OK).catch((error: unknown) => {
    throw unreadable(source, error);
  });
  const { size } = await look(source);
  files.set(key, { source, path: path.value, bytes: size });
};

const look = async (source: Source) => {
  const path = source.toString();
  const state = await lstat(source).catch((error: unknown) => {
    throw unreadable(source, error);
  });
  if (state.isFile() || state.isDirectory()) return state;
  throw refuse('file-unreadable', { reason: state.isSymbolicLink() ? 'link' : 'no-file', path: showText(path) });
};

const unreadable = (source: Source, error: unknown): Refusal => {
  const path = source.toString();
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  if (code !== 'ENOENT') return refuse('file-unreadable', { reason: 'failed', path: showText(path), cause: code });
  // Node.js puts this character into arguments that are not UTF-8, and then does not find the file.
  return refuse('file-unreadable', {
    reason: path.includes('\ufffd') ? 'not-utf-8' : 'not-found',
    path: showText(path),
    cause: code,
  });
};

/** Opens a file from `start` on, and reports the progress after each step. */
export const openFile = (source: Source, start: number, onProgress: (position: number) => void): Readable => {
  let position = start;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      position += chunk.length;
      onProgress(position);
      done(null, chunk);
    },
  });
  const content = createReadStream(source, { start, highWaterMark: READ_BYTES });
  content.on('error', (error) => counter.destroy(unreadable(source, error)));
  counter.on('close', () => content.destroy());
  return content.pipe(counter);
};
