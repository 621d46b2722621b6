import { Type } from 'typebox';
import { GrantSchema, RoleSchema } from '../../views/key.ts';
import { closed, text, wordOf } from '../../views/parts.ts';
import { LinkedPersonSchema, PersonPageSchema, PersonSchema } from '../../views/people/person.ts';
import { EXAMPLE_TIME } from '../examples.ts';
import type { Operation } from '../operation.ts';

export const EXAMPLE_PERSON = {
  id: 'c0ffee0123456789',
  name: 'Ana Lima',
  email: 'ana@example.org',
  role: 'depositor',
  grants: [{ role: 'curator', collection: 'maps' }],
  state: 'active',
  hasPassword: true,
  hasSecondFactor: false,
  created: EXAMPLE_TIME,
};

const EXAMPLE_LINKED = {
  person: { ...EXAMPLE_PERSON, state: 'invited', hasPassword: false },
  isSent: false,
  link: 'https://example.org/console/welcome#...',
  expires: EXAMPLE_TIME,
};

const PersonParameters = Type.Object({ id: text('Of the person: number or e-mail address') });
const By = Type.Optional(
  wordOf(['mail', 'link'], 'How they get the link: by e-mail where the node sends e-mails (default), or by you'),
);
const Language = Type.Optional(wordOf(['en', 'pt'], 'Of the e-mail; without it, both'));

const named = {
  name: text('As the history shows it', { law: { minLength: 1, maxLength: 200 } }),
  email: text('What they sign in with', { law: { maxLength: 254 } }),
};

const ofPeople = { tag: 'People', access: 'admin' } as const;

/** The operations of administrators on people. */
export const PEOPLE_OPERATIONS = {
  invitePerson: {
    ...ofPeople,
    method: 'POST',
    path: '/people',
    summary: 'Invite a person, who then chooses a password',
    description: 'The link works once, for seven days. It is e-mailed, or shown in the answer to be handed over.',
    body: Type.Object({ ...named, role: RoleSchema, by: By, language: Language }, closed),
    answer: { status: 201, description: 'The person, and how they get the link', body: LinkedPersonSchema },
    refusals: ['person-name-invalid', 'email-invalid', 'email-taken', 'mail-missing'],
    example: {
      request: { name: 'Ana Lima', email: 'ana@example.org', role: 'depositor' },
      answer: EXAMPLE_LINKED,
    },
  },
  listPeople: {
    ...ofPeople,
    method: 'GET',
    path: '/people',
    summary: 'List all people',
    answer: { status: 200, description: 'All people', body: PersonPageSchema },
    example: { answer: { people: [EXAMPLE_PERSON] } },
  },
  showPerson: {
    ...ofPeople,
    method: 'GET',
    path: '/people/{id}',
    summary: 'Show a person',
    params: PersonParameters,
    answer: { status: 200, description: 'The person', body: PersonSchema },
    refusals: ['person-not-found'],
    example: { request: { id: EXAMPLE_PERSON.id }, answer: EXAMPLE_PERSON },
  },
  changePerson: {
    ...ofPeople,
    method: 'PATCH',
    path: '/people/{id}',
    summary: 'Change name, address, role or state of a person',
    description:
      'A disabled person is signed out everywhere at once. The last administrator can be neither disabled nor given another role.',
    params: PersonParameters,
    body: Type.Object(
      {
        name: Type.Optional(named.name),
        email: Type.Optional(named.email),
        role: Type.Optional(RoleSchema),
        grants: Type.Optional(
          Type.Array(GrantSchema, { maxItems: 100, description: 'All rights over collections from now on' }),
        ),
        state: Type.Optional(wordOf(['active', 'disabled'], 'Whether they may sign in')),
      },
      closed,
    ),
    answer: { status: 200, description: 'The person', body: PersonSchema },
    refusals: ['person-not-found', 'person-name-invalid', 'email-invalid', 'email-taken', 'last-administrator'],
    example: { request: { id: EXAMPLE_PERSON.id, role: 'steward' }, answer: { ...EXAMPLE_PERSON, role: 'steward' } },
  },
  linkPerson: {
    ...ofPeople,
    method: 'POST',
    path: '/people/{id}/link',
    summary: 'Give a person a new link, to choose a password',
    description:
      'For those who did not use their invitation it is another one, and lasts seven days; for others it lasts a day. Earlier links stop working.',
    params: PersonParameters,
    body: Type.Object({ by: By, language: Language }, closed),
    isBodyOptional: true,
    answer: { status: 201, description: 'The person, and how they get the link', body: LinkedPersonSchema },
    refusals: ['person-not-found', 'mail-missing'],
    example: { request: { id: EXAMPLE_PERSON.id, by: 'link' }, answer: EXAMPLE_LINKED },
  },
  forgetSecondFactor: {
    ...ofPeople,
    method: 'DELETE',
    path: '/people/{id}/second-factor',
    summary: 'Take the second factor from a person who lost it',
    params: PersonParameters,
    answer: { status: 204, description: 'The password is enough' },
    refusals: ['person-not-found'],
    example: { request: { id: EXAMPLE_PERSON.id } },
  },
  signPersonOut: {
    ...ofPeople,
    method: 'DELETE',
    path: '/people/{id}/sessions',
    summary: 'Sign a person out everywhere',
    params: PersonParameters,
    answer: { status: 204, description: 'None of their sessions is accepted any more' },
    refusals: ['person-not-found'],
    example: { request: { id: EXAMPLE_PERSON.id } },
  },
} as const satisfies Readonly<Record<string, Operation>>;
