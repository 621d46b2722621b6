import type { OutcomeTexts, OutcomeTitles } from '../outcome-words.ts';

export const OUTCOME_TITLES: OutcomeTitles = {
  found: 'Found',
  malformed: 'This is not a persistent URL',
  unknown: 'No Archive knows this item',
  untranslated: (language) => `There is no translation into ${language}`,
  missing: {
    file: 'The item is here, but not this file',
    metadata: 'The item is here, but no metadata of it',
    document: 'The item is known, but there is nothing to open',
  },
  reserved: 'This item is not yet published',
  removed: 'This item was removed',
  disputed: 'More than one Archive claims this original',
  uncertain: 'It cannot be told right now',
  'no-original': 'The original cannot be found',
  endless: 'The way from this address never ends',
  unusable: 'The way to this item is broken',
  failed: 'This resolver cannot answer now',
};

export const OUTCOMES: OutcomeTexts = {
  malformed: {
    happened: 'The address looks like the label of an item, but it cannot be read as one.',
    expected: ({ expected }) => `At the marked place this was expected: ${expected}.`,
    advice: 'Compare it with the place where you found it: a character may be missing, or one too many.',
  },
  unknown: {
    happened: 'No Archive that this resolver works with has an item with this label.',
    advice: 'If you typed it, compare it letter by letter with the place where you found it.',
    away: 'Some Archives are switched off, and what they hold is not known here.',
    revoked: 'An Archive that had it takes part in this resolver no more.',
    archives: 'Who was not asked',
    since: 'Since',
  },
  missing: {
    happened: {
      file: 'The label is right: the Archive that has the item answered that no file of it has this name.',
      metadata: 'The label is right: the Archive that has the item gives no such description of it.',
      document: 'The label is right: the Archive that has the item gives no address for it.',
    },
    path: (path) => `The file that was asked for: ${path}.`,
    files: 'See its files',
  },
  reserved: {
    happened: (date) =>
      date === undefined
        ? 'The label is right: it is reserved for an item that is not published.'
        : `The label is right: it was reserved on ${date} for an item that is not published.`,
    later: 'Once the item is published, this same address leads to it. Please come back later.',
    never: 'The item was given up before it was published: nothing will ever be found under this label.',
    archives: 'Who reserved it',
  },
  untranslated: {
    happened: 'The item is here, but not in the language that was asked for.',
    alone: 'No translation of it is known.',
    languages: 'It can be read in',
  },
  removed: {
    happened: 'It was once here, and the Archive that kept it has removed it for good.',
    lasting: 'Its label stays its own: nothing else will ever be found under it.',
    was: (title) => `It was “${title}”.`,
    born: ({ where, date }) => `The label was given by ${where} on ${date}.`,
    archives: 'Who removed it',
    date: 'Removed on',
    dateUnknown: 'not told',
    why: 'Reason',
  },
  disputed: {
    happened: 'An item has one original, kept by one Archive. Several have answered that it is theirs.',
    investigation: 'They are under suspicion: an investigation is needed to tell whose original it is.',
    neutral: 'This resolver does not decide between them: here is what each of them answered.',
    archives: 'Who claims it',
    date: 'Date according to it',
    open: 'Open what this Archive has',
  },
  uncertain: {
    happened: 'An Archive that may have this item did not answer. The item may well be there.',
    advice: (seconds) =>
      seconds === 1 ? 'Please ask again in a moment.' : `Please ask again in about ${seconds} seconds.`,
    archives: 'Who did not answer',
    reason: 'What happened',
    reasons: {
      unreachable: 'It cannot be reached.',
      quiet: 'It has not answered lately, and is left alone for a while.',
      unsure: 'It answered that it cannot tell now.',
      unreadable: 'It answered something that is no answer to this question.',
      'no-time-left': 'There was no time left to ask it.',
      'switched-off': 'It has the item, and is switched off.',
    },
    details: 'Details',
    since: 'Since',
    again: 'Ask again',
  },
  noOriginal: {
    happened: 'The original was asked for, and no Archive says that it keeps the original.',
    removed: (date) =>
      date === undefined
        ? 'The original was removed by the Archive that kept it.'
        : `The original was removed by the Archive that kept it, on ${date}.`,
    archives: 'Who has the item',
    open: 'Open what there is',
  },
  endless: {
    happened: 'It asks for what another item leads to, which leads to another, and the way comes to no end.',
    advice: 'The items themselves may well be there. Whoever keeps them can mend the links; the way may help them.',
    chain: 'The way that was followed',
  },
  unusable: {
    happened: 'The Archive that has it answered with an address that cannot be followed safely.',
    advice: 'Whoever runs that Archive can mend this.',
    archives: 'Who answered',
  },
  failed: {
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
