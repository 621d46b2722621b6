import { Type } from 'typebox';
import { closed } from './parts.ts';

export const NodeSchema = Type.Object(
  {
    version: Type.String(),
    roles: Type.Array(Type.String(), { description: 'What this node does: minter, archive, resolver, console' }),
    isReadingPublic: Type.Boolean({ description: 'Whether reading needs no key' }),
    maxFileBytes: Type.Integer({ description: 'How large a deposited file may be' }),
    signIn: Type.Object(
      {
        hasPeople: Type.Boolean({ description: 'Whether people sign in here; otherwise there are only keys' }),
        sendsMail: Type.Boolean({ description: 'Whether people get invitations and new passwords by e-mail' }),
      },
      closed,
    ),
  },
  closed,
);
