import type { PeopleRefusals } from '../../codes/people-refusals.ts';
import type { WordsFor } from '../sentence.ts';

export const PEOPLE: WordsFor<PeopleRefusals> = {
  'sign-in-refused': 'the e-mail address or the password is wrong, or the account is not in use: try again',
  'second-factor-needed': 'this account has a second factor: send the code of the app, or a recovery code, as well',
  'code-wrong': 'this code is wrong, or was used before: wait for the next one',
  'session-ended': 'you are not signed in any more: sign in again',
  'person-needed': 'this is for people who signed in: a key has no account',
  'too-many-tries': ({ seconds }) => `there were too many tries: wait ${seconds} s`,
  'person-not-found': ({ id }) => `there is no person ${id}: look at the list of people`,
  'person-name-invalid': ({ max }) => `give the name in one line of at most ${max} visible characters`,
  'email-invalid': 'give an e-mail address such as ana@example.org',
  'email-taken': ({ email }) => `${email} belongs to another person here: look at the list of people`,
  'last-administrator': 'nobody else could administer this node: make another administrator first',
  'link-invalid': 'this link was used before, has expired or is not whole: ask for another',
  'password-wrong': 'this is not your password: try again',
  'password-weak': {
    short: ({ min }) => `a password has at least ${min} characters: take several words`,
    long: ({ max }) => `a password has at most ${max} characters`,
    plain: 'this password is too easy to guess: take several words',
    own: 'a password that contains your name or address is easy to guess: take another',
  },
  'mail-missing': 'this node sends no e-mails: ask its administrator for a link',
  'openid-missing': 'nobody signs in here through another service: sign in with your password',
  'openid-unreachable': 'the sign-in service does not answer: try again later, or sign in with your password',
  'openid-refused': {
    expired: 'this way of signing in was not begun in this browser, or took too long: begin again',
    denied: 'the sign-in service did not let you in: begin again',
    unproven:
      'what the sign-in service answered proves nothing: begin again, and tell the administrator if it fails again',
    unknown: 'nobody here is known by this account: ask the administrator for an invitation to its e-mail address',
    unverified: 'the sign-in service has not verified your e-mail address: have it verified there first',
    linkable:
      'there is an account with your e-mail address here: sign in with your password, and link the two under "Your account"',
    taken: 'this account is linked already, or you have linked another one: unlink that one first',
    'no-sign-out': 'the sign-in service has no page for signing out: sign out on its own site',
  },
};
