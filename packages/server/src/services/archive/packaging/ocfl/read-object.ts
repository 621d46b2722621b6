import { refuse } from '@perene/api/refusals';
import { isJsonObject } from '../../importing/record-fields.ts';
import { recordLine } from '../packaged-record.ts';
import { checkInside, type GivenPackage, join } from '../walk-package.ts';
import { contentPaths, type Inventory } from './inventory.ts';

const TYPE = /^https:\/\/ocfl\.io\/1\.[01]\/spec\/#inventory$/;
const VERSION = /^v\d+$/;

/** Checks the newest version of an object, and returns its record as a line for an import. */
export const readObject = async (given: GivenPackage): Promise<string> => {
  const inventory = readInventory(given, await given.readJson('inventory.json'));
  const { digestAlgorithm, manifest } = inventory;
  const [claimed = ''] = (await given.readText(`inventory.json.${digestAlgorithm}`)).split(/\s/);
  await given.check('inventory.json', digestAlgorithm, claimed);
  const head = inventory.versions[inventory.head];
  if (head === undefined) throw unreadable(given);
  const digests = new Map(
    Object.entries(manifest).flatMap(([digest, places]) => places.map((place) => [checkInside(given, place), digest])),
  );
  const places = contentPaths(inventory, head);
  const logical = Object.values(head.state).flat();
  for (const path of logical) {
    const place = places.get(checkInside(given, path));
    const digest = place === undefined ? undefined : digests.get(place);
    if (place === undefined || digest === undefined) {
      throw refuse('package-invalid', { reason: 'missing', path: join(given.path, path) });
    }
    await given.check(place, digestAlgorithm, digest);
  }
  for (const name of given.files.keys()) {
    const isContent = /^v\d+\/(?!inventory\.json)/.test(name);
    if (isContent && !digests.has(name))
      throw refuse('package-invalid', { reason: 'unlisted', path: join(given.path, name) });
  }
  // Contents of earlier versions stay where they are: only the newest version is imported.
  const current = new Set(places.values());
  return recordLine(given, { placeOf: (path) => places.get(path), isOwn: (name) => !current.has(name) });
};

const unreadable = ({ path }: GivenPackage) =>
  refuse('package-invalid', { reason: 'unreadable', path: join(path, 'inventory.json') });

const readInventory = (
  given: GivenPackage,
  value: unknown,
): Inventory & { readonly digestAlgorithm: 'sha256' | 'sha512' } => {
  const isPaths = (map: unknown): boolean =>
    isJsonObject(map) &&
    Object.values(map).every((paths) => Array.isArray(paths) && paths.every((path) => typeof path === 'string'));
  const isVersion = (version: unknown): boolean => isJsonObject(version) && isPaths(version['state']);
  const isWhole =
    isJsonObject(value) &&
    TYPE.test(String(value['type'])) &&
    ['sha256', 'sha512'].includes(String(value['digestAlgorithm'])) &&
    VERSION.test(String(value['head'])) &&
    isPaths(value['manifest']) &&
    isJsonObject(value['versions']) &&
    Object.values(value['versions']).every(isVersion);
  if (!isWhole) throw unreadable(given);
  return value as unknown as ReturnType<typeof readInventory>;
};
