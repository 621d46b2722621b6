import { createHash } from 'node:crypto';
import { constants, type FileHandle, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Label } from '@perene/core';
import type { DigestFiles, NewDigestFile } from '../../ports/federation/digest-files.ts';
import { isMissing, onDisk } from './disk-failure.ts';
import { makeFolders, resolveRoot, syncFolder } from './folders.ts';
import { askForProcess, giveBackProcessName, takeProcessName } from './process-names.ts';

const FOLDER = 'digests';
const ENDING = '.digest';
const PARTIAL = '.partial';
const OWNER_ONLY = 0o600;
const MAX_ANSWER_BYTES = 64 * 1_048_576;
const HEADER = /^(\d{1,8}) ([0-9a-f]{64})\n/;
const HEADER_BYTES = 8 + 1 + 64 + 1;

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** Keeps one file for each Archive, made of blocks: `<bytes> <SHA-256>`, a line end, that many bytes, a line end. */
export const createDigestFiles = ({ folder }: { readonly folder: string }): DigestFiles => {
  const nameOf = (service: Label): string => `${sha256(service)}${ENDING}`;
  const place = join(folder, FOLDER);
  const pathOf = (service: Label): string => join(place, nameOf(service));
  const makeFolder = async (): Promise<string> => makeFolders(await resolveRoot(folder), FOLDER);
  return {
    read: (service) => readAnswers(pathOf(service)),
    begin: (service) =>
      onDisk(place, async () => createFile(await makeFolder(), { name: nameOf(service), owner: takeProcessName() })),
    append: (service, answer) =>
      onDisk(place, async () => {
        // Only an existing file is extended. Each block is written in one piece, so that several processes may write.
        const file = await openFile(pathOf(service), constants.O_WRONLY | constants.O_APPEND);
        await file?.appendFile(blockOf(answer)).finally(() => file.close());
      }),
    remove: (service) => onDisk(place, () => rm(pathOf(service), { force: true })),
    retain: (services) => onDisk(place, () => retain(place, new Set(services.map(nameOf)))),
  };
};

const blockOf = (answer: string): Buffer => {
  const bytes = Buffer.from(answer, 'latin1');
  return Buffer.concat([Buffer.from(`${bytes.length} ${sha256(bytes)}\n`), bytes, Buffer.from('\n')]);
};

const openFile = async (path: string, flags: string | number): Promise<FileHandle | undefined> => {
  try {
    return await open(path, flags, OWNER_ONLY);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

async function* readAnswers(path: string): AsyncGenerator<string> {
  const file = await onDisk(path, () => openFile(path, 'r'));
  if (file === undefined) return;
  try {
    for (let position = 0; ; ) {
      const start = position;
      const block = await onDisk(path, () => readBlock(file, start));
      if (block === undefined) return;
      yield block.answer;
      position = block.end;
    }
  } finally {
    await file.close();
  }
}

const readBlock = async (
  file: FileHandle,
  start: number,
): Promise<{ readonly answer: string; readonly end: number } | undefined> => {
  const header = HEADER.exec((await readBytes(file, start, HEADER_BYTES)).toString('latin1'));
  const [line = '', length = '', hash = ''] = header ?? [];
  if (header === null || Number(length) > MAX_ANSWER_BYTES) return undefined;
  const bytes = await readBytes(file, start + line.length, Number(length));
  if (bytes.length !== Number(length) || sha256(bytes) !== hash) return undefined;
  return { answer: bytes.toString('latin1'), end: start + line.length + bytes.length + 1 };
};

const readBytes = async (file: FileHandle, position: number, length: number): Promise<Buffer> => {
  const bytes = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await file.read(bytes, read, length - read, position + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return bytes.subarray(0, read);
};

const createFile = async (
  folder: string,
  { name, owner }: { readonly name: string; readonly owner: string },
): Promise<NewDigestFile> => {
  const partial = join(folder, `${owner}${PARTIAL}`);
  const file = await open(partial, 'wx', OWNER_ONLY);
  let isOver = false;
  const finish = async (work: () => Promise<void>): Promise<void> => {
    if (isOver) return;
    isOver = true;
    try {
      await onDisk(partial, work);
    } finally {
      giveBackProcessName(owner);
    }
  };
  return {
    append: (answer) => onDisk(partial, () => file.appendFile(blockOf(answer))),
    keep: () =>
      finish(async () => {
        await file.sync();
        await file.close();
        await rename(partial, join(folder, name));
        await syncFolder(folder);
      }),
    discard: () =>
      finish(async () => {
        await file.close();
        await rm(partial, { force: true });
      }),
  };
};

const retain = async (folder: string, names: ReadonlySet<string>): Promise<void> => {
  for (const name of await listNames(folder)) {
    const isAbandoned = name.endsWith(PARTIAL) && askForProcess(name.slice(0, -PARTIAL.length)) === 'gone';
    if (isAbandoned || (name.endsWith(ENDING) && !names.has(name))) await rm(join(folder, name), { force: true });
  }
};

const listNames = async (folder: string): Promise<readonly string[]> => {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
};
