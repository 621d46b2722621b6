import type { FieldKind, MinterFileProblem, SequenceProblem } from '../../codes/minter-refusals.ts';
import type { SentenceOf } from '../sentence.ts';

const KINDS: Readonly<Record<FieldKind, string>> = {
  object: 'an object',
  'not-empty': 'not empty',
  'whole-number': 'a whole number, 0 or more',
  'whole-numbers': 'a list of whole numbers',
  boolean: 'true or false',
  value: 'a text or {"base64": ...}',
};

const TWICE = { id: '', note: 'the note ', day: 'the day ' } as const;

const misfitOf = (problem: SequenceProblem): string => {
  switch (problem.reason) {
    case 'issued':
      return `${problem.issued} identifiers are issued, and the template has no more than ${problem.total}`;
    case 'only-random':
      return 'only a random order has counters';
    case 'count':
      return `the template has ${problem.count} counters, not ${problem.found}`;
    case 'beyond':
      return `counter ${problem.counter} ends at ${problem.end}, and stands at ${problem.value}`;
    case 'sum':
      return `the counters together do not stand at ${problem.issued}, the number of those issued`;
    case 'lists':
      return 'each counter is once among the active or the full ones';
    case 'wrong-list':
      return `counter ${problem.counter} is in the wrong list`;
    case 'order':
      return 'the active counters are not in order';
  }
};

export const MINTER_FILES: SentenceOf<MinterFileProblem> = {
  'on-line': ({ line, said }, say) => `line ${line}: ${say(said)}; nothing was imported`,
  empty: 'there is nothing to import: the file is empty',
  binary:
    'this looks like a binary file of Berkeley DB: make a text of it with `db_dump -p NOID/noid.bdb` first, and import that',
  neither:
    'this is neither a minter from `noid export` nor a dump: if it is an old minter, make a text of it with `db_dump -p NOID/noid.bdb` first, and import that',
  format: ({ format }) => `"format" is "${format}" in an exported minter`,
  version: ({ version }) => `"version" is ${version}; a newer Perene may read this file`,
  'no-kind': 'the line has neither "id", "of", "queue", "note", "day" nor "end"',
  'no-template': ({ template }) => `"template" (${template}) is no template`,
  'one-of': ({ name, choices }) => `"${name}" is one of ${choices}`,
  'at-most': ({ name, max }) => `"${name}" is at most ${max}`,
  sequence: ({ template, problem }) => `"sequence" does not fit the template ${template}: ${misfitOf(problem)}`,
  'element-empty': 'the name of an element is not empty',
  'kept-text': ({ name, max }) => `"${name}" is a text of at most ${max} whole characters, none of them U+0000`,
  pattern: ({ name, pattern }) => `"${name}" has the form ${pattern}`,
  is: ({ name, kind }) => `${kind === 'value' ? 'the value of ' : ''}"${name}" is ${KINDS[kind]}`,
  twice: ({ what, name }) => `${TWICE[what]}${name} comes for the second time`,
  'queued-already': ({ id }) => `${id} is in the queue already`,
  'after-end': 'there is more after the end line',
  cut: 'the file ends without its end line: it was cut; export it again',
  counts: ({ kind, told, found }) => `the end line tells of ${told} lines of ${kind}, and there are ${found}`,
  'several-databases': 'the dump has several databases; dump one of them',
  'key-without-value': 'the last key has no value',
  'no-blank': 'a line of data begins with a blank; make the dump again with db_dump -p',
  'dump-cut': 'the dump ends without DATA=END: it was cut; make it again',
  'dump-header': 'the header of a dump has lines such as type=btree, up to HEADER=END',
  'dump-version': ({ version }) => `a dump of version ${version} cannot be read, only 2 and 3`,
  'dump-type': ({ type }) => `the type of a noid database is btree, not ${type}`,
  'dump-format': 'the format of a dump is print or bytevalue',
  hexadecimal: ({ position }) => `two hexadecimal digits are missing at character ${position + 1}`,
  'dump-no-template': 'the dumped database has no :/template, so it is no minter of noid; nothing was imported',
  'dump-template': ({ template }) =>
    `the dumped database has the template ${template}, which is none; nothing was imported`,
  'dump-meaning': ({ key, kept, meaning }) =>
    `the dumped database has "${kept}" under :/${key}, and its template says "${meaning}"; nothing was imported`,
  'dump-counter': ({ counter }) =>
    `the dumped database has no :/c${counter}/value, which its template needs; nothing was imported`,
  'dump-sequence': ({ template, problem }) =>
    `the dumped database does not fit its template ${template}: ${misfitOf(problem)}; nothing was imported`,
  'dump-number': ({ key, text }) =>
    `the dumped database has "${text}" under :/${key}, where a number is needed; nothing was imported`,
  'dump-list': ({ key, text }) =>
    `the dumped database has "${text}" under :/${key}, which is no counter; nothing was imported`,
};
