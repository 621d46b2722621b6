import type { Sentences } from './sentences.ts';

export const ENGLISH: Sentences = {
  malformed: {
    title: 'This is not a persistent URL',
    happened: 'The address looks like the label of an item, but it cannot be read as one.',
    expected: ({ expected }) => `At the marked place this was expected: ${expected}.`,
    advice: 'Compare it with the place where you found it: a character may be missing, or one too many.',
  },
  unknown: {
    title: 'No Archive knows this item',
    happened: 'Every Archive that this resolver works with was asked, and none has an item with this label.',
    advice: 'If you typed it, compare it letter by letter with the place where you found it.',
  },
  untranslated: {
    title: (language) => `There is no translation into ${language}`,
    happened: 'The item is here, but not in the language that was asked for.',
    alone: 'No translation of it is known.',
    languages: 'It can be read in',
  },
  removed: {
    title: 'This item was removed',
    happened: 'It was once here, and the Archive that kept it has withdrawn it.',
    lasting: 'Its label stays its own: nothing else will ever be found under it.',
    was: (title) => `It was “${title}”.`,
    born: ({ where, date }) => `The label was given by ${where} on ${date}.`,
    archives: 'Who removed it',
    date: 'Removed on',
    dateUnknown: 'not told',
  },
  disputed: {
    title: 'More than one Archive claims this original',
    happened: 'An item has one original, kept by one Archive. Several have answered that it is theirs.',
    neutral: 'This resolver does not decide between them: here is what each of them answered.',
    archives: 'Who claims it',
    date: 'Date according to it',
    open: 'Open what this Archive has',
  },
  uncertain: {
    title: 'It cannot be told right now',
    happened: 'An Archive that may have this item did not answer. The item may well be there.',
    advice: (seconds) =>
      seconds === 1 ? 'Please ask again in a moment.' : `Please ask again in about ${seconds} seconds.`,
    archives: 'Who did not answer',
    reason: 'What happened',
    again: 'Ask again',
  },
  noOriginal: {
    title: 'The original cannot be found',
    happened: 'The original was asked for, and only copies of it are known.',
    archives: 'Who keeps a copy',
    open: 'Open a copy',
  },
  endless: {
    title: 'This label leads nowhere',
    happened: 'It points to another label, which points to another, and the way never ends at an item.',
    advice: 'Whoever keeps the item can mend this. The way that was followed may help them.',
    chain: 'The way that was followed',
  },
  unusable: {
    title: 'The way to this item is broken',
    happened: 'The Archive that has it answered with an address that cannot be followed safely.',
    advice: 'Whoever runs that Archive can mend this.',
    archives: 'Who answered',
  },
  failed: {
    title: 'This resolver cannot answer now',
    happened: 'Something went wrong here. It says nothing about the item.',
    advice: 'Please ask again in a moment. If it stays like this, tell the operator the number of the request.',
  },
  common: {
    service: 'Archive service',
    item: 'Open the item itself',
    metadata: 'See its metadata',
    start: 'What a label says by itself',
    others: (count) => `and ${count} more`,
    request: 'request',
  },
};
