import { Type } from 'typebox';
import { closed, Time, wordOf } from './parts.ts';
import type { View } from './view.ts';

export const RoleSchema = wordOf(['admin', 'steward', 'depositor', 'reader'], 'What is allowed');

const KeySchema = Type.Object(
  { id: Type.String(), name: Type.String(), role: RoleSchema, created: Time, revoked: Type.Optional(Time) },
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
  },
  closed,
);

export type ApiKey = View<typeof KeySchema>;
export type Principal = View<typeof PrincipalSchema>;
