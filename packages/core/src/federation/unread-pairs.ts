import { formatRelation, type Relation } from '../persistent-url/relation.ts';
import type { IbiForms } from '../wire/ibi-forms.ts';
import type { ReadUrlList, UnreadPair } from '../wire/url-list.ts';
import { labelOf, type Reading } from './choose-location.ts';

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
export const isByLess = ({ related, nextEdition }: ReadUrlList, relation: Relation, reading: Reading): boolean => {
  switch (reading.kind) {
    case 'itself':
    case 'without':
      return true;
    case 'url':
      return ![...related].some(([name, item]) => item === reading.item && countSteps(name) === relation.length);
    case 'onward': {
      const steps = relation.slice(0, relation.length - reading.relation.length);
      const made = withoutParameters(formatRelation(steps));
      const isIt = (ibi: IbiForms | undefined): boolean => ibi !== undefined && labelOf(ibi).text === reading.ibi.text;
      return (
        !isIt(nextEdition) && ![...related].some(([name, { ibi }]) => isIt(ibi) && withoutParameters(name) === made)
      );
    }
    default:
      return false;
  }
};

const countSteps = (name: string): number => withoutParameters(name).split('.').length - 1;
