import { constants, createReadStream } from 'node:fs';
import { access, lstat, readdir, realpath } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { foldFilePath, parseItemFilePath } from '@perene/core/item';
import { Refusal } from '../../../refusals/refusal.ts';
import { describeRefused, showText } from './describe-refused.ts';

/** A file on its way into an item. */
export interface LocalFile {
  /** Where it is on this machine. */
  readonly source: string;
  /** Its path inside the item. */
  readonly path: string;
  readonly bytes: number;
}

export interface LocalFiles {
  readonly files: readonly LocalFile[];
  /** Hidden files and folders, which nobody means to keep. */
  readonly leftOut: readonly string[];
  /** Whether the node's own data, its keys among them, lay there as well. */
  readonly isDataFolderLeftOut: boolean;
}

const MAX_FILES = 10_000;
/** Few calls for large files. */
const READ_BYTES = 1_048_576;

interface Gathering {
  readonly files: Map<string, LocalFile>;
  readonly leftOut: string[];
  readonly dataFolder: string;
  isDataFolderLeftOut: boolean;
}

/**
 * Files under their own names, and the content of folders relative to each. All that can be refused is refused before
 * anything is read.
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
    const state = await look(path);
    if (state.isDirectory()) await gatherFolder(gathering, path, '');
    else await gatherFile(gathering, path, basename(resolve(path)));
  }
  if (gathering.files.size === 0) {
    throw new Refusal('no-files', `there is no file to deposit in ${paths.map(showText).join(', ')}`);
  }
  const { files, leftOut, isDataFolderLeftOut } = gathering;
  return { files: [...files.values()], leftOut, isDataFolderLeftOut };
};

const gatherFolder = async (gathering: Gathering, folder: string, prefix: string): Promise<void> => {
  if ((await realpath(folder)) === gathering.dataFolder) {
    gathering.isDataFolderLeftOut = true;
    return;
  }
  const names = await readdir(folder).catch((error: unknown) => {
    throw unreadable(folder, error);
  });
  for (const name of names.toSorted()) {
    const source = join(folder, name);
    if (name.startsWith('.')) {
      gathering.leftOut.push(source);
      continue;
    }
    const state = await look(source);
    if (state.isDirectory()) await gatherFolder(gathering, source, `${prefix}${name}/`);
    else await gatherFile(gathering, source, `${prefix}${name}`);
  }
};

const gatherFile = async ({ files }: Gathering, source: string, name: string): Promise<void> => {
  const path = parseItemFilePath(name);
  if (!path.ok) {
    throw new Refusal('file-name-invalid', `${showText(source)} cannot keep its name: ${describeRefused(name, path)}`);
  }
  const key = foldFilePath(path.value);
  const other = files.get(key);
  if (other !== undefined) {
    const both = `${showText(other.source)} and ${showText(source)}`;
    throw new Refusal('file-name-taken', `${both} would both be ${showText(path.value)}: rename one`);
  }
  if (files.size === MAX_FILES) {
    throw new Refusal('too-many-files', `there are more than ${MAX_FILES} files: deposit them as several items`);
  }
  await access(source, constants.R_OK).catch((error: unknown) => {
    throw unreadable(source, error);
  });
  const { size } = await look(source);
  files.set(key, { source, path: path.value, bytes: size });
};

const look = async (path: string) => {
  const state = await lstat(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  if (state.isFile() || state.isDirectory()) return state;
  throw new Refusal(
    'file-unreadable',
    state.isSymbolicLink()
      ? `${showText(path)} is a symbolic link: give what it leads to`
      : `${showText(path)} is neither a file nor a folder: take it out`,
  );
};

const unreadable = (path: string, error: unknown): Refusal => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  if (code !== 'ENOENT') return new Refusal('file-unreadable', `cannot read ${showText(path)} (${code})`);
  // Node.js reads names that are not UTF-8 with this character, and then does not find them.
  const why = path.includes('\ufffd') ? 'its name is not UTF-8, rename it' : 'check the path';
  return new Refusal('file-unreadable', `cannot read ${showText(path)} (${code}): ${why}`);
};

/** Reads from `start` on, and tells after each step how far it is. */
export const openFile = (source: string, start: number, onProgress: (position: number) => void): Readable => {
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
