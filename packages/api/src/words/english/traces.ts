import type { TraceParameters } from '../../codes/trace-codes.ts';
import { titleOf } from '../outcome-words.ts';
import type { WordsFor } from '../sentence.ts';
import { OUTCOME_TITLES } from './outcomes.ts';

export const TRACES: WordsFor<TraceParameters> = {
  'resolver-asked': ({ resolver }) =>
    `this node asks its resolver, ${resolver}, which tells its steps to those who have a key there`,
  'may-be-here': 'it is here',
  'answered-before': 'it answered for this label before',
  'digest-names-it': 'its digest names the label',
  'may-hold-original': 'it may hold the original',
  'nobody-else-has-it': 'nobody else has what is sought',
  'may-have-alias': 'it may have the alias',
  'may-have-new-alias': 'it may have got the alias just now',
  'keeps-original': ({ label }) => `it has the original of ${label}, of which a copy has the alias`,
  'no-time-left': 'there was no time left to ask it',
  'no-usable-answer': 'it gave no answer that can be used',
  'silent-lately': 'it has not answered lately',
  'holdings-unknown': 'it has not said yet what it holds',
  'switched-off': ({ since }) => `it has been switched off since ${since}`,
  'alternative-tried': ({ label }) => `the same may be called ${label}, which is tried`,
  'alias-here': ({ label }) => `the alias is that of ${label}, which is here`,
  'alias-found': ({ alias, label }) => `${alias} is an alias of ${label}`,
  'aliases-unknown': ({ address }) => `${address} does not know aliases, and so has none`,
  'alias-invented': ({ address, label }) =>
    `${address} says that ${label} carries the alias, and does not have this item: what it says does not count`,
  'copy-overruled': ({ address, label }) =>
    `${address}, which has the original, says that the alias is not that of ${label}: what copies say does not count`,
  'alias-nowhere': ({ alias }) => `nobody has an item with the alias ${alias}`,
  'passed-over': ({ label }) => `${label} is passed over, for it lives nowhere`,
  'copies-only': 'there are copies only',
  'part-missing': ({ what }) => `the item is there, but not its ${what}`,
  'url-unusable': ({ address }) => `the URL that ${address} gives cannot be followed`,
  'pairs-left-out': ({ address, pairs }) =>
    `of the answer of ${address} was left out what cannot be read: ${pairs
      .map(({ name, expected }) => `${name} (expected ${expected})`)
      .join(', ')}`,
  'leads-on': ({ label, to }) => `${label} leads on to ${to}`,
  'copy-altered': ({ address }) => `${address} signs a copy of what the original never was, by the log`,
  'url-given': ({ address, url }) => `${address} gives ${url}`,
  'removed-everywhere': 'it was removed, and nobody holds a copy',
  'reserved-there': ({ address }) => `${address} has reserved it for an item that is not published`,
  'held-nowhere': 'every Archive that may hold it says that it does not',
  'translation-missing': ({ language }) => `there is no translation in ${language}`,
  'answer-missing': 'an Archive that may hold it did not answer',
  'not-resolved': ({ outcome }) => `the resolver says: ${titleOf({ outcome }, OUTCOME_TITLES)}`,
};
