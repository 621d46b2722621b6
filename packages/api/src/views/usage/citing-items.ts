import { Type } from 'typebox';
import { closed, Label, text } from '../parts.ts';

export const CitingItemsSchema = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          label: Label,
          url: text('Persistent URL'),
          follows: Type.Integer({ description: 'How often, each visitor once an hour' }),
          lastDay: text('YYYY-MM-DD, when it was last followed'),
        },
        closed,
      ),
    ),
  },
  closed,
);
