import { BIND_MODES } from '@perene/core/noid';
import { Type } from 'typebox';
import { SaidFields } from './federation/trace.ts';
import { closed, Next, text, wordOf } from './parts.ts';
import type { View } from './view.ts';

const MAX_IDS = 10_000;

const Base64 = Type.String({ pattern: '^[A-Za-z0-9+/]*={0,2}$', description: 'Bytes that are no UTF-8, in base 64' });
const TermSchema = wordOf(['long', 'medium', 'short'], 'How long the identifiers are meant to last');
const Ids = Type.Array(text('An identifier, followed by "!" and its pepper if it has one'), {
  minItems: 1,
  maxItems: MAX_IDS,
});

export const MinterCreationSchema = Type.Object(
  {
    name: text('1 to 63 lower-case letters, digits, "_" and "-"', { law: { pattern: '^[a-z0-9][a-z0-9_-]{0,62}$' } }),
    template: Type.Optional(
      text('Such as f5.reedeedk; without one, the minter binds any identifier and mints numbers without end'),
    ),
    term: Type.Optional(TermSchema),
    naan: Type.Optional(text('Number of the name assigning authority, such as 12345')),
    naa: Type.Optional(text('Name assigning authority, such as example.org')),
    subNaa: Type.Optional(text('Part of it, such as library')),
    seed: Type.Optional(Type.Integer({ description: 'Another one gives another random order; 0 unless given' })),
    policy: Type.Optional(text('What is promised of the identifiers')),
  },
  closed,
);

export const PolicySchema = Type.Object({ policy: text('What is promised of the identifiers; may be empty') }, closed);

export const MintSchema = Type.Object(
  {
    count: Type.Optional(Type.Integer({ law: { minimum: 1, maximum: 100_000 }, description: '1 (default) to 100000' })),
    bindings: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Object({ base64: Base64 }, closed)]), {
        ...closed,
        description: 'Elements that are bound to each of them: texts, or {"base64"}',
      }),
    ),
    peppered: Type.Optional(
      Type.Boolean({ description: 'Each with a pepper, without which nobody changes its bindings' }),
    ),
  },
  closed,
);

export const MintedSchema = Type.Object(
  {
    ids: Type.Array(text('With "!" and its pepper, if it has one: it is told only here')),
    stopped: Type.Optional(
      Type.Object(
        {
          code: Type.String(),
          detail: Type.String(),
          parameters: Type.Optional(Type.Unsafe<object>({ type: 'object', additionalProperties: true })),
        },
        { ...closed, description: 'Why there are fewer' },
      ),
    ),
  },
  closed,
);

export const BindSchema = Type.Object(
  {
    how: Type.Optional(wordOf(BIND_MODES, 'As in the noid manual; "set" unless given')),
    value: Type.Optional(text('The value, where it is text')),
    base64: Type.Optional(Base64),
  },
  { ...closed, law: { not: { properties: { value: {}, base64: {} }, required: ['value', 'base64'] } } },
);

export const BoundSchema = Type.Object(
  {
    id: text('As it is kept; a minted one with its pepper, if it has one'),
    element: Type.String(),
    how: wordOf(BIND_MODES, 'What was done'),
    bytesBefore: Type.Integer(),
    bytesGiven: Type.Integer(),
  },
  closed,
);

const bindingFields = {
  element: Type.String(),
  value: Type.Optional(text('Where it is UTF-8')),
  base64: Type.Optional(Base64),
};
export const BindingSchema = Type.Object(
  { id: Type.String(), ...bindingFields, fromRule: Type.Boolean({ description: 'Made by a rule of the minter' }) },
  closed,
);

export const IdentifierSchema = Type.Object(
  {
    id: text('Without its pepper'),
    held: Type.Boolean(),
    peppered: Type.Boolean(),
    circulation: Type.Optional(
      Type.Object(
        {
          status: text('i: issued, q: queued, u: unqueued; the newest first'),
          date: text('YYYYMMDDhhmmss, local time of the node'),
          contact: Type.Optional(text('Who did it; told to those with a key')),
          position: Type.Integer({ description: 'How many were issued by then' }),
        },
        { ...closed, description: 'Absent where it was never issued or queued' },
      ),
    ),
    bindings: Type.Array(Type.Object(bindingFields, closed)),
  },
  closed,
);

export const HoldSchema = Type.Object({ ids: Ids, held: Type.Boolean() }, closed);

export const QueueSchema = Type.Object(
  { ids: Ids, when: text('now, first, lvf (lowest value first), delete, or a delay such as 30d or 60s') },
  closed,
);
export const QueuedSchema = Type.Object(
  { queued: Type.Integer(), refused: Type.Array(text('Why one was not')) },
  closed,
);

export const ValidateSchema = Type.Object(
  { ids: Ids, template: Type.Optional(text('Another than that of the minter')) },
  closed,
);
export const ValidatedSchema = Type.Object(
  {
    ids: Type.Array(
      Type.Object({ id: Type.String(), valid: Type.Boolean(), problem: Type.Optional(Type.String()) }, closed),
    ),
  },
  closed,
);

export const MinterStatisticsSchema = Type.Object(
  {
    mints: Type.Integer({ description: 'How many times an identifier was issued, also again' }),
    used: Type.Integer({ description: 'How many of the namespace are used up, skipped ones included' }),
    total: Type.Optional(text('Exact digits; absent where there is no end')),
    remaining: Type.Optional(text('Exact digits; absent where there is no end')),
    held: Type.Integer(),
    queued: Type.Integer(),
    mintsPerDay: Type.Number({ description: 'Over the last 30 days, or since the first mint' }),
    exhaustedOn: Type.Optional(text('YYYY-MM-DD: when nothing is left at that rate')),
    warning: Type.Optional(text('Why somebody should act, in words')),
    because: Type.Optional(Type.Object(SaidFields, { description: 'The same as data' })),
  },
  closed,
);

const minterFields = {
  name: Type.String(),
  template: Type.String(),
  bindsAnything: Type.Boolean(),
  term: TermSchema,
  naan: Type.String(),
  naa: Type.String(),
  subNaa: Type.String(),
  seed: Type.Integer(),
  properties: text('The letters of GRANITE that apply'),
  contact: Type.Optional(text('Who created it; told to those with a key')),
  created: text('YYYYMMDDhhmmss, local time of the node'),
  statistics: MinterStatisticsSchema,
};

export const MinterSchema = Type.Object(
  {
    ...minterFields,
    policy: Type.String(),
    report: Type.Optional(text('The creation record; told to those with a key')),
  },
  { ...closed, title: 'Minter' },
);

const MinterSummarySchema = Type.Object(minterFields, closed);

export const MinterPageSchema = Type.Object(
  {
    minters: Type.Array(MinterSummarySchema),
    next: Next,
  },
  { ...closed, title: 'MinterPage' },
);

export type MinterStatistics = View<typeof MinterStatisticsSchema>;
export type MinterSummary = View<typeof MinterSummarySchema>;
export type Minter = View<typeof MinterSchema>;
export type MinterPage = View<typeof MinterPageSchema>;
export type Identifier = View<typeof IdentifierSchema>;
