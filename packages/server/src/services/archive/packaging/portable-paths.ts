import { fileNameBytes } from '@perene/core/item';
import { createNameChoice } from '../documents/choose-names.ts';

/** A letter, digit or mark of any script, a blank or a plain sign: the same name in every file system and manifest. */
const PLAIN = /^[\p{L}\p{N}\p{M} !#$&'()+,.;=@[\]^_`{}~-]+$/u;
const KEPT = /^[\w !#$&'()+,.;=@[\]^`{}~-]$/;
const EDGE = /^ |[. ]$/;
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;
const MAX_NAME_BYTES = 120;

/**
 * Where the files of an item are in a package, by their paths. Names are bytes, but the lists of packages are texts that
 * other programs read, so a name that is not plain text everywhere is escaped, byte by byte (`~F3`; programs that check
 * bags do not agree about percent signs). The record of the item has the name itself.
 */
export const portablePaths = (paths: readonly string[]): ReadonlyMap<string, string> => {
  const files = new Set<string>();
  const folders = new Set<string>();
  const places = new Map<string, string>();
  const choose = createNameChoice((place) => {
    const folded = fold(place);
    return folders.has(folded) || foldersOf(folded).some((folder) => files.has(folder));
  });
  for (const path of paths) {
    const place = choose(path.split('/').map(portableName).join('/'), fold);
    files.add(fold(place));
    for (const folder of foldersOf(fold(place))) folders.add(folder);
    places.set(path, place);
  }
  return places;
};

/** Some file systems do not distinguish letters by case, nor by how they are composed. */
const fold = (place: string): string => place.normalize('NFC').toLowerCase();

const foldersOf = (place: string): readonly string[] =>
  [...place.matchAll(/\//g)].map(({ index }) => place.slice(0, index));

const portableName = (name: string): string => {
  const isPlain = PLAIN.test(name) && !EDGE.test(name) && !DEVICE.test(name);
  if (isPlain && Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
  const escaped = [...Buffer.from(fileNameBytes(name)).toString('latin1')].map(escapeUnlessKept).join('');
  const whole = escaped.replace(EDGE, escapeLetter).replace(EDGE, escapeLetter);
  const safe = DEVICE.test(whole) ? whole.replace(/^./, escapeLetter) : whole;
  return safe.slice(0, MAX_NAME_BYTES).replace(/~.?$/, '');
};

const escapeLetter = (letter: string): string => `~${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
const escapeUnlessKept = (letter: string): string => (KEPT.test(letter) ? letter : escapeLetter(letter));
