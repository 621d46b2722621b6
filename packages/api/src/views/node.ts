import { Type } from 'typebox';
import { closed, text } from './parts.ts';

export const NodeSchema = Type.Object(
  {
    version: Type.String(),
    roles: Type.Array(Type.String(), { description: 'What this node does: minter, archive, resolver, console' }),
    isReadingPublic: Type.Boolean({ description: 'Whether reading needs no key' }),
    site: Type.Object(
      {
        name: Type.Object(
          { en: Type.String(), pt: Type.String() },
          { ...closed, description: 'Whose node this is, in each language' },
        ),
        logo: Type.Optional(Type.String({ description: 'Where its mark is' })),
        isForPractice: Type.Boolean({ description: 'Whether its labels are for trying out only' }),
      },
      closed,
    ),
    maxFileBytes: Type.Integer({ description: 'How large a deposited file may be' }),
    signIn: Type.Object(
      {
        hasPeople: Type.Boolean({ description: 'Whether people sign in here; otherwise there are only keys' }),
        sendsMail: Type.Boolean({ description: 'Whether people get invitations and new passwords by e-mail' }),
        provider: Type.Optional(text('Name of the service through which people may sign in as well')),
      },
      closed,
    ),
  },
  closed,
);
