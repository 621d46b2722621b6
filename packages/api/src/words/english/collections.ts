import type { CollectionRefusals } from '../../codes/collection-refusals.ts';
import type { WordsFor } from '../sentence.ts';
import { at } from './grammar.ts';

export const COLLECTIONS: WordsFor<CollectionRefusals> = {
  'collection-not-found': ({ name }) => `there is no collection ${name}`,
  'collection-exists': ({ name }) => `a collection has the name ${name} already, or had it`,
  'collection-changed': ({ name }) => `the collection ${name} was changed meanwhile: look at it again, then repeat`,
  'collection-name-invalid': (unfit) => `${unfit.text} cannot be the name of a collection: ${at(unfit)}`,
  'collection-invalid': {
    'no-title': 'a collection has a title, in English or in Portuguese',
    'too-long': ({ max }) => `a title or a description of a collection has at most ${max} characters`,
    unkept: 'a title or a description has characters that cannot be kept',
  },
  'collection-full': ({ label, max }) => `${label} is in ${max} collections already, and may not be in more`,
};
