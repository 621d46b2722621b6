import { Type } from 'typebox';
import { closed, Label, text, wordOf } from './parts.ts';

export const SampleSchema = Type.Object(
  {
    state: wordOf(['loaded', 'partly loaded', 'absent'], 'Whether all of it is here'),
    items: Type.Array(
      Type.Object({ name: text('Of the item within the collection'), repository: Label, title: Type.String() }, closed),
      { description: 'Those that are here' },
    ),
  },
  closed,
);
