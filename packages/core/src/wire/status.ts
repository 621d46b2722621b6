import { type Answer, accept, refuse } from '../parsing/answer.ts';
import { formatListOfPairs, type Pair, parseListOfPairs } from './list-of-pairs.ts';

/** What the resolver answers to an Archive that asks to be included or excluded (RTC-11 section 7.2). */
export type MembershipStatus =
  | {
      readonly kind: 'included';
      readonly confirmed: boolean;
      /** Beyond RTC-11: whether the resolver knows the Archive by the key that it signs with, where it told its key. */
      readonly key?: 'known' | 'other';
    }
  | { readonly kind: 'excluded' }
  | { readonly kind: 'refused'; readonly reason: string };

/** What an Archive answers to `inclusionConfirmationRequest`, and to an acknowledgment. */
export const CONFIRMATION = 'confirmation yes';
export const ACKNOWLEDGED = 'notice {acknowledgment received}';

export const isConfirmation = (text: string): boolean => {
  const pairs = parseListOfPairs(text);
  return pairs.ok && pairs.value.some(({ name, value }) => name === 'confirmation' && value === 'yes');
};

export const parseMembershipStatus = (text: string): Answer<MembershipStatus> => {
  const pairs = parseListOfPairs(text);
  if (!pairs.ok) return pairs;
  const read = (wanted: string): Pair['value'] | undefined => pairs.value.find(({ name }) => name === wanted)?.value;
  switch (read('status.archive')) {
    case 'included':
      return accept({
        kind: 'included',
        confirmed: read('status.confirmation') === 'successful',
        ...keyOf(read('status.key')),
      });
    case 'excluded':
      return accept({ kind: 'excluded' });
    case 'refused':
      return accept({ kind: 'refused', reason: [read('status.reason') ?? []].flat().join(' ') });
    default:
      return refuse('status/unknown', 0, 'included, excluded or refused');
  }
};

const keyOf = (value: Pair['value'] | undefined): { readonly key?: 'known' | 'other' } =>
  value === 'known' || value === 'other' ? { key: value } : {};

export const formatMembershipStatus = (status: MembershipStatus): string => {
  const pairs: Pair[] = [{ name: 'status.archive', value: status.kind }];
  if (status.kind === 'included') {
    pairs.push({ name: 'status.confirmation', value: status.confirmed ? 'successful' : 'unsuccessful' });
    if (status.key !== undefined) pairs.push({ name: 'status.key', value: status.key });
  }
  if (status.kind === 'refused') {
    const words = status.reason.split(' ');
    pairs.push({ name: 'status.reason', value: words.length === 1 ? status.reason : words });
  }
  const text = formatListOfPairs(pairs);
  return text.ok ? text.value : 'status.archive refused';
};
