import type { IdentifierProblem, QueueRefusal, Refusal, RefusalCode, RefusalParameters } from '@perene/api/refusals';
import { describe } from '@perene/api/words';
import type { MinterEvent } from '../../services/noid/minters/minter-work.ts';
import { identifierMessage, templateMessage } from './identifier-messages.ts';

type Words = { readonly [Code in RefusalCode]?: (parameters: RefusalParameters[Code]) => string | undefined };

const MISSING = {
  bind: 'bind needs an identifier specified.',
  queue: 'must specify at least one id to queue.',
  validate: 'must specify a template and at least one identifier.',
} as const;

const BINDS_ONLY = {
  mint: 'this minter does not generate identifiers (it does accept user-defined identifier and element bindings).',
  queue: 'queuing makes no sense in a bind-only minter.',
} as const;

const AUTHORITY = {
  missing: 'longterm identifiers require an NAA Number, NAA, and SubNAA.',
  naan: 'term of "long" requires a 5-digit NAAN (00000 if none), and non-empty string values for NAA and SubNAA.',
} as const;

export const sayProblem = ({ id: identifier, template, ...refused }: IdentifierProblem): string =>
  identifierMessage({ ok: false, ...refused }, { identifier, template });

/** The sentences of the Perl program, byte for byte, because scripts read them. */
const PERL: Words = {
  'template-invalid': ({ reason, template, problem, position, expected }) => {
    const message = templateMessage({ ok: false, problem, position, expected });
    return reason === 'create' ? message : `template ${template} bad: ${message}`;
  },
  'term-invalid': ({ term }) => `term (${term}) must be either "long", "medium", "-", or "short".`,
  'authority-missing': ({ reason }) => AUTHORITY[reason],
  'identifier-invalid': (given) => {
    switch (given.reason) {
      case 'missing':
        return MISSING[given.operation];
      case 'no-rule':
        return `${given.id}: id cannot begin with ":" unless of the form ":idmap/Idpattern".`;
      case 'not-new':
        return `bind "${given.how}" requires id to be given as "new".`;
      case 'foreign':
        return `${given.operation} operation not started -- one or more ids did not validate:\n${given.problems.map(sayProblem).join('\n')}`;
      default:
        return undefined;
    }
  },
  'identifier-unissued': ({ id }) =>
    `${id}: "long" term disallows binding an unissued identifier unless a hold is first placed on it.`,
  'identifiers-exhausted': ({ limit }) => `identifiers exhausted (stopped at ${limit}).`,
  'identifiers-held': ({ total }) => `all ${total} identifiers are held or queued; release some.`,
  'pattern-invalid': ({ pattern, said }) => `:idmap/${pattern}: the pattern cannot be used: ${describe(said, 'en')}`,
  'minter-binds-only': (given) =>
    given.reason === 'no-counters'
      ? `no active counters panic, but ${given.issued} identifiers left?`
      : BINDS_ONLY[given.reason],
  'element-missing': (given) => (given.reason === 'bind' ? `"bind ${given.how}" requires an element name.` : undefined),
  'binding-invalid': ({ reason, how }) =>
    reason === 'unknown' ? `bind how?  What does ${how} mean?` : `why does "bind ${how}" have a supplied value ()?`,
  'value-missing': ({ how, element }) => `"bind ${how} ${element}" requires a value to bind.`,
  'binding-missing': (given) =>
    given.reason === 'how'
      ? `for "bind ${given.how}", "${given.id} ${given.element}" must already be bound.`
      : undefined,
  'binding-exists': ({ how, id, element }) => `for "bind ${how}", "${id} ${element}"  cannot already be bound.`,
  'queue-time-invalid': (given) =>
    given.reason === 'missing' ? 'queue when? (eg, first, lvf, 30d, now)' : `unrecognized queue time: ${given.when}`,
  'minter-not-found': ({ minter }) => `no database (${minter}) -- use dbcreate?`,
  'minter-exists': ({ minter: folder }) =>
    `a NOID database already exists in ${folder === '.' ? 'the current directory.' : `"${folder}".`}
\tTo permit creation of a new minter, rename
\tor remove the entire NOID subdirectory.`,
  'data-folder-unusable': (given) => {
    if (given.reason === 'not-made') return `couldn't create database directory\n${given.path}: ${given.cause}\n`;
    return given.reason === 'berkeley'
      ? `${given.path} is no SQLite file; if it is a minter of the Perl program, move it with: db_dump -p ${given.path} | noid -f NEWDIR import`
      : undefined;
  },
};

/** Uses our own words for a refusal that the Perl program does not have. */
export const sayAsPerl = (refusal: Refusal): string => {
  const word = PERL[refusal.code] as ((given: object) => string | undefined) | undefined;
  return word?.(refusal.parameters) ?? oneLine(describe(refusal, 'en'));
};

const MAX_SHOWN_LENGTH = 1_000;

/** Makes one sentence on one line, whatever a file contained. */
const oneLine = (text: string): string => {
  const line = text.replaceAll(/\p{Cc}+/gu, ' ');
  return line.length > MAX_SHOWN_LENGTH ? `${line.slice(0, MAX_SHOWN_LENGTH)}...` : `${line.replace(/\.$/, '')}.`;
};

export const sayNotQueued = ({ reason, id, circulation }: QueueRefusal): string => {
  switch (reason) {
    case 'held':
      return `error: a hold has been set for "${id}" and must be released before the identifier can be queued for minting.`;
    case 'queued-already':
      return `error: id ${id} cannot be queued since it appears to be in the queue already -- circ record is ${circulation}`;
    case 'unqueued-already':
      return `error: id ${id} has been unqueued already -- circ record is ${circulation}`;
    case 'not-queued':
      return `error: id ${id} cannot be unqueued since its circ record does not indicate its being queued, circ record is ${circulation}`;
  }
};

/** Returns a line of the log that the Perl program keeps. */
export const logLine = (event: MinterEvent): string => {
  switch (event.kind) {
    case 'hold':
      return `${event.date} ${event.id}: ${event.isHeld ? 'placing' : 'releasing'} hold`;
    case 'not-queued':
      return sayNotQueued(event.refused);
    case 'queued':
      return `id: ${event.id} added to queue under :/q/${event.place}`;
    case 'queued-unminted':
      return `note: id ${event.id} being queued before first minting (to be pre-cycled)`;
    case 'queued-again':
      return `note: longterm id ${event.id} being queued for re-issue`;
    case 'unissued-bound':
      return `warning: ${event.id}: binding an unissued identifier that has no hold placed on it.`;
    case 'held-in-queue':
      return `warning: id ${event.id} found in queue with a hold placed on it -- removed from queue.`;
    case 'circulation':
      return `m: ${event.circulation}`;
    case 'note':
      return `note: note attempt under ${event.key} by ${event.contact}`;
    case 'counter-reset':
      return `${event.date}: Resetting counter to zero; previously issued identifiers will be re-issued`;
    case 'stopped':
      return `error: ${sayAsPerl(event.refusal)}`;
    case 'not-issued-again':
      return `error: id ${event.id} cannot be re-issued except by going through the queue, circ_rec ${event.circulation}`;
    case 'unqueued-issued':
      return `note: generating id ${event.id}, currently marked as unqueued, circ record is ${event.circulation}`;
    case 'queued-passed-over':
      return `note: will not issue genid()'d ${event.id} as it's status is 'q', circ_rec is ${event.circulation}`;
  }
};
