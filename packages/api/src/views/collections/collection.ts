import { Type } from 'typebox';
import { AccessSchema, OpensSchema } from '../items/item-parts.ts';
import { closed, Next, Time, text, wordOf } from '../parts.ts';
import type { View } from '../view.ts';

export const CollectionNameText = text('Its short name, which stands in addresses: heron-marsh', {
  law: { pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$', maxLength: 64 },
});

const InLanguages = (description: string, maxLength: number) =>
  Type.Object(
    {
      en: Type.Optional(text('In English', { law: { maxLength } })),
      pt: Type.Optional(text('In Portuguese', { law: { maxLength } })),
    },
    { ...closed, description },
  );

const DefaultsSchema = Type.Object(
  {
    license: Type.Optional(text('An identifier of SPDX, such as CC-BY-4.0, or other rights, for items that tell none')),
    language: Type.Optional(text('Of the content, such as pt or pt-BR')),
    access: Type.Optional(AccessSchema),
    opens: Type.Optional(OpensSchema),
  },
  {
    ...closed,
    description:
      'What items of the collection get at their deposit if it says nothing else. "opens" counts at every moment, for all items that have none of their own',
  },
);

const KindSchema = wordOf(['collection', 'series'], 'series: its items have an order, in which its page lists them');

const ReviewSchema = wordOf(
  ['none', 'required'],
  'required: items come into it only after one of its reviewers or curators has looked at them',
);

const described = {
  kind: KindSchema,
  title: InLanguages('Its title, in one language or in both', 300),
  description: InLanguages('What it is about, in one language or in both', 10_000),
  defaults: DefaultsSchema,
  review: ReviewSchema,
};

export const NewCollectionSchema = Type.Object(
  {
    name: CollectionNameText,
    title: described.title,
    description: Type.Optional(described.description),
    kind: Type.Optional(KindSchema),
    defaults: Type.Optional(DefaultsSchema),
    review: Type.Optional(ReviewSchema),
  },
  closed,
);

export const CollectionChangeSchema = Type.Object(
  {
    name: Type.Optional(CollectionNameText),
    title: Type.Optional(described.title),
    description: Type.Optional(described.description),
    kind: Type.Optional(KindSchema),
    defaults: Type.Optional(DefaultsSchema),
    review: Type.Optional(ReviewSchema),
    revision: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Only if the collection is still at this revision' }),
    ),
  },
  closed,
);

export const CollectionSchema = Type.Object(
  {
    name: CollectionNameText,
    formerNames: Type.Array(CollectionNameText, { description: 'Names that it had before; they lead to it as well' }),
    ...described,
    url: text('Of its page'),
    items: Type.Optional(
      Type.Integer({ description: 'How many items of it are shown; absent where counting took too long' }),
    ),
    created: Time,
    updated: Time,
    revision: Type.Integer(),
  },
  { ...closed, title: 'Collection' },
);

export const CollectionPageSchema = Type.Object(
  { collections: Type.Array(CollectionSchema), next: Next },
  { ...closed, title: 'CollectionPage' },
);

/** A collection as an item names it. */
export const NamedCollectionSchema = Type.Object({ name: CollectionNameText, title: described.title }, closed);

export type Collection = View<typeof CollectionSchema>;
export type CollectionPage = View<typeof CollectionPageSchema>;
export type NamedCollection = View<typeof NamedCollectionSchema>;
