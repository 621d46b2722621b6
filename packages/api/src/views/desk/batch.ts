import { Type } from 'typebox';
import { AccessSchema, OpensSchema } from '../items/item-parts.ts';
import { closed, Label, Next, Time, text, wordOf } from '../parts.ts';
import type { View } from '../view.ts';

export const BATCH_OUTCOMES = [
  'waiting',
  'doing',
  'done',
  'same',
  'changed',
  'refused',
  'undoing',
  'undone',
  'left',
] as const;

const Values = (description: string) =>
  Type.Record(Type.String({ maxLength: 100 }), Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: 100 }), {
    description,
    maxProperties: 20,
  });

const Names = (description: string) => Type.Array(Type.String({ maxLength: 64 }), { maxItems: 100, description });

export const BatchChangeSchema = Type.Object(
  {
    metadata: Type.Optional(
      Type.Unsafe<unknown>({
        type: 'object',
        maxProperties: 50,
        description: 'Each field replaces the one of that name, null removes it',
      }),
    ),
    add: Type.Optional(Values('Values to add to fields, such as {"subject": ["herons"]}')),
    remove: Type.Optional(Values('Values to take out of fields')),
    language: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 35 })),
    access: Type.Optional(
      Type.Object(
        {
          fileList: Type.Optional(wordOf(['open', 'closed'], 'Whether the list of files is shown')),
          description: Type.Optional(wordOf(['open', 'closed'], 'Whether the description is shown')),
          embargo: Type.Optional(
            Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date', description: 'null: none' }),
          ),
          networks: Type.Optional(
            Type.Unsafe<readonly string[] | null>({
              type: ['array', 'null'],
              items: { type: 'string' },
              maxItems: 1_000,
              description: 'null: everywhere',
            }),
          ),
        },
        { ...closed, description: 'What is not named stays as it is' },
      ),
    ),
    opens: Type.Optional(Type.Unsafe<'file' | 'page' | null>({ enum: ['file', 'page', null] })),
    owner: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        maxLength: 100,
        description: 'The number of a person; null: nobody. Stewards say it',
      }),
    ),
    addCollections: Type.Optional(Names('Names of collections to put the items into')),
    removeCollections: Type.Optional(Names('Names of collections to take the items out of')),
  },
  { ...closed, description: 'What is changed in every item; what is not named stays as it is' },
);

const CountsSchema = Type.Object(
  Object.fromEntries(BATCH_OUTCOMES.map((outcome) => [outcome, Type.Integer()])) as Record<
    (typeof BATCH_OUTCOMES)[number],
    ReturnType<typeof Type.Integer>
  >,
  {
    ...closed,
    description:
      'How many items came out how. same: nothing to change; changed: somebody changed it meanwhile, so it was left; left: not undone, for the same reason',
  },
);

export const BatchSchema = Type.Object(
  {
    id: Type.String(),
    who: Type.String(),
    created: Time,
    change: BatchChangeSchema,
    items: Type.Integer({ description: 'How many items it has' }),
    counts: CountsSchema,
  },
  { ...closed, title: 'Batch' },
);

/** A part of what is said of an item. */
const SaidSchema = Type.Object(
  {
    metadata: Type.Optional(Type.Unsafe<unknown>({ type: 'object' })),
    language: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] })),
    access: Type.Optional(AccessSchema),
    opens: Type.Optional(Type.Union([OpensSchema, Type.Null()])),
    owner: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] })),
    collections: Type.Optional(Type.Array(Type.String())),
  },
  closed,
);

const BatchItemSchema = Type.Object(
  {
    repository: Label,
    title: Type.Optional(Type.String()),
    outcome: wordOf(BATCH_OUTCOMES, 'What became of it, or would become of it now'),
    code: Type.Optional(text('The code of the refusal')),
    before: Type.Optional(SaidSchema),
    after: Type.Optional(SaidSchema),
  },
  closed,
);

export const BatchItemPageSchema = Type.Object({ items: Type.Array(BatchItemSchema), next: Next }, closed);

export type BatchChange = View<typeof BatchChangeSchema>;
export type BatchView = View<typeof BatchSchema>;
export type BatchItemView = View<typeof BatchItemSchema>;
