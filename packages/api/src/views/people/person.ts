import { Type } from 'typebox';
import { GrantSchema, RoleSchema } from '../key.ts';
import { closed, Time, text, wordOf } from '../parts.ts';
import type { View } from '../view.ts';

const PersonStateSchema = wordOf(['invited', 'active', 'disabled'], 'Only active people sign in');

export const PersonSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    email: Type.String(),
    role: RoleSchema,
    grants: Type.Array(GrantSchema),
    state: PersonStateSchema,
    hasPassword: Type.Boolean(),
    hasSecondFactor: Type.Boolean({ description: 'Whether signing in asks for a code as well' }),
    created: Time,
    signedIn: Type.Optional(text('When they last signed in, ISO 8601, UTC')),
  },
  { ...closed, title: 'Person' },
);

export const PersonPageSchema = Type.Object({ people: Type.Array(PersonSchema) }, closed);

const linked = {
  isSent: Type.Boolean({ description: 'Whether an e-mail with the link is on its way' }),
  link: Type.Optional(text('Where they choose a password; shown only now, and works once')),
  expires: Time,
};

/** A person with the link that was made for them. */
export const LinkedPersonSchema = Type.Object({ person: PersonSchema, ...linked }, closed);

export const SessionSchema = Type.Object(
  {
    id: Type.String(),
    started: Time,
    seen: text('When it was last used, to some minutes, ISO 8601, UTC'),
    agent: text('What the browser calls itself'),
    isThis: Type.Boolean({ description: 'Whether this request came with it' }),
  },
  { ...closed, title: 'Session' },
);

/** For whom a link is, before they choose a password. */
export const OpenedLinkSchema = Type.Object(
  {
    purpose: wordOf(['invitation', 'reset'], 'Whether the account is new'),
    name: Type.String(),
    email: Type.String(),
    expires: Time,
  },
  closed,
);

/** An account elsewhere by which a person signs in. */
export const IdentitySchema = Type.Object(
  {
    issuer: text('Address of the provider'),
    linked: Time,
    isUsable: Type.Boolean({ description: 'Whether people sign in here through this provider' }),
  },
  closed,
);

export type Identity = View<typeof IdentitySchema>;
export type Person = View<typeof PersonSchema>;
export type LinkedPerson = View<typeof LinkedPersonSchema>;
export type PersonSession = View<typeof SessionSchema>;
export type OpenedLink = View<typeof OpenedLinkSchema>;
