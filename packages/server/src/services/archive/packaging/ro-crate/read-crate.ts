import { refuse } from '@perene/api/refusals';
import { isJsonObject } from '../../importing/record-fields.ts';
import { recordLine } from '../packaged-record.ts';
import { checkInside, type GivenPackage, join } from '../walk-package.ts';
import { CRATE_NAME } from './write-crate.ts';

const PREVIEW = /^ro-crate-preview(?:\.html$|_files\/)/;
const CONFORMS = /^https:\/\/w3id\.org\/ro\/crate\/1\.[12]/;

/** Compares the files of a crate with the hashes that it tells, and returns its record as a line for an import. */
export const readCrate = async (given: GivenPackage): Promise<string> => {
  const crate = await given.readJson(CRATE_NAME);
  const graph = isJsonObject(crate) && Array.isArray(crate['@graph']) ? crate['@graph'].filter(isJsonObject) : [];
  const { conformsTo } = graph.find((entity) => entity['@id'] === CRATE_NAME) ?? {};
  const versions = [conformsTo].flat().map((version) => (isJsonObject(version) ? String(version['@id']) : ''));
  if (!versions.some((version) => CONFORMS.test(version))) {
    throw refuse('package-invalid', { reason: 'declaration', path: join(given.path, CRATE_NAME) });
  }
  for (const entity of graph) {
    const { '@id': id, '@type': type, sha256 } = entity;
    if (![type].flat().includes('File') || typeof id !== 'string' || /^[a-z][a-z\d+.-]*:/i.test(id)) continue;
    const name = checkInside(given, unescapeId(id));
    if (!given.files.has(name)) throw refuse('package-invalid', { reason: 'missing', path: join(given.path, name) });
    if (typeof sha256 === 'string') await given.check(name, 'sha256', sha256);
  }
  return recordLine(given, {
    placeOf: (name) => name,
    isOwn: (name) => name === CRATE_NAME || PREVIEW.test(name),
  });
};

const unescapeId = (id: string): string => {
  try {
    return decodeURIComponent(id.replace(/^\.\//, ''));
  } catch {
    return id;
  }
};
