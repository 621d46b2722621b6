import { refuse } from '@perene/api/refusals';
import { isJsonObject } from '../importing/record-fields.ts';
import { RECORD_NAME } from './package-format.ts';
import { checkInside, type GivenPackage, join } from './walk-package.ts';

/**
 * The record of a package as a line for an import: its files are named where they are. `placeOf` tells the place in the
 * package of a path beside the record. Files that the record does not name would be lost, so they are refused.
 */
export const recordLine = async (
  given: GivenPackage,
  {
    placeOf,
    isOwn,
  }: { readonly placeOf: (path: string) => string | undefined; readonly isOwn: (name: string) => boolean },
): Promise<string> => {
  const place = placeOf(RECORD_NAME);
  if (place === undefined || !given.files.has(place)) {
    throw refuse('package-invalid', { reason: 'no-record', path: join(given.path, place ?? RECORD_NAME) });
  }
  const record = await given.readJson(place);
  if (!isJsonObject(record)) throw refuse('package-invalid', { reason: 'unreadable', path: join(given.path, place) });
  const named = new Set([place]);
  const files = Array.isArray(record['files']) ? record['files'] : [];
  const placed = files.map((file: unknown) => {
    if (!isJsonObject(file) || typeof file['from'] !== 'string') {
      throw refuse('package-invalid', { reason: 'unreadable', path: join(given.path, place) });
    }
    const from = checkInside(given, file['from']);
    const found = placeOf(from);
    if (found === undefined || !given.files.has(found)) {
      throw refuse('package-invalid', { reason: 'missing', path: join(given.path, from) });
    }
    named.add(found);
    return { ...file, from: join(given.path, found) };
  });
  for (const name of given.files.keys()) {
    if (named.has(name) || isOwn(name)) continue;
    throw refuse('package-invalid', { reason: 'unlisted', path: join(given.path, name) });
  }
  return JSON.stringify({ ...record, ...(placed.length > 0 && { files: placed }) });
};
