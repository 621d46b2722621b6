import { refuse } from '@perene/api/refusals';
import type { Collection, CollectionDefaults, Collections } from '../../../ports/archive/desk/collections.ts';
import type { DepositRequest } from '../archive-operations.ts';

/** The collections of these names, each once; refuses a name that is unknown. */
export const findCollections = async (
  collections: Pick<Collections, 'find'>,
  names: readonly string[],
): Promise<readonly Collection[]> => {
  const found = new Map<bigint, Collection>();
  for (const name of names) {
    const collection = await collections.find(name);
    if (collection === undefined) throw refuse('collection-not-found', { name });
    found.set(collection.number, collection);
  }
  return [...found.values()];
};

/** Says what the first of the collections that says anything says, where the deposit itself says nothing. */
export const applyDefaults = <Request extends Pick<DepositRequest, 'metadata' | 'language' | 'access'>>(
  request: Request,
  collections: readonly Collection[],
): Request => {
  const first = <Name extends keyof CollectionDefaults>(name: Name): CollectionDefaults[Name] =>
    collections.map(({ defaults }) => defaults[name]).find((value) => value !== undefined);
  return {
    ...request,
    language: request.language ?? first('language'),
    access: request.access ?? first('access'),
    metadata: withLicense(request.metadata, first('license')),
  };
};

/** What is no object is refused later, with what is wrong with it. */
const withLicense = (metadata: unknown, license: string | undefined): unknown => {
  if (license === undefined) return metadata;
  if (metadata === undefined) return { rights: license };
  const isObject = typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata);
  return isObject && !('rights' in metadata) ? { ...metadata, rights: license } : metadata;
};
