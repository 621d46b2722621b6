import { Type } from 'typebox';
import { ItemSchema } from './item.ts';
import { text } from './parts.ts';

export const ProblemSchema = Type.Object(
  {
    type: text('Where it is explained'),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.Optional(text('What is wrong, where, and what to do')),
    code: Type.Optional(text('Stable; see docs/refusals.md')),
    parameters: Type.Optional(
      Type.Unsafe<object>({
        type: 'object',
        additionalProperties: true,
        description: 'What the code is about, by which a client words it in its own language',
      }),
    ),
    problems: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), problem: Type.String(), expected: Type.String() }), {
        description: 'All that is wrong with a body or with metadata',
      }),
    ),
    position: Type.Optional(
      Type.Integer({ description: 'Of the first character of a label that does not fit, from 0' }),
    ),
    expected: Type.Optional(text('What was expected there')),
    item: Type.Optional(ItemSchema),
  },
  { title: 'Problem', description: 'RFC 9457 problem details' },
);
