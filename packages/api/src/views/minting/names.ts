import { Type } from 'typebox';
import { closed, Next, reasonText, Time, text, wordOf } from '../parts.ts';

const STATES = ['reserved', 'public', 'withdrawn'] as const;

const FoundNameSchema = Type.Object(
  {
    minter: Type.String(),
    id: Type.String(),
    state: wordOf(STATES, 'Whether it leads anywhere: not yet, now, or no more'),
    reason: Type.Optional(text('Why it was withdrawn')),
    issued: Type.Optional(text('YYYYMMDDhhmmss, local time of the node; absent where it was only bound')),
    held: Type.Boolean(),
    target: Type.Optional(text('Where it leads; at most 2,000 characters')),
    title: Type.Optional(text('What it names; at most 2,000 characters')),
  },
  closed,
);

export const NamePageSchema = Type.Object(
  { names: Type.Array(FoundNameSchema), next: Next },
  { ...closed, title: 'NamePage' },
);

export const NameStateSchema = Type.Object(
  { state: wordOf(STATES, 'A name that was public is never reserved again'), reason: Type.Optional(reasonText('Why')) },
  closed,
);

const PastBindingSchema = Type.Object(
  {
    at: Time,
    who: text('Whoever changed it, and from where'),
    element: Type.String(),
    value: Type.Optional(text('What was bound from then on; absent where it was removed, or is no UTF-8')),
    base64: Type.Optional(text('The same in base 64, where it is no UTF-8')),
    batch: Type.Optional(text('The batch that changed it')),
  },
  closed,
);

export const PastPageSchema = Type.Object(
  { id: Type.String(), changes: Type.Array(PastBindingSchema), next: Next },
  { ...closed, title: 'PastPage' },
);
