import type { DoiRefusals } from '../../codes/names/doi-refusals.ts';
import type { WordsFor } from '../sentence.ts';

export const DOIS: WordsFor<DoiRefusals> = {
  'doi-unregistrable': {
    unconfigured: 'this node has no account at DataCite: set --datacite-repository, its password and its prefix',
    nothing: 'give an item, or a minter and a name that it has given',
    prefix: ({ doi, prefix }) => `${doi} cannot be registered: the account of this node has the prefix ${prefix}`,
    'not-original': ({ label }) => `${label} gets no DOI from this node: only originals with data do`,
    taken: ({ doi }) => `${doi} stands for something else already: choose another`,
  },
  'doi-not-found': ({ doi }) => `this node has not registered ${doi}: look for a slip in it`,
  'doi-state-invalid': ({ doi, state }) => `${doi} is ${state}, and what was registered is never a draft again`,
};
