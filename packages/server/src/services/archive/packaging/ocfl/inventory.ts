/** The parts of an inventory that are read and written here (OCFL 1.1, section 3.5). */
export interface Inventory {
  readonly id: string;
  readonly type: string;
  readonly digestAlgorithm: string;
  readonly head: string;
  readonly contentDirectory?: string;
  /** Paths of contents in the object, by digest. */
  readonly manifest: Readonly<Record<string, readonly string[]>>;
  readonly versions: Readonly<Record<string, InventoryVersion>>;
  readonly fixity?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

export interface InventoryVersion {
  readonly created: string;
  /** Paths of the version, by digest. */
  readonly state: Readonly<Record<string, readonly string[]>>;
  readonly message?: string;
  readonly user?: { readonly name: string; readonly address?: string };
}

export const INVENTORY_TYPE = 'https://ocfl.io/1.1/spec/#inventory';
export const OBJECT_DECLARATION = '0=ocfl_object_1.1';
export const ROOT_DECLARATION = '0=ocfl_1.1';

/** Where a path of a version is in the object; undefined if the inventory does not say. */
export const contentPaths = ({ manifest }: Inventory, { state }: InventoryVersion): ReadonlyMap<string, string> => {
  const places = new Map<string, string>();
  const contents: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(manifest));
  for (const [digest, paths] of Object.entries(state)) {
    const [place] = contents.get(digest) ?? [];
    if (place !== undefined) for (const path of paths) places.set(path, place);
  }
  return places;
};
