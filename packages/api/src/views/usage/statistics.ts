import { Type } from 'typebox';
import { closed, text, wordOf } from '../parts.ts';

export const MAX_COUNTS = 10_000;

export const StatisticsSchema = Type.Object(
  {
    from: text('YYYY-MM-DD'),
    to: text('YYYY-MM-DD'),
    counts: Type.Array(
      Type.Object(
        {
          repository: Type.Optional(text('Absent where days are asked for')),
          day: Type.Optional(text('Absent where items are asked for')),
          content: wordOf(['Data', 'Metadata'], 'What was accessed'),
          accesses: Type.Integer(),
        },
        closed,
      ),
    ),
    isComplete: Type.Boolean({
      description: `False where there are more than ${MAX_COUNTS} counts: ask for fewer days; or more items than "top"`,
    }),
  },
  closed,
);
