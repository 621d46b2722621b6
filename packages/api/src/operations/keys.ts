import { Type } from 'typebox';
import { KeyPageSchema, LimitsSchema, NewKeySchema, PrincipalSchema, RoleSchema } from '../views/key.ts';
import { closed, text } from '../views/parts.ts';
import { EXAMPLE_KEY } from './examples.ts';
import type { Operation } from './operation.ts';

export const KEY_OPERATIONS = {
  createKey: {
    method: 'POST',
    path: '/keys',
    tag: 'Keys',
    access: 'own',
    summary: 'Make a key, which is shown once',
    description:
      'People make keys for their own programs, which allow no more than they may themselves, and end with their account. Administrators make any.',
    body: Type.Object(
      {
        name: text('Whose key it is, for the history', { law: { minLength: 1, maxLength: 200 } }),
        role: RoleSchema,
        person: Type.Optional(text('Number or e-mail address of the person whose key it is; people make their own')),
        expires: Type.Optional(text('When it ends by itself, ISO 8601')),
        limits: Type.Optional(LimitsSchema),
      },
      closed,
    ),
    isRepeatable: true,
    answer: { status: 201, description: 'The new key', body: NewKeySchema },
    refusals: ['key-name-invalid', 'key-expiry-invalid', 'person-not-found'],
    example: {
      request: { name: 'Ana Lima', role: 'depositor' },
      answer: { ...EXAMPLE_KEY, key: 'perene_0123456789abcdef_...' },
    },
  },
  listKeys: {
    method: 'GET',
    path: '/keys',
    tag: 'Keys',
    access: 'own',
    summary: "List all keys, or one's own, without the keys themselves",
    answer: { status: 200, description: 'All keys', body: KeyPageSchema },
    example: { answer: { keys: [EXAMPLE_KEY] } },
  },
  revokeKey: {
    method: 'DELETE',
    path: '/keys/{id}',
    tag: 'Keys',
    access: 'own',
    summary: 'Make a key useless, for ever',
    description:
      'The last administrator, key or person, cannot be revoked. Other processes of the node notice within a second.',
    params: Type.Object({ id: text('Of the key') }),
    isRepeatable: true,
    answer: { status: 204, description: 'It was revoked' },
    refusals: ['key-not-found', 'key-last-admin'],
    example: { request: { id: EXAMPLE_KEY.id } },
  },
  whoAmI: {
    method: 'GET',
    path: '/whoami',
    tag: 'Keys',
    access: 'reader',
    summary: 'Tell who sent this, by key or signed in, and what they may do',
    answer: { status: 200, description: 'Whoever sent it', body: PrincipalSchema },
    example: { answer: { id: EXAMPLE_KEY.id, name: EXAMPLE_KEY.name, role: EXAMPLE_KEY.role } },
  },
} as const satisfies Readonly<Record<string, Operation>>;
