import type { DraftRefusals } from '../../codes/desk/draft-refusals.ts';
import type { WordsFor } from '../sentence.ts';

export const DRAFTS: WordsFor<DraftRefusals> = {
  'draft-not-found': ({ id }) => `there is no draft ${id}, or it is not shared with you: look at the list of drafts`,
  'draft-changed': ({ id }) => `the draft ${id} was changed meanwhile: look at it again, then repeat your change`,
  'draft-settled': {
    published: ({ id, label }) => `the draft ${id} is published: change the item ${label} instead`,
    discarded: ({ id }) => `the draft ${id} was discarded: begin another`,
  },
  'draft-refused': {
    'in-review': ({ id }) => `the draft ${id} waits for its reviewers: take it back to change it`,
    'not-in-review': ({ id }) => `the draft ${id} is not with reviewers: only its owner can go on with it`,
    'no-review': ({ id }) => `no collection of the draft ${id} asks for a review: publish it`,
    'not-yours': ({ id }) => `the draft ${id} belongs to somebody else: its owner can do this`,
    'too-long': ({ max }) => `a draft has at most ${max} characters: shorten its description`,
  },
  'too-many-drafts': ({ max }) => `there are ${max} drafts of yours already: publish or discard some`,
  'too-many-links': ({ max }) => `this draft has ${max} links already: end one of them`,
  'review-needed': ({ collection }) =>
    `items come into the collection ${collection} by a review only: make a draft, and send it to its reviewers`,
  'label-reserved': {
    draft: ({ label, since }) =>
      `${label} was reserved on ${since.slice(0, 10)} for an item that is not yet published: try again later`,
    ended: ({ label, since }) =>
      `${label} was reserved on ${since.slice(0, 10)} for an item that was never published: it will lead to nothing`,
  },
};
