import { Type } from 'typebox';
import { PrincipalSchema } from '../../views/key.ts';
import { closed, text } from '../../views/parts.ts';
import { OpenedLinkSchema, PersonSchema, SessionSchema } from '../../views/people/person.ts';
import { EXAMPLE_TIME } from '../examples.ts';
import type { Operation } from '../operation.ts';
import { EXAMPLE_PERSON } from './people.ts';

export const secret = (description: string) => Type.String({ description, maxLength: 1_000 });
const NewPassword = secret('At least 12 characters');
export const Code = Type.String({ description: 'That the app shows, or a recovery code', maxLength: 100 });
const Email = Type.String({ description: 'What they sign in with', maxLength: 1_000 });
const Token = Type.String({ description: 'The link from its # on', maxLength: 200 });

const EXAMPLE_SESSION = {
  id: '7e1fa1b2c3d4e5f6',
  started: EXAMPLE_TIME,
  seen: EXAMPLE_TIME,
  agent: 'Firefox',
  isThis: true,
};
export const EXAMPLE_PRINCIPAL = {
  id: EXAMPLE_PERSON.id,
  name: 'Ana Lima',
  role: 'depositor',
  email: 'ana@example.org',
  person: EXAMPLE_PERSON.id,
};

/** A browser keeps the session; a program has a key. */
const BY_COOKIE =
  'For browsers: the session is a cookie that scripts cannot read. Programs use a key. Pages of other sites are refused.';

const ofAccount = { tag: 'Account' } as const;

