import type { Ibi } from '../ibi/ibi.ts';
import type { IbiForms } from '../wire/ibi-forms.ts';
import type { UrlList } from '../wire/url-list.ts';
import { isSameItem, labelsOf, leadsToOthers, type Sought } from './choose-location.ts';

/** The pair by which an Archive that runs Perene says how it holds an item, beyond the states of RTC-11. */
export const HOLDING = 'holding';
/** The item was withdrawn for a time: its URL is the page that says so. */
export const WITHDRAWN = 'Withdrawn';

const isHeldAs = ({ others }: UrlList, how: string): boolean =>
  others.some(({ name, value }) => name === HOLDING && value === how);

export const isWithdrawn = (list: UrlList): boolean => isHeldAs(list, WITHDRAWN);

/**
 * Decision 45: editions and translations belong to the holder of the original. An Archive that runs Perene and has a
 * copy says so by `holding`; the answers of others show it where they list the item itself among its editions and
 * translations.
 */
export const isSecondHand = (list: UrlList, { relation }: Sought, asked: Ibi): boolean => {
  if (!relation.some(leadsToOthers)) return false;
  if (isHeldAs(list, 'Copy')) return true;
  const own = list.related.get('')?.ibi;
  // An Archive may name the item by one of its labels here, and by another there.
  const isItself = (forms: IbiForms): boolean =>
    labelsOf(forms).some(({ text }) => text === asked.text) || (own !== undefined && isSameItem(own, forms));
  return [...list.related].some(
    ([name, { ibi, state }]) => state === 'Copy' && !name.includes('.metadata') && ibi !== undefined && isItself(ibi),
  );
};

/** What an answer says of the item itself and its description, without its editions and translations. */
export const ownPart = <List extends UrlList>(list: List): List => ({
  ...list,
  nextEdition: undefined,
  related: new Map([...list.related].filter(([name]) => name === '' || name.startsWith('.metadata'))),
});

/**
 * Decision 44: an answer names the label that was asked for, its other form alone, or another IBIp beside the
 * repository name. An answer about another item is not used.
 */
export const isAnswerAbout = ({ repository, ibip }: IbiForms, asked: Ibi): boolean =>
  asked.form === 'repository'
    ? repository === undefined || repository.text === asked.text
    : repository !== undefined || ibip.text === asked.text;
