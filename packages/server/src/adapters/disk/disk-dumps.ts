import { createHash } from 'node:crypto';
import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import type { Dump, DumpFiles, WrittenDump } from '../../ports/archive/dumps.ts';
import { isMissing, onDisk } from './disk-failure.ts';
import { makeDurableFolders, resolveRoot, syncFolder } from './folders.ts';

const FOLDER = 'dumps';
const DESCRIBED = '.json';
const PARTIAL = '.partial';
const OWNER_ONLY = 0o600;

/** Keeps each dump in a file of its own, beside one that describes it and is written last. One process writes. */
export const createDiskDumps = ({ folder }: { readonly folder: string }): DumpFiles => {
  const place = join(folder, FOLDER);
  const makeFolder = async (): Promise<string> => makeDurableFolders(await resolveRoot(folder), FOLDER);
  const describedIn = async (): Promise<readonly string[]> =>
    (await namesIn(place)).filter((name) => name.endsWith(DESCRIBED));

  /** What a crash left behind is no dump. */
  const sweep = async (): Promise<void> => {
    const described = new Set((await describedIn()).map((name) => name.slice(0, -DESCRIBED.length)));
    for (const name of await namesIn(place)) {
      if (!name.endsWith(DESCRIBED) && !described.has(name)) await rm(join(place, name), { force: true });
    }
  };

  return {
    list: () =>
      onDisk(place, async () => {
        const dumps: Dump[] = [];
        for (const name of await describedIn()) {
          dumps.push(JSON.parse(await readFile(join(place, name), 'utf8')) as Dump);
        }
        return dumps.toSorted((one, other) => Number(BigInt(other.madeAt) - BigInt(one.madeAt)));
      }),
    write: (name, lines) =>
      onDisk(place, async () => {
        const made = await makeFolder();
        await sweep();
        const partial = join(made, `${name}${PARTIAL}`);
        const written = await compress(partial, lines);
        await rename(partial, join(made, name));
        await syncFolder(made);
        return written;
      }),
    keep: (dump) =>
      onDisk(place, async () => {
        const path = join(await makeFolder(), `${dump.name}${DESCRIBED}`);
        const file = await open(`${path}${PARTIAL}`, 'w', OWNER_ONLY);
        await file.writeFile(JSON.stringify(dump));
        await file.sync();
        await file.close();
        await rename(`${path}${PARTIAL}`, path);
        await syncFolder(place);
      }),
    remove: (name) =>
      onDisk(place, async () => {
        await rm(join(place, `${name}${DESCRIBED}`), { force: true });
        await rm(join(place, name), { force: true });
      }),
    open: (name, range) => onDisk(place, async () => (await open(join(place, name), 'r')).createReadStream(range)),
  };
};

const compress = async (path: string, lines: AsyncIterable<string>): Promise<WrittenDump> => {
  const hash = createHash('sha256');
  let bytes = 0;
  const file = await open(path, 'w', OWNER_ONLY);
  try {
    await pipeline(Readable.from(lines), createZstdCompress(), async (parts: AsyncIterable<Buffer>) => {
      for await (const part of parts) {
        hash.update(part);
        bytes += part.length;
        await file.appendFile(part);
      }
    });
    await file.sync();
  } finally {
    await file.close();
  }
  return { bytes, sha256: hash.digest('hex') };
};

const namesIn = async (folder: string): Promise<readonly string[]> => {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
};
