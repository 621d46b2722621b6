import type { IdentifierProblem, MinterRefusals, NamedText } from '../../codes/minter-refusals.ts';
import type { Misfit } from '../../codes/parameters.ts';
import type { WordsFor } from '../sentence.ts';
import { at } from './grammar.ts';

const NAMES = {
  identifier: 'the identifier',
  element: 'the element',
  key: 'the key',
  note: 'the key of a note',
  pattern: 'the pattern',
  'naan-template': 'the NAAN with the template',
  'naa-sub-naa': 'the NAA with the SubNAA',
} as const;

const nameOf = (what: NamedText): string => (typeof what === 'string' ? NAMES[what] : `"${what.field}"`);

const OPERATIONS = { bind: 'bound', queue: 'queued', hold: 'held', validate: 'checked' } as const;

const noTemplate = (unfit: { readonly template: string } & Misfit): string =>
  `"${unfit.template}" is no template: ${at(unfit)}`;

/** Tells what is wrong with an identifier. */
const misfitOf = ({ id, problem, position, expected }: IdentifierProblem): string => {
  switch (problem) {
    case 'noid/empty':
      return 'an empty identifier';
    case 'noid/beginning':
      return `${id} should begin with ${expected}`;
    case 'noid/check-character':
      return `${id} has another check character than its other characters give`;
    default:
      return `${id} is wrong at character ${position + 1}: expected ${expected}`;
  }
};

export const MINTERS: WordsFor<MinterRefusals> = {
  'minter-not-found': ({ minter }) => `there is no minter ${minter}`,
  'names-shared': ({ minter, naan }) =>
    `the minter ${minter} has, or may mint, such names under ${naan}: choose another prefix`,
  'minter-exists': ({ minter }) => `there is a minter ${minter} already: choose another name`,
  'minter-name-invalid':
    'a name has 1 to 63 lower-case letters, digits, "_" and "-", and begins with a letter or digit',
  'minter-binds-only': {
    mint: 'this minter mints nothing: it binds what it is given',
    queue: 'this minter mints nothing, so nothing is queued in it',
    'no-counters': ({ issued }) => `this minter mints nothing, and has issued ${issued} identifiers before`,
  },
  'minter-damaged': 'the counters of this minter are damaged: restore it from a copy',
  'template-invalid': { create: noTemplate, validate: noTemplate },
  'term-invalid': ({ term }) => `"${term}" is no term: a term is long, medium or short`,
  'authority-missing': {
    missing: 'identifiers for the long term need a NAAN, its authority and a sub-authority',
    naan: 'identifiers for the long term need a NAAN of 5 digits: 00000 is one for trying out',
  },
  'seed-invalid': ({ max }) => `a seed is a whole number from 0 to ${max}`,
  'policy-invalid': {
    'too-long': ({ max }) => `a policy has at most ${max} characters`,
    character: 'a policy has a character that cannot be kept (U+0000 or half a character)',
  },
  'identifier-invalid': {
    missing: ({ operation }) => `no identifier was given to be ${OPERATIONS[operation]}`,
    'too-long': ({ what, max }) => `${nameOf(what)} has more than ${max} bytes; choose a shorter one`,
    character: ({ what }) => `${nameOf(what)} has a character that cannot be kept (U+0000 or half a character)`,
    'no-rule': ({ id }) => `${id}: an identifier begins with ":" only in a rule, as in :idmap/PATTERN`,
    prefix: ({ id }) => `${id} is the handle of a prefix: a steward puts values into it by the API of handles`,
    'not-new': ({ how }) => `"${how}" mints the identifier that it binds: write "new" in its place`,
    unfit: misfitOf,
    'not-utf-8': ({ text }) => `${text}: identifiers and element names are UTF-8 text`,
    foreign: ({ operation, problems }) =>
      `nothing was ${OPERATIONS[operation]}, for this minter could not have minted each of them: ${problems.map(misfitOf).join('; ')}`,
  },
  'name-state-invalid': ({ id }) => `${id} was public already, so it cannot be reserved: withdraw it instead`,
  'identifier-unissued': ({ id }) =>
    `${id} was never issued: a minter for the long term binds what it has issued, or what is held`,
  'identifiers-exhausted': ({ limit }) => `no identifier is left (stopped at ${limit}): create another minter`,
  'identifiers-held': ({ total }) => `all ${total} identifiers are held or queued: release some`,
  'element-missing': {
    bind: ({ how }) => `"${how}" needs the name of an element`,
    mint: 'what is bound to new identifiers needs the name of an element',
  },
  'value-missing': ({ how, element }) => `"${how}" needs a value for the element "${element}"`,
  'value-too-large': {
    value: ({ bytes, max }) => `a value has at most ${max} bytes, this one ${bytes}`,
    node: ({ bytes, max }) => `in a node a value has at most ${max} bytes, this one ${bytes}`,
    rule: ({ bytes, max }) => `what a rule makes has at most ${max} bytes, this has ${bytes}`,
    together: ({ count, bytes, max }) =>
      `what is bound to ${count} identifiers has ${bytes} bytes, more than ${max}: take fewer at once`,
    record: ({ id, bytes, max }) =>
      `what is bound to ${id} has ${bytes} bytes, more than the ${max} that are shown at once: ask for its elements one by one`,
    input: ({ max }) => `at most ${max} bytes are read`,
  },
  'binding-invalid': {
    unknown: ({ how }) => `"${how}" is no kind of binding`,
    value: ({ how }) => `"${how}" takes no value`,
  },
  'binding-missing': {
    how: ({ how, id, element }) => `"${how}" needs something that is bound to ${id} as "${element}", and nothing is`,
    none: ({ id, element }) => `nothing is bound to ${id} as "${element}"`,
  },
  'binding-exists': ({ how, id, element }) =>
    `"${how}" binds what is new, and something is bound to ${id} as "${element}" already`,
  'rules-too-long': ({ max }) =>
    `the rules of the minters would take more than ${max} steps for this identifier: take a shorter one, or shorten the rules`,
  'pattern-invalid': ({ pattern, said }, say) => `:idmap/${pattern}: the pattern cannot be used: ${say(said)}`,
  'pepper-missing': ({ id }) => `${id}: this identifier is peppered: give it with "!" and its pepper`,
  'pepper-wrong': ({ id }) => `${id}: the pepper after "!" is not the one this identifier was minted with`,
  'queue-time-invalid': {
    missing: 'say when: now, first, lvf, or a delay such as 30d',
    unknown: ({ when }) => `"${when}" is no time to queue for: write now, first, lvf, or a delay such as 30d`,
  },
};
