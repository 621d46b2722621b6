import {
  type AtlasName,
  type AtlasPart,
  atlasTitle,
  translatedDescriptionTitle,
} from '../../tools/dev-network/seeds.ts';

/** A part of the atlas, its description, or its description in another language. */
export type Document = { readonly part: AtlasPart; readonly as?: 'description' | 'translated description' };

export const titleOf = (atlas: AtlasName, { part, as }: Document): string =>
  as === 'translated description' ? translatedDescriptionTitle(atlas, part) : atlasTitle(atlas, part);

const first = { part: 'first' } as const;
const second = { part: 'second' } as const;
const described = { as: 'description' } as const;
const translated = { as: 'translated description' } as const;

/** Table 8.2, row by row: with languages, and without them for a reader of Portuguese or English. */
export const MODIFIERS: readonly {
  readonly row: string;
  readonly named: readonly (readonly [modifier: string, document: Document])[];
  readonly portuguese: Document;
  readonly english: Document;
}[] = [
  {
    row: ':',
    named: [[':', { ...first, ...described }]],
    portuguese: { ...first, ...described },
    english: { ...first, ...described },
  },
  {
    row: ':+',
    named: [
      [':+(pt)', { ...first, ...translated }],
      [':+(en)', { ...first, ...described }],
    ],
    portuguese: { ...first, ...translated },
    english: { ...first, ...described },
  },
  { row: '!', named: [['!', second]], portuguese: second, english: second },
  {
    row: '!+',
    named: [
      ['!+(pt)', { part: 'secondInPortuguese' }],
      ['!+(en)', second],
    ],
    portuguese: { part: 'secondInPortuguese' },
    english: second,
  },
  {
    row: '!:',
    named: [['!:', { ...second, ...described }]],
    portuguese: { ...second, ...described },
    english: { ...second, ...described },
  },
  {
    row: '!+:',
    named: [
      ['!+(pt):', { part: 'secondInPortuguese', ...described }],
      ['!+(en):', { ...second, ...described }],
    ],
    portuguese: { part: 'secondInPortuguese', ...described },
    english: { ...second, ...described },
  },
  {
    row: '!:+',
    named: [
      ['!:+(pt)', { ...second, ...translated }],
      ['!:+(en)', { ...second, ...described }],
    ],
    portuguese: { ...second, ...translated },
    english: { ...second, ...described },
  },
  {
    row: '!+:+',
    named: [
      ['!+(pt):+(en)', { part: 'secondInPortuguese', ...translated }],
      ['!+(pt):+(pt)', { part: 'secondInPortuguese', ...described }],
      ['!+(en):+(pt)', { ...second, ...translated }],
    ],
    portuguese: { part: 'secondInPortuguese', ...described },
    english: { ...second, ...described },
  },
  {
    row: '+',
    named: [
      ['+(pt)', { part: 'firstInPortuguese' }],
      ['+(en)', first],
    ],
    portuguese: { part: 'firstInPortuguese' },
    english: first,
  },
  {
    row: '+!',
    named: [
      ['+(pt)!', { part: 'revisedInPortuguese' }],
      ['+(en)!', second],
    ],
    portuguese: { part: 'revisedInPortuguese' },
    english: second,
  },
  {
    row: '+:',
    named: [
      ['+(pt):', { part: 'firstInPortuguese', ...described }],
      ['+(en):', { ...first, ...described }],
    ],
    portuguese: { part: 'firstInPortuguese', ...described },
    english: { ...first, ...described },
  },
  {
    row: '+!:',
    named: [
      ['+(pt)!:', { part: 'revisedInPortuguese', ...described }],
      ['+(en)!:', { ...second, ...described }],
    ],
    portuguese: { part: 'revisedInPortuguese', ...described },
    english: { ...second, ...described },
  },
  {
    row: '+:+',
    named: [
      ['+(pt):+(en)', { part: 'firstInPortuguese', ...translated }],
      ['+(pt):+(pt)', { part: 'firstInPortuguese', ...described }],
      ['+(en):+(pt)', { ...first, ...translated }],
    ],
    portuguese: { part: 'firstInPortuguese', ...described },
    english: { ...first, ...described },
  },
  {
    row: '+!:+',
    named: [
      ['+(pt)!:+(en)', { part: 'revisedInPortuguese', ...translated }],
      ['+(pt)!:+(pt)', { part: 'revisedInPortuguese', ...described }],
      ['+(en)!:+(pt)', { ...second, ...translated }],
    ],
    portuguese: { part: 'revisedInPortuguese', ...described },
    english: { ...second, ...described },
  },
];
