import { Type } from 'typebox';
import { PrincipalSchema } from '../../views/key.ts';
import { closed, text, wordOf } from '../../views/parts.ts';
import { IdentitySchema } from '../../views/people/person.ts';
import { EXAMPLE_TIME } from '../examples.ts';
import type { Operation } from '../operation.ts';
import { Code, EXAMPLE_PRINCIPAL, secret } from './account.ts';

const ofAccount = { tag: 'Account' } as const;

const FOR_BROWSERS =
  'For browsers: what has begun is kept in a cookie, for ten minutes. Pages of other sites are refused.';

const ISSUER = 'https://login.example.org/';

/** The operations of signing in through another service, by OpenID Connect. */
export const OPENID_OPERATIONS = {
  beginOpenId: {
    ...ofAccount,
    method: 'POST',
    path: '/session/openid',
    access: 'anyone',
    summary: 'Go to the service through which people sign in',
    description: FOR_BROWSERS,
    body: Type.Object(
      {
        purpose: wordOf(
          ['sign-in', 'link', 'sign-out'],
          'To sign in here, to link the account there with that of whoever is signed in, or to sign out there',
        ),
        password: Type.Optional(secret('Of whoever links an account')),
      },
      closed,
    ),
    answer: {
      status: 200,
      description: 'Where the browser has to go',
      body: Type.Object({ url: Type.String() }, closed),
    },
    refusals: [
      'openid-missing',
      'openid-unreachable',
      'openid-refused',
      'person-needed',
      'password-wrong',
      'too-many-tries',
    ],
    example: { request: { purpose: 'sign-in' }, answer: { url: `${ISSUER}authorize?...` } },
  },
  finishOpenId: {
    ...ofAccount,
    method: 'POST',
    path: '/session/openid/answer',
    access: 'anyone',
    summary: 'Come back from that service',
    description: FOR_BROWSERS,
    body: Type.Object(
      { answer: Type.String({ description: 'The query that the browser came back with', maxLength: 8_000 }) },
      closed,
    ),
    answer: {
      status: 200,
      description: 'Who is signed in, with the session as a cookie; nobody if an account was linked',
      body: Type.Object(
        { purpose: wordOf(['sign-in', 'link'], 'What it was begun for'), principal: Type.Optional(PrincipalSchema) },
        closed,
      ),
    },
    refusals: ['openid-missing', 'openid-unreachable', 'openid-refused', 'second-factor-needed', 'too-many-tries'],
    example: {
      request: { answer: 'code=...&state=...' },
      answer: { purpose: 'sign-in', principal: EXAMPLE_PRINCIPAL },
    },
  },
  confirmOpenId: {
    ...ofAccount,
    method: 'POST',
    path: '/session/openid/code',
    access: 'anyone',
    summary: 'Give the code of the second factor after coming back',
    description: FOR_BROWSERS,
    body: Type.Object({ code: Code }, closed),
    answer: { status: 201, description: 'Who is signed in; the session is a cookie', body: PrincipalSchema },
    refusals: ['openid-missing', 'openid-refused', 'code-wrong', 'too-many-tries'],
    example: { request: { code: '123456' }, answer: EXAMPLE_PRINCIPAL },
  },
  listIdentities: {
    ...ofAccount,
    method: 'GET',
    path: '/account/identities',
    access: 'reader',
    summary: 'List the accounts elsewhere by which the person signs in',
    answer: {
      status: 200,
      description: 'All of them',
      body: Type.Object({ identities: Type.Array(IdentitySchema) }, closed),
    },
    refusals: ['person-needed'],
    example: { answer: { identities: [{ issuer: ISSUER, linked: EXAMPLE_TIME, isUsable: true }] } },
  },
  unlinkIdentity: {
    ...ofAccount,
    method: 'DELETE',
    path: '/account/identities',
    access: 'reader',
    summary: 'Stop signing in by an account elsewhere',
    description: 'Only who has a password here can, because nobody could sign in otherwise.',
    body: Type.Object({ issuer: text('Address of the provider'), password: secret('Of the person') }, closed),
    answer: { status: 204, description: 'It signs nobody in any more' },
    refusals: ['person-needed', 'password-wrong', 'too-many-tries'],
    example: { request: { issuer: ISSUER, password: '...' } },
  },
} as const satisfies Readonly<Record<string, Operation>>;
