import type { Checked } from '../ibi/label.ts';
import { type Answer, accept, refuse, refuseLong } from '../parsing/answer.ts';

/** The short name of a collection, as it stands in addresses. */
export type CollectionName = Checked<string, 'CollectionName'>;

const MAX_COLLECTION_NAME_LENGTH = 64;
const FITTING = /^[a-z0-9]+(?:-[a-z0-9]+)*/;

/** Characters of the title of a collection, and of its description, in each language. */
export const MAX_COLLECTION_TITLE_LENGTH = 300;
export const MAX_COLLECTION_DESCRIPTION_LENGTH = 10_000;
/** Collections that one item may be in. */
export const MAX_COLLECTIONS_PER_ITEM = 100;

/** Reads lower-case letters and digits, with single hyphens between them. */
export const parseCollectionName = (text: string): Answer<CollectionName> => {
  if (text.length > MAX_COLLECTION_NAME_LENGTH) return refuseLong('collection-name', MAX_COLLECTION_NAME_LENGTH);
  const fitting = FITTING.exec(text)?.[0] ?? '';
  return fitting !== '' && fitting.length === text.length
    ? accept(text as CollectionName)
    : refuse('collection-name', fitting.length, 'letters from a to z, digits, and single hyphens between them');
};
