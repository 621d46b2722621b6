import { refuse } from '@perene/api/refusals';
import type { Secrets } from '../../../../ports/system/secrets.ts';
import { copyContent, putInPlace, writeRecord } from '../copy-content.ts';
import { describeExported } from '../exported-description.ts';
import {
  FILES_FOLDER,
  type PackageFormat,
  type PackageTarget,
  type PackedItem,
  RECORD_NAME,
} from '../package-format.ts';
import {
  contentPaths,
  INVENTORY_TYPE,
  type Inventory,
  type InventoryVersion,
  OBJECT_DECLARATION,
  ROOT_DECLARATION,
} from './inventory.ts';

const LAYOUT = '0003-hash-and-id-n-tuple-storage-layout';
const TUPLES = 3;
const TUPLE_LENGTH = 3;
const MAX_ID_LENGTH = 100;
const MESSAGE = 'Exported from Perene';

/**
 * Each item as an object of one storage root (OCFL 1.1). An item that was exported there before, and has changed since,
 * gets another version; contents that the object has already are not copied again.
 */
export const createOcflFormat = ({ secrets }: { readonly secrets: Pick<Secrets, 'sha256'> }): PackageFormat => ({
  async begin({ folder, root }) {
    if ((await folder.readText(`${root}/${ROOT_DECLARATION}`)) !== undefined) return;
    if ((await folder.list(root)).length > 0) {
      throw refuse('package-invalid', { reason: 'no-storage-root', path: root });
    }
    const config = {
      extensionName: LAYOUT,
      digestAlgorithm: 'sha256',
      tupleSize: TUPLE_LENGTH,
      numberOfTuples: TUPLES,
    };
    await folder.writeText(`${root}/extensions/${LAYOUT}/config.json`, toText(config));
    const description = 'hash-and-id n-tuple';
    await folder.writeText(`${root}/ocfl_layout.json`, toText({ extension: LAYOUT, description }));
    await folder.writeText(`${root}/${ROOT_DECLARATION}`, 'ocfl_1.1');
  },
  async write(target, item) {
    const { folder, root, work } = target;
    const id = `ibi:${item.repository}`;
    const to = `${root}/${objectPath(id, secrets.sha256(id))}`;
    const from = `${work}/${item.repository}`;
    await folder.remove(from);
    const text = await folder.readText(`${to}/inventory.json`);
    const before = text === undefined ? undefined : (JSON.parse(text) as Inventory);
    const version = `v${Object.keys(before?.versions ?? {}).length + 1}`;
    const inventory = await writeVersion(target, item, { from, id, version, before });
    if (inventory === undefined) return false;
    for (const place of [`${from}/${version}`, from]) await writeInventory(target, place, inventory);
    if (before === undefined) {
      await folder.writeText(`${from}/${OBJECT_DECLARATION}`, 'ocfl_object_1.1');
      await putInPlace(target, { from, to });
      return true;
    }
    // What an interrupted export left there belongs to no version.
    await folder.remove(`${to}/${version}`);
    await folder.move(`${from}/${version}`, `${to}/${version}`);
    await writeInventory(target, to, inventory);
    await folder.remove(from);
    return true;
  },
});

const toText = (value: unknown): string => JSON.stringify(value, null, 2);

/** The layout's own rules: percent escapes in small letters, and a hash behind an identifier that is too long. */
const objectPath = (id: string, hash: string): string => {
  const tuples = Array.from({ length: TUPLES }, (_, index) =>
    hash.slice(index * TUPLE_LENGTH, (index + 1) * TUPLE_LENGTH),
  );
  const escaped = id.replaceAll(/[^\w-]/g, (letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`);
  const name = escaped.length > MAX_ID_LENGTH ? `${escaped.slice(0, MAX_ID_LENGTH)}-${hash}` : escaped;
  return [...tuples, name].join('/');
};

interface Writing {
  readonly from: string;
  readonly id: string;
  readonly version: string;
  readonly before: Inventory | undefined;
}

/** Writes what is new, and returns the inventory with this version; undefined if nothing has changed. */
const writeVersion = async (
  target: PackageTarget,
  item: PackedItem,
  { from, id, version, before }: Writing,
): Promise<Inventory | undefined> => {
  const { folder } = target;
  const content = `${version}/content`;
  await writeRecord(target, `${from}/${content}`, item);
  const record = await folder.digest(`${from}/${content}/${RECORD_NAME}`);
  const head = before?.versions[before.head];
  if (head?.state[record.sha512]?.includes(RECORD_NAME)) {
    await folder.remove(from);
    return undefined;
  }
  const manifest = new Map(Object.entries(before?.manifest ?? {}));
  const fixity = new Map(Object.entries(before?.fixity?.['sha256'] ?? {}));
  const state = new Map<string, readonly string[]>();
  const add = (logical: string, { sha256, sha512 }: { readonly sha256: string; readonly sha512: string }): void => {
    const known = manifest.get(sha512);
    const place = `${content}/${logical}`;
    if (known === undefined) {
      manifest.set(sha512, [place]);
      fixity.set(sha256, [place]);
    }
    state.set(sha512, [...(state.get(sha512) ?? []), logical]);
  };
  add(RECORD_NAME, record);
  const known = new Map(head && before && knownContents(before, head));
  for (const file of item.files) {
    const logical = `${FILES_FOLDER}/${file.place}`;
    const earlier = known.get(file.sha256);
    if (earlier === undefined) await copyContent(target, item, { file, to: `${from}/${content}/${logical}` });
    const digests = earlier ?? (await folder.digest(`${from}/${content}/${logical}`));
    add(logical, digests);
    if (earlier === undefined) known.set(file.sha256, digests);
  }
  const made: InventoryVersion = {
    created: describeExported(item.record).updated ?? '',
    state: inOrder(state),
    message: MESSAGE,
    user: { name: 'Perene' },
  };
  return {
    id,
    type: INVENTORY_TYPE,
    digestAlgorithm: 'sha512',
    head: version,
    manifest: inOrder(manifest),
    versions: { ...before?.versions, [version]: made },
    fixity: { sha256: inOrder(fixity) },
  };
};

/** The contents of a version by their SHA-256. */
const knownContents = (inventory: Inventory, head: InventoryVersion) => {
  const hashes = new Map(
    Object.entries(inventory.fixity?.['sha256'] ?? {}).flatMap(([sha256, places]) =>
      places.map((place) => [place, sha256] as const),
    ),
  );
  const digests = new Map(
    Object.entries(inventory.manifest).flatMap(([sha512, places]) => places.map((place) => [place, sha512] as const)),
  );
  return [...contentPaths(inventory, head).values()].flatMap((place) => {
    const [sha256, sha512] = [hashes.get(place), digests.get(place)];
    return sha256 === undefined || sha512 === undefined ? [] : [[sha256, { sha256, sha512 }] as const];
  });
};

const inOrder = (map: ReadonlyMap<string, readonly string[]>) =>
  Object.fromEntries([...map].toSorted(([one], [other]) => (one < other ? -1 : 1)));

const writeInventory = async ({ folder }: PackageTarget, place: string, inventory: Inventory): Promise<void> => {
  await folder.writeText(`${place}/inventory.json`, toText(inventory));
  const { sha512 } = await folder.digest(`${place}/inventory.json`);
  await folder.writeText(`${place}/inventory.json.sha512`, `${sha512} inventory.json`);
};