/** The operations of people on their own account. */
export const ACCOUNT_OPERATIONS = {
  signIn: {
    ...ofAccount,
    method: 'POST',
    path: '/session',
    access: 'anyone',
    summary: 'Sign in as a person',
    description: BY_COOKIE,
    body: Type.Object({ email: Email, password: secret('Of the person'), code: Type.Optional(Code) }, closed),
    answer: { status: 201, description: 'Who is signed in; the session is a cookie', body: PrincipalSchema },
    refusals: ['sign-in-refused', 'second-factor-needed', 'code-wrong', 'too-many-tries'],
    example: { request: { email: 'ana@example.org', password: '...' }, answer: EXAMPLE_PRINCIPAL },
  },
  signOut: {
    ...ofAccount,
    method: 'DELETE',
    path: '/session',
    access: 'anyone',
    summary: 'Sign out in this browser',
    answer: { status: 204, description: 'The session is over, and the cookie is taken back' },
    example: {},
  },
  openLink: {
    ...ofAccount,
    method: 'POST',
    path: '/link',
    access: 'anyone',
    summary: 'Tell for whom a link is',
    description: 'The link is sent as a body, so that no log has it.',
    body: Type.Object({ token: Token }, closed),
    answer: { status: 200, description: 'For whom it is', body: OpenedLinkSchema },
    refusals: ['link-invalid', 'too-many-tries'],
    example: {
      request: { token: '...' },
      answer: { purpose: 'invitation', name: 'Ana Lima', email: 'ana@example.org', expires: EXAMPLE_TIME },
    },
  },
  useLink: {
    ...ofAccount,
    method: 'POST',
    path: '/link/use',
    access: 'anyone',
    summary: 'Choose a password with a link',
    description:
      'The link works once, and signs nobody in. Whoever was signed in with an earlier password is signed out.',
    body: Type.Object(
      { token: Token, password: NewPassword, name: Type.Optional(text('As it should be shown')) },
      closed,
    ),
    answer: { status: 204, description: 'The password counts from now on' },
    refusals: ['link-invalid', 'password-weak', 'person-name-invalid', 'too-many-tries'],
    example: { request: { token: '...', password: '...' } },
  },
  askForReset: {
    ...ofAccount,
    method: 'POST',
    path: '/reset',
    access: 'anyone',
    summary: 'Ask for an e-mail with a link, to choose another password',
    description: 'The answer is the same whether there is such a person or not.',
    body: Type.Object({ email: Email }, closed),
    answer: { status: 204, description: 'An e-mail is on its way, if the address is that of a person here' },
    refusals: ['mail-missing', 'too-many-tries'],
    example: { request: { email: 'ana@example.org' } },
  },
  showAccount: {
    ...ofAccount,
    method: 'GET',
    path: '/account',
    access: 'reader',
    summary: 'Show the account of whoever is signed in',
    answer: { status: 200, description: 'The person', body: PersonSchema },
    refusals: ['person-needed'],
    example: { answer: EXAMPLE_PERSON },
  },
  changeAccount: {
    ...ofAccount,
    method: 'PATCH',
    path: '/account',
    access: 'reader',
    summary: 'Change the name of whoever is signed in',
    body: Type.Object({ name: text('As the history shows it', { law: { minLength: 1, maxLength: 200 } }) }, closed),
    answer: { status: 200, description: 'The person', body: PersonSchema },
    refusals: ['person-needed', 'person-name-invalid'],
    example: { request: { name: 'Ana Lima' }, answer: EXAMPLE_PERSON },
  },
  changePassword: {
    ...ofAccount,
    method: 'PUT',
    path: '/account/password',
    access: 'reader',
    summary: 'Choose another password',
    description: 'All other sessions of the person end.',
    body: Type.Object({ current: secret('The password until now'), password: NewPassword }, closed),
    answer: { status: 204, description: 'It counts from now on; this session goes on under another cookie' },
    refusals: ['person-needed', 'password-wrong', 'password-weak', 'too-many-tries'],
    example: { request: { current: '...', password: '...' } },
  },
  beginSecondFactor: {
    ...ofAccount,
    method: 'POST',
    path: '/account/second-factor',
    access: 'reader',
    summary: 'Get a secret for an app that shows codes',
    description: 'It counts once a code of it is sent with PUT.',
    body: Type.Object({ password: secret('Of the person') }, closed),
    answer: {
      status: 200,
      description: 'The secret, as text, as an address and as a QR code',
      body: Type.Object(
        {
          secret: text('In base 32'),
          uri: text('What the QR code says'),
          qr: Type.Object({ size: Type.Integer(), path: text('Dark squares, as a path of SVG') }, closed),
        },
        closed,
      ),
    },
    refusals: ['person-needed', 'password-wrong', 'too-many-tries'],
    example: {
      request: { password: '...' },
      answer: { secret: '...', uri: 'otpauth://totp/...', qr: { size: 33, path: 'M0 0h1v1h-1z' } },
    },
  },
  confirmSecondFactor: {
    ...ofAccount,
    method: 'PUT',
    path: '/account/second-factor',
    access: 'reader',
    summary: 'Have signing in ask for a code from now on',
    body: Type.Object({ password: secret('Of the person'), secret: text('That was given'), code: Code }, closed),
    answer: {
      status: 200,
      description: 'Codes for the day on which the app is lost, shown only now; each works once',
      body: Type.Object({ recoveryCodes: Type.Array(Type.String()) }, closed),
    },
    refusals: ['person-needed', 'password-wrong', 'code-wrong', 'too-many-tries'],
    example: { request: { password: '...', secret: '...', code: '123456' }, answer: { recoveryCodes: ['...'] } },
  },
  removeSecondFactor: {
    ...ofAccount,
    method: 'DELETE',
    path: '/account/second-factor',
    access: 'reader',
    summary: 'Have signing in ask for no code any more',
    body: Type.Object({ password: secret('Of the person') }, closed),
    answer: { status: 204, description: 'The password is enough' },
    refusals: ['person-needed', 'password-wrong', 'too-many-tries'],
    example: { request: { password: '...' } },
  },
  listSessions: {
    ...ofAccount,
    method: 'GET',
    path: '/account/sessions',
    access: 'reader',
    summary: 'List where the person is signed in',
    answer: {
      status: 200,
      description: 'The latest first',
      body: Type.Object({ sessions: Type.Array(SessionSchema) }, closed),
    },
    refusals: ['person-needed'],
    example: { answer: { sessions: [EXAMPLE_SESSION] } },
  },
  endSession: {
    ...ofAccount,
    method: 'DELETE',
    path: '/account/sessions/{id}',
    access: 'reader',
    summary: 'End one session of the person',
    params: Type.Object({ id: text('Of the session') }),
    answer: { status: 204, description: 'It is over' },
    refusals: ['person-needed'],
    example: { request: { id: EXAMPLE_SESSION.id } },
  },
  endSessions: {
    ...ofAccount,
    method: 'DELETE',
    path: '/account/sessions',
    access: 'reader',
    summary: 'Sign out everywhere, here as well',
    answer: { status: 204, description: 'No session of the person is accepted any more' },
    refusals: ['person-needed'],
    example: {},
  },
} as const satisfies Readonly<Record<string, Operation>>;
