import { refuse } from '@perene/api/refusals';
import type { FileFolder } from '../../../ports/node/given-files.ts';

/** More than an item may have, and the lists beside them. */
const MAX_FILES = 1_000_000;
const MAX_DEPTH = 64;
/** As much as a line of an import may have. */
const MAX_TEXT_BYTES = 64 * 1_048_576;
/** The lists of a package name each file in one line. */
const MAX_LIST_BYTES = 512 * 1_048_576;

/** A package that somebody gave: its files by path, and how to read them. */
export interface GivenPackage {
  /** The folder of the package, relative to the folder that was named. */
  readonly path: string;
  /** Bytes by path; the package has nothing else in it. */
  readonly files: ReadonlyMap<string, number>;
  /** Reads a file of the package that must be there. */
  readText(name: string): Promise<string>;
  readJson(name: string): Promise<unknown>;
  /** Compares a file of the package with the hash that somebody claims for it. */
  check(name: string, algorithm: 'sha256' | 'sha512', hash: string): Promise<void>;
}

export const openPackage = async (folder: FileFolder, path: string): Promise<GivenPackage> => {
  const files = new Map<string, number>();
  await gather(folder, { path, below: '', files });
  const at = (name: string): string => join(path, name);
  const digests = new Map<string, { readonly sha256: string; readonly sha512: string }>();

  const readText = async (name: string, maxBytes = MAX_LIST_BYTES): Promise<string> => {
    const bytes = files.get(name);
    if (bytes === undefined) throw refuse('package-invalid', { reason: 'missing', path: at(name) });
    if (bytes > maxBytes) throw refuse('package-invalid', { reason: 'too-large', path: at(name) });
    return (await folder.readText(at(name))) ?? '';
  };

  return {
    path,
    files,
    readText,
    async readJson(name) {
      const text = await readText(name, MAX_TEXT_BYTES);
      try {
        return JSON.parse(text) as unknown;
      } catch {
        throw refuse('package-invalid', { reason: 'unreadable', path: at(name) });
      }
    },
    async check(name, algorithm, hash) {
      if (!files.has(name)) throw refuse('package-invalid', { reason: 'missing', path: at(name) });
      const found = digests.get(name) ?? (await folder.digest(at(name)));
      digests.set(name, found);
      if (found[algorithm] === hash.toLowerCase()) return;
      throw refuse('package-invalid', { reason: 'hash', path: at(name) });
    },
  };
};

export const join = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

interface Gathering {
  readonly path: string;
  readonly below: string;
  readonly files: Map<string, number>;
}

const gather = async (folder: FileFolder, { path, below, files }: Gathering): Promise<void> => {
  const place = join(path, below);
  if (below.split('/').length > MAX_DEPTH) throw refuse('package-invalid', { reason: 'too-many', path: place });
  for (const { name, kind, bytes } of await folder.list(place)) {
    const inner = join(below, name);
    if (kind === 'other') throw refuse('package-invalid', { reason: 'link', path: join(path, inner) });
    if (kind === 'folder') await gather(folder, { path, below: inner, files });
    else files.set(inner, bytes);
    if (files.size > MAX_FILES) throw refuse('package-invalid', { reason: 'too-many', path });
  }
};

/** Refuses a path that leads out of its package, however it is written. */
export const checkInside = ({ path }: Pick<GivenPackage, 'path'>, name: string): string => {
  const isInside =
    name !== '' && !/[\\\0]|^[a-z]:/i.test(name) && name.split('/').every((part) => !/^\.{0,2}$/.test(part));
  if (isInside) return name;
  throw refuse('package-invalid', { reason: 'outside', path: `${path}: ${name.slice(0, 1_000)}` });
};
