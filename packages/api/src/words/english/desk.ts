import type { DeskRefusals } from '../../codes/desk/desk-refusals.ts';
import type { WordsFor } from '../sentence.ts';

export const DESK: WordsFor<DeskRefusals> = {
  'batch-not-found': ({ id }) => `there is no batch ${id} of yours: it may be older than 90 days`,
  'batch-too-large': ({ max }) => `at most ${max} are changed together: narrow the list, and change it in parts`,
  'batch-busy': ({ id }) => `batch ${id} is being worked on at this moment: ask again in a minute`,
  'too-many-filters': ({ max }) => `at most ${max} filters are saved: remove one first`,
};
