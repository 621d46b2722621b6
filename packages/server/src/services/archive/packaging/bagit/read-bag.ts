import { refuse } from '@perene/api/refusals';
import { recordLine } from '../packaged-record.ts';
import { checkInside, type GivenPackage, join } from '../walk-package.ts';

const ALGORITHMS = ['sha256', 'sha512'] as const;
const DECLARATION = /^\uFEFF?BagIt-Version: (?:1\.0|0\.97)\r?\nTag-File-Character-Encoding: UTF-8\r?\n?$/;
const LINE = /^([0-9a-f]+)[ \t]+\*?(\S.*)$/i;
const PAYLOAD = 'data/';

/** Checks a whole bag (RFC 8493 section 3) and returns its record as a line for an import. */
export const readBag = async (given: GivenPackage): Promise<string> => {
  const { path, files } = given;
  if (!DECLARATION.test(await given.readText('bagit.txt'))) {
    throw refuse('package-invalid', { reason: 'declaration', path: join(path, 'bagit.txt') });
  }
  // Files that are still to be fetched are not in the bag.
  if ((files.get('fetch.txt') ?? 0) > 0) {
    throw refuse('package-invalid', { reason: 'missing', path: join(path, 'fetch.txt') });
  }
  const known = ALGORITHMS.filter((name) => files.has(`manifest-${name}.txt`));
  if (known.length === 0)
    throw refuse('package-invalid', { reason: 'missing', path: join(path, 'manifest-sha256.txt') });
  for (const algorithm of known) {
    const listed = await checkList(given, `manifest-${algorithm}.txt`, algorithm);
    for (const name of files.keys()) {
      if (!name.startsWith(PAYLOAD) || listed.has(name)) continue;
      throw refuse('package-invalid', { reason: 'unlisted', path: join(path, name) });
    }
  }
  for (const algorithm of ALGORITHMS) {
    const list = `tagmanifest-${algorithm}.txt`;
    if (files.has(list)) await checkList(given, list, algorithm);
  }
  return recordLine(given, {
    placeOf: (name) => `${PAYLOAD}${name}`,
    isOwn: (name) => !name.startsWith(PAYLOAD),
  });
};

/** Compares every file of a manifest with its hash, and returns their names. */
const checkList = async (
  given: GivenPackage,
  list: string,
  algorithm: (typeof ALGORITHMS)[number],
): Promise<ReadonlySet<string>> => {
  const listed = new Set<string>();
  for (const line of (await given.readText(list)).split(/\r\n|\n|\r/)) {
    if (line === '') continue;
    const [, hash, escaped] = LINE.exec(line) ?? [];
    const isPayload = !list.startsWith('tag');
    const name = escaped && checkInside(given, unescapePath(escaped).replace(/^\.\//, ''));
    if (hash === undefined || !name || listed.has(name) || isPayload !== name.startsWith(PAYLOAD)) {
      throw refuse('package-invalid', { reason: 'unreadable', path: join(given.path, list) });
    }
    await given.check(name, algorithm, hash);
    listed.add(name);
  }
  return listed;
};

/** RFC 8493 section 2.1.3: only these three are escaped. */
const unescapePath = (path: string): string =>
  path.replaceAll(/%(0[AD]|25)/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
