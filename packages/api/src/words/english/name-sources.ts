import type { NameSourceRefusals } from '../../codes/names/name-source-refusals.ts';
import type { WordsFor } from '../sentence.ts';

const of = (text: string): string => (text === '' ? '' : `: ${text}`);

export const NAME_SOURCES: WordsFor<NameSourceRefusals> = {
  'name-source-invalid': {
    unreadable: ({ line, text }) => `line ${line} cannot be read${of(text)}`,
    'too-long': ({ line, text }) =>
      `what begins on line ${line} is longer than any name with all that is bound to it${of(text)}`,
    cut: ({ line }) => `the file ends in the middle of what begins on line ${line}: write it again`,
    columns: ({ line, text }) => `line ${line} names no columns, or lacks one of these: ${text}`,
    'no-names': () => 'there are no names in this file: look whether it is of the format that was given',
    'no-name': ({ line, text }) => `line ${line}: no minter here can have a name such as ${text}`,
    'no-minter': ({ line, text }) => `line ${line}: no minter here has the prefix of ${text}: create one first`,
    alias: ({ line, text }) => `line ${line}: ${text} is an alias of an item, which is no name of a minter`,
    operation: ({ line, text }) => `line ${line}: only CREATE and ADD are understood, not ${text}`,
    value: ({ line, text }) => `line ${line} has no value that can be kept${of(text)}`,
  },
};
