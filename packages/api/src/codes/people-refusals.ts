import type { None } from './parameters.ts';

/** Refusals about people, how they sign in, and what they may do. */
export interface PeopleRefusals {
  'sign-in-refused': None;
  'second-factor-needed': None;
  'code-wrong': None;
  'session-ended': None;
  'person-needed': None;
  'too-many-tries': { readonly seconds: number };
  'person-not-found': { readonly id: string };
  'person-name-invalid': { readonly max: number };
  'email-invalid': None;
  'email-taken': { readonly email: string };
  'last-administrator': None;
  'link-invalid': None;
  'password-wrong': None;
  'password-weak':
    | { readonly reason: 'short'; readonly min: number }
    | { readonly reason: 'long'; readonly max: number }
    | { readonly reason: 'plain' }
    | { readonly reason: 'own' };
  'mail-missing': None;
  'openid-missing': None;
  'openid-unreachable': None;
  'openid-refused':
    | { readonly reason: 'expired' }
    | { readonly reason: 'denied' }
    | { readonly reason: 'unproven' }
    | { readonly reason: 'unknown' }
    | { readonly reason: 'unverified' }
    | { readonly reason: 'linkable' }
    | { readonly reason: 'taken' }
    | { readonly reason: 'no-sign-out' };
}
