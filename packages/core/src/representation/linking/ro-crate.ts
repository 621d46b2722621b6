import type { Description } from '../description.ts';
import { type Reference, readReference } from '../reference.ts';
import { prune, writeJson } from '../writing/json.ts';
import { describeInSchemaOrg } from './schema-org.ts';

/** A file of a package, at a place relative to the package. */
export interface PackagedFile {
  /** Its name for people. */
  readonly path: string;
  readonly place: string;
  readonly bytes: number;
  /** Lower-case hexadecimal digits. */
  readonly sha256: string;
  readonly mediaType: string;
}

type Entity = Readonly<Record<string, unknown>>;

const ROOT = './';

/** What RO-Crate 1.2 says in other words than schema.org, or not at all. */
const LEFT_OUT = ['@context', '@id', '@type', 'url', 'license', 'hasPart'];

/** An item and its files as an RO-Crate 1.2: one flat list of entities that name one another. */
export const formatRoCrate = (description: Description, files: readonly PackagedFile[]): string => {
  const reference = readReference(description);
  const said = prune(describeInSchemaOrg(reference)) as Entity;
  const { entities, flatten } = createGraph();
  const parts = files.map(describeFile);
  const root = {
    '@id': ROOT,
    '@type': [...new Set(['Dataset', said['@type']])],
    ...Object.fromEntries(
      Object.entries(said).flatMap(([name, value]) => (LEFT_OUT.includes(name) ? [] : [[name, flatten(value)]])),
    ),
    // These three are required.
    description: said['description'] ?? reference.title,
    datePublished: said['datePublished'] ?? description.created,
    license: licensesOf(reference).map(flatten),
    hasPart: [...parts.map(flatten), ...[said['hasPart'] ?? []].flat()],
  };
  return writeJson({
    '@context': 'https://w3id.org/ro/crate/1.2/context',
    '@graph': [
      {
        '@id': 'ro-crate-metadata.json',
        '@type': 'CreativeWork',
        conformsTo: { '@id': 'https://w3id.org/ro/crate/1.2' },
        about: { '@id': ROOT },
      },
      root,
      ...entities(),
    ],
  });
};

const licensesOf = ({ rights }: Reference): readonly Entity[] =>
  rights.length === 0
    ? [{ '@type': 'CreativeWork', '@id': '#no-licence', name: 'No licence is stated' }]
    : rights.map(({ uri, license, said }) => ({ '@type': 'CreativeWork', '@id': uri, name: license ?? said.value }));

const describeFile = ({ path, place, bytes, sha256, mediaType }: PackagedFile): Entity => ({
  '@type': 'File',
  '@id': place.split('/').map(encodeURIComponent).join('/'),
  name: path,
  contentSize: String(bytes),
  encodingFormat: mediaType.replace(/;.*/s, ''),
  sha256,
});

/** Puts entities side by side instead of inside one another. Those without an identifier are numbered. */
const createGraph = () => {
  const entities = new Map<string, Entity>();
  let unnamed = 0;

  const flatten = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(flatten);
    if (typeof value !== 'object' || value === null) return value;
    const entity = value as Entity;
    if (entity['@id'] === undefined) unnamed += 1;
    const id = String(entity['@id'] ?? `#${unnamed}`);
    const { '@id': _, ...members } = entity;
    const flat = Object.fromEntries(Object.entries(members).map(([name, member]) => [name, flatten(member)]));
    // The first description of an entity counts.
    if (!entities.has(id)) entities.set(id, { '@id': id, ...flat });
    return { '@id': id };
  };

  return { flatten, entities: () => [...entities.values()] };
};
