import { Type } from 'typebox';
import { closed } from '../parts.ts';

export const SnippetSchema = Type.Array(Type.Object({ text: Type.String(), isSought: Type.Boolean() }, closed), {
  description: 'After a search: part of what is said of the item, in pieces; isSought for words that were looked for',
});

const Counts = (description: string) =>
  Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() }, closed), { description });

export const FoundSchema = Type.Object(
  {
    count: Type.Integer({ description: 'How many items there are; at most 10,000 are counted' }),
    isMore: Type.Boolean({ description: 'Whether there are more, which are not counted' }),
    facets: Type.Object(
      {
        collection: Counts('Names of collections'),
        type: Counts('Kinds of items, such as thesis'),
        year: Counts('Years of publication, or else of deposit'),
        language: Counts('Languages, such as pt'),
        licence: Counts('Identifiers of SPDX'),
        person: Counts('Creators and contributors'),
      },
      { ...closed, description: 'The values that most of the counted items have; each is a parameter of the search' },
    ),
  },
  closed,
);
