import { parseTarget } from '@perene/core/ark';
import { refuseUnkeptName } from '../identifiers/check-identifiers.ts';
import { type NameState, REASON_ELEMENT, STATE_ELEMENT, STATE_WORDS } from '../names/name-state.ts';
import type { BoundChanges } from '../names/register-name.ts';
import { PERSON } from '../names/register-name.ts';
import type { EzidProblem, EzidRequester } from './ezid-answer.ts';

/** The element in which the target is bound. */
export const TARGET_ELEMENT = '_t';
const PROFILE = /^[a-z0-9]+(?:[-_.][a-z0-9]+)*$/i;
const MAX_PROFILE_LENGTH = 32;
const UNAVAILABLE = /^unavailable(?:$| *\|(.*))/s;

export interface ChangedName {
  /** The state before; undefined for a new name. */
  readonly before: NameState | undefined;
  readonly owner: string | undefined;
  readonly requester: EzidRequester;
}

/** Reads metadata as EZID does: names that begin with `_` have meanings and rules, an empty value takes away. */
export const readChanges = (
  metadata: ReadonlyMap<string, string>,
  name: ChangedName,
): { readonly changes: BoundChanges } | { readonly problem: EzidProblem } => {
  const changes = new Map<string, string | undefined>();
  for (const [label, value] of metadata) {
    const read = READERS[label] ?? (label.startsWith('_') ? refuseField : readPlain);
    const problem = read({ label, value, name, changes });
    if (problem !== undefined) return { problem };
  }
  return { changes };
};

interface Reading {
  readonly label: string;
  readonly value: string;
  readonly name: ChangedName;
  readonly changes: Map<string, string | undefined>;
}

type Reader = (reading: Reading) => EzidProblem | undefined;

const readPlain: Reader = ({ label, value, changes }) => {
  refuseUnkeptName(label, 'element');
  // The original of noid keeps its own records under such names.
  if (label.startsWith(':')) return { error: 'field', field: label, problem: 'not-settable' };
  changes.set(label, value === '' ? undefined : value);
  return undefined;
};

const refuseField: Reader = ({ label }) => ({ error: 'field', field: label, problem: 'not-settable' });

const readOwner: Reader = ({ label, value, name: { owner, requester }, changes }) => {
  if (value === '') return { error: 'field', field: label, problem: 'no-user' };
  if (!requester.isMaster && value !== (owner ?? requester.name)) return { error: 'ownership' };
  // Another owner is a key by its name: what a person registered is no longer that person's.
  if (value !== owner) changes.set(PERSON, requester.isMaster ? undefined : requester.person);
  changes.set(label, value);
  return undefined;
};

const readStatus: Reader = ({ label, value, name: { before }, changes }) => {
  const refused = { error: 'field', field: label, problem: 'status-change' } as const;
  const [whole, reason = ''] = UNAVAILABLE.exec(value) ?? [];
  if (value !== 'reserved' && value !== 'public' && whole === undefined) {
    return { error: 'field', field: label, problem: 'status' };
  }
  if (value === 'reserved' && before !== undefined && before.kind !== 'reserved') return refused;
  if (whole !== undefined && (before === undefined || before.kind === 'reserved')) return refused;
  changes.set(STATE_ELEMENT, whole === undefined ? value : STATE_WORDS.withdrawn);
  changes.set(REASON_ELEMENT, reason.trim() === '' ? undefined : reason.trim());
  return undefined;
};

const readTarget: Reader = ({ label, value, changes }) => {
  if (value !== '' && !parseTarget(value).ok) return { error: 'field', field: label, problem: 'url' };
  changes.set(TARGET_ELEMENT, value === '' ? undefined : value);
  return undefined;
};

const readProfile: Reader = ({ label, value, changes }) => {
  if (value !== '' && (value.length > MAX_PROFILE_LENGTH || !PROFILE.test(value))) {
    return { error: 'field', field: label, problem: 'profile' };
  }
  changes.set(label, value === '' ? undefined : value);
  return undefined;
};

const readExport: Reader = ({ label, value, changes }) => {
  const word = value.toLowerCase();
  if (word !== 'yes' && word !== 'no') return { error: 'field', field: label, problem: 'yes-or-no' };
  changes.set(label, word === 'no' ? word : undefined);
  return undefined;
};

const READERS: Readonly<Record<string, Reader>> = {
  __proto__: null as never,
  _owner: readOwner,
  _status: readStatus,
  _target: readTarget,
  _profile: readProfile,
  _export: readExport,
};
