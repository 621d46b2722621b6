import { Type } from 'typebox';
import { closed, text } from './parts.ts';

export const MintedIbisSchema = Type.Object(
  {
    ibis: Type.Array(
      Type.Object(
        {
          repository: text('The label as a repository name'),
          ibip: Type.Optional(text('Absent where the node has no IP address')),
          date: text('Exact decimal POSIX seconds'),
        },
        closed,
      ),
    ),
  },
  closed,
);
