import { Type } from 'typebox';
import { text, wordOf } from '../parts.ts';
import type { View } from '../view.ts';

/** How many steps of a resolution are reported. */
export const MAX_STEPS = 1_000;

export const KnownArchiveSchema = Type.Object(
  {
    address: text('Host, and port if it is not 80'),
    service: text('Label of its Archive service'),
  },
  { description: 'An Archive' },
);

/** The reason as data: clients put it into words of their own language. */
export const SaidFields = {
  code: Type.Optional(text('Stable')),
  parameters: Type.Optional(
    Type.Unsafe<object>({ type: 'object', additionalProperties: true, description: 'What the code is about' }),
  ),
};

const milliseconds = Type.Number({ description: 'How long it took' });

/** One step of a resolution: what was asked, answered or decided. */
export const TraceStepSchema = Type.Union([
  Type.Object({
    kind: wordOf(['asked'], 'An Archive was asked'),
    archive: KnownArchiveSchema,
    query: text('The message that it was sent'),
    ...SaidFields,
    why: text('Why it was asked, in words'),
  }),
  Type.Object({
    kind: wordOf(['answered'], 'An Archive answered'),
    archive: KnownArchiveSchema,
    milliseconds,
    body: text('The answer as it came'),
  }),
  Type.Object({
    kind: wordOf(['failed'], 'An Archive could not be heard'),
    archive: KnownArchiveSchema,
    milliseconds,
    ...SaidFields,
    reason: text('Why, in words'),
  }),
  Type.Object({
    kind: wordOf(['decided'], 'The resolver decided'),
    ...SaidFields,
    because: text('What, and why, in words'),
  }),
]);

export type TraceStep = View<typeof TraceStepSchema>;
