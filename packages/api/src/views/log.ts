import { Type } from 'typebox';
import { closed, Label, Next, Time, text } from './parts.ts';

export const LogPageSchema = Type.Object(
  {
    entries: Type.Array(
      Type.Object(
        {
          at: Time,
          who: text('Name and number of the key, or whoever used the command line'),
          action: text('Such as added, edited, removed'),
          repository: Label,
          describes: Type.Optional(text('Of the description of an item: label of that item')),
          title: Type.Optional(
            text('As it is now, empty where it has none; absent where the item is not here any more'),
          ),
        },
        closed,
      ),
    ),
    next: Next,
  },
  closed,
);
