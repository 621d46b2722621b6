import { Type } from 'typebox';
import { closed, Label, Time, text, wordOf } from './parts.ts';

const Cursor = text('Where to go on: "after" of the next request', { law: { pattern: '^\\d{1,18}-\\d{1,18}$' } });

const ChangeSchema = Type.Object(
  {
    cursor: Cursor,
    at: Time,
    repository: Label,
    action: text('As in the history of the item, such as added, edited, linked, removed, copy dropped'),
    state: Type.Optional(
      wordOf(['Original', 'Copy', 'Deleted'], 'As it is now; absent where the item is not here any more'),
    ),
    describes: Type.Optional(text('Of the description of an item: label of that item')),
  },
  { ...closed, title: 'Change' },
);

export const ChangePageSchema = Type.Object(
  {
    changes: Type.Array(ChangeSchema),
    next: Type.Optional(text('"after" of the next request; absent if the node has no changes yet')),
  },
  closed,
);
