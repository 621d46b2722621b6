import { formatRelation, type Relation } from '../persistent-url/relation.ts';
import type { ReadUrlList, RelatedItem, UnreadPair } from '../wire/url-list.ts';
import type { Reading } from './choose-location.ts';

/**
 * The pair about the requested relation that could not be read. An answer with such a pair that leads nowhere says
 * neither yes nor no.
 */
export const findUnread = ({ unread }: ReadUrlList, relation: Relation): UnreadPair | undefined => {
  const sought = withoutParameters(formatRelation(relation));
  return unread.find(({ name }) => {
    if (name === 'ibi.nextedition') return sought.includes('.lastedition');
    const [whole, related = ''] = LOCATING.exec(withoutParameters(name)) ?? [];
    return whole !== undefined && (sought === related || sought.startsWith(`${related}.`));
  });
};

/** Timestamps and types of content lead nowhere. */
const LOCATING = /^(?:ibi|state|url)(\..*)?$/;

/** Any language may be the requested one. */
const withoutParameters = (text: string): string => text.replaceAll(/\([^)]*\)/g, '');

/** Whether a reading is of a shorter relation than the requested one, so that an unread pair may have held the rest. */
export const isByLess = ({ related }: ReadUrlList, relation: Relation, reading: Reading): boolean => {
  if (reading.kind === 'itself' || reading.kind === 'without') return true;
  return reading.kind === 'url' && countSteps(related, reading.item) < relation.length;
};

const countSteps = (related: ReadonlyMap<string, RelatedItem>, sought: RelatedItem): number => {
  const names = [...related.keys()].filter((name) => related.get(name) === sought);
  return withoutParameters(names.join()).split('.').length - 1;
};
