import { Type } from 'typebox';
import { closed, Next, Time, text, wordOf } from '../parts.ts';
import type { View } from '../view.ts';

export const NAME_BATCH_OUTCOMES = ['waiting', 'done', 'same', 'changed', 'refused', 'undone', 'left'] as const;

const BindingsSchema = (description: string) =>
  Type.Record(
    Type.String({ maxLength: 1_000 }),
    Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 10_000 }),
    { maxProperties: 100, description },
  );

const TargetRuleSchema = Type.Object(
  {
    from: Type.String({ minLength: 1, maxLength: 200, description: 'How the targets begin now' }),
    to: Type.String({ maxLength: 1_000, description: 'How they are to begin' }),
    prefix: Type.Optional(Type.String({ maxLength: 1_000, description: 'Only of names that begin so' })),
  },
  { ...closed, description: 'Replaces the beginning of targets' },
);

export const NameChangeSchema = Type.Object(
  {
    lines: Type.Optional(
      Type.Array(
        Type.Object(
          {
            id: Type.Optional(Type.String({ maxLength: 1_024, description: 'The name; without it, one is minted' })),
            bindings: BindingsSchema('What is to be bound, by element; null takes an element away'),
          },
          closed,
        ),
        { minItems: 1, maxItems: 10_000 },
      ),
    ),
    csv: Type.Optional(
      text(
        'A table: the first row has "id" and the names of elements, or "id", "element" and "value". Rows without an id mint; empty fields change nothing',
      ),
    ),
    replace: Type.Optional(TargetRuleSchema),
  },
  { ...closed, description: 'One of the three' },
);

export const NameBatchSchema = Type.Object(
  {
    id: Type.String(),
    minter: Type.String(),
    who: Type.String(),
    created: Time,
    replace: Type.Optional(TargetRuleSchema),
    lines: Type.Integer({ description: 'How many names it has' }),
    more: Type.Optional(Type.Boolean({ description: 'Whether the rule fits more names than these: ask for it again' })),
    counts: Type.Object(
      Object.fromEntries(NAME_BATCH_OUTCOMES.map((outcome) => [outcome, Type.Integer()])) as Record<
        (typeof NAME_BATCH_OUTCOMES)[number],
        ReturnType<typeof Type.Integer>
      >,
      {
        ...closed,
        description:
          'How many names came out how. same: nothing to change; changed: somebody changed it meanwhile, so it was left; left: not undone, for the same reason',
      },
    ),
  },
  { ...closed, title: 'NameBatch' },
);

const NameBatchLineSchema = Type.Object(
  {
    line: Type.Integer({ description: 'From 1' }),
    id: Type.Optional(text('The name; absent until it is minted')),
    outcome: wordOf(NAME_BATCH_OUTCOMES, 'What became of it'),
    code: Type.Optional(text('The code of the refusal')),
    before: BindingsSchema('What was bound; null for nothing'),
    after: BindingsSchema('What is to be bound, or was'),
  },
  closed,
);

export const NameBatchPageSchema = Type.Object(
  { lines: Type.Array(NameBatchLineSchema), next: Next },
  { ...closed, title: 'NameBatchPage' },
);

export type NameBatchView = View<typeof NameBatchSchema>;
export type NameBatchLineView = View<typeof NameBatchLineSchema>;
