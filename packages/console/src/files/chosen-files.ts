import { foldFilePath, MAX_FILES_PER_ITEM, parseItemFilePath } from '@perene/core/item';

/** A file that somebody chose, and its path in the item. */
export interface ChosenFile {
  readonly path: string;
  readonly file: File;
}

/** Files that operating systems leave in folders, which nobody means to deposit. */
const LEFTOVERS = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Returns the name of the file as items spell it. */
const spell = (path: string): string => {
  const escaped = path.replaceAll('\\', '\\x5C');
  const parsed = parseItemFilePath(escaped);
  return parsed.ok ? parsed.value : escaped;
};

/** If one whole folder was chosen, the folder itself is not part of the item. */
const withoutSharedFolder = (files: readonly ChosenFile[]): readonly ChosenFile[] => {
  const folder = files[0]?.path.split('/', 1)[0];
  const isShared = folder !== undefined && files.every(({ path }) => path.startsWith(`${folder}/`));
  return isShared ? files.map(({ path, file }) => ({ path: path.slice(folder.length + 1), file })) : files;
};

const withoutLeftovers = (files: readonly ChosenFile[]): readonly ChosenFile[] =>
  files.filter(({ path }) => !LEFTOVERS.has(nameOf(path)));

/** Reads what the dialog for files, or for a folder, gave. */
export const readFileInput = (files: readonly File[]): readonly ChosenFile[] =>
  withoutSharedFolder(
    withoutLeftovers(files.map((file) => ({ path: spell(file.webkitRelativePath || file.name), file }))),
  );

/** Reads what was dropped, with the content of its folders. */
export const readDrop = async (transfer: DataTransfer): Promise<readonly ChosenFile[]> => {
  // The entries must be taken before the first `await`: the browser empties the list after it.
  const entries = [...transfer.items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry());
  const plain = [...transfer.files];
  if (entries.some((entry) => entry === null)) return readFileInput(plain);
  const found: ChosenFile[] = [];
  for (const entry of entries) if (entry !== null) await walk(entry, '', found);
  return withoutSharedFolder(withoutLeftovers(found));
};

const walk = async (entry: FileSystemEntry, folder: string, found: ChosenFile[]): Promise<void> => {
  const path = `${folder}${spell(entry.name)}`;
  if (entry.isFile) {
    found.push({ path, file: await openFile(entry as FileSystemFileEntry) });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // A folder is read in parts; an empty part is the end.
  for (let part = await readPart(reader); part.length > 0; part = await readPart(reader)) {
    for (const child of part) {
      if (found.length <= MAX_FILES_PER_ITEM) await walk(child, `${path}/`, found);
    }
  }
};

const openFile = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => {
    entry.file(resolve, reject);
  });

const readPart = (reader: FileSystemDirectoryReader): Promise<readonly FileSystemEntry[]> =>
  new Promise((resolve, reject) => {
    reader.readEntries(resolve, reject);
  });

/** Adds files to those chosen before; a new file replaces one of the same path. */
export const addFiles = (present: readonly ChosenFile[], added: readonly ChosenFile[]): readonly ChosenFile[] => [
  ...new Map([...present, ...added].map((chosen) => [chosen.path, chosen])).values(),
];

/** Returns the problem codes of the wrong paths. */
export const checkFiles = (files: readonly ChosenFile[]): ReadonlyMap<string, string> => {
  const problems = new Map<string, string>();
  const seen = new Set<string>();
  for (const { path } of files) {
    const answer = parseItemFilePath(path);
    const folded = foldFilePath(path);
    if (!answer.ok) problems.set(path, answer.problem);
    else if (seen.has(folded)) problems.set(path, 'file-path/taken');
    seen.add(folded);
  }
  return problems;
};

/** Returns the target that the node chooses if nobody does. */
export const defaultTarget = (paths: readonly string[]): string =>
  paths.find((path) => path === 'index.html') ?? paths.toSorted()[0] ?? '';

export const totalBytes = (files: readonly ChosenFile[]): number => files.reduce((sum, { file }) => sum + file.size, 0);
