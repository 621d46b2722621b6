import { Type } from 'typebox';
import { closed, Time, text, wordOf } from './parts.ts';
import type { View } from './view.ts';

export const RoleSchema = wordOf(['admin', 'steward', 'depositor', 'reader'], 'What is allowed');

/** A right over the items of a collection. */
export const GrantSchema = Type.Object(
  {
    role: wordOf(['reviewer', 'curator'], 'A reviewer judges what is to be published, a curator changes it as well'),
    collection: Type.Optional(text('Name of the collection; without one, all of them')),
  },
  closed,
);

const nameList = (description: string) =>
  Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems: 100, description }));

/** A limited key changes nothing but what its limits name. */
export const LimitsSchema = Type.Object(
  {
    collections: nameList('Names of the collections whose items it may deposit and change'),
    minters: nameList('Names of the minters that it may mint and bind with'),
  },
  closed,
);

const KeySchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    role: RoleSchema,
    created: Time,
    revoked: Type.Optional(Time),
    expires: Type.Optional(Time),
    person: Type.Optional(text('Number of the person whose key it is: it allows no more than they may')),
    limits: Type.Optional(LimitsSchema),
  },
  { ...closed, title: 'Key' },
);

export const KeyPageSchema = Type.Object({ keys: Type.Array(KeySchema) }, closed);

export const NewKeySchema = Type.Object(
  {
    ...KeySchema.properties,
    key: Type.String({ description: 'Shown only now: only a hash of it is kept' }),
  },
  closed,
);

export const PrincipalSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    role: RoleSchema,
    email: Type.Optional(Type.String({ description: 'Of a person who signed in; a key has none' })),
    person: Type.Optional(text('Number of the person who signed in, or whose key it is')),
    grants: Type.Optional(Type.Array(GrantSchema)),
    limits: Type.Optional(LimitsSchema),
  },
  closed,
);

export type ApiKey = View<typeof KeySchema>;
export type Principal = View<typeof PrincipalSchema>;
