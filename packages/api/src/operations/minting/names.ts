import { Type } from 'typebox';
import { NamePageSchema, NameStateSchema, PastPageSchema } from '../../views/minting/names.ts';
import { text, wordOf } from '../../views/parts.ts';
import { IdentifierParameters } from '../bindings.ts';
import { EXAMPLE_IDENTIFIER } from '../examples.ts';
import { type Operation, pageQuery } from '../operation.ts';

const ofMinter = { nodeRole: 'minter', tag: 'Minters' } as const;
const NAME = { name: 'theses', id: EXAMPLE_IDENTIFIER };
const TARGET = 'https://example.org/thesis';

/** The operations that find names, and tell what became of them. */
export const NAME_OPERATIONS = {
  findNames: {
    ...ofMinter,
    method: 'GET',
    path: '/names',
    access: 'reader',
    summary: 'List names, or find them by their beginning, by where they lead or by what is bound to them',
    description: 'In the order of the minters and of the bytes of the names.',
    query: pageQuery({
      minter: Type.Optional(text('Of this minter only')),
      prefix: Type.Optional(text('How the names begin, such as 12345/fk4')),
      target: Type.Optional(text('Where they lead: this very address')),
      element: Type.Optional(text('The element that has the value')),
      value: Type.Optional(text('What is bound: this very value')),
      state: Type.Optional(wordOf(['reserved', 'withdrawn'], 'In this state only')),
    }),
    answer: { status: 200, description: 'A page of names', body: NamePageSchema },
    refusals: ['minter-not-found'],
    example: {
      request: { target: TARGET },
      answer: {
        names: [
          {
            minter: NAME.name,
            id: NAME.id,
            state: 'public',
            issued: '20261117092000',
            held: true,
            target: TARGET,
            title: 'On rivers',
          },
        ],
      },
    },
  },
  setNameState: {
    ...ofMinter,
    method: 'PUT',
    path: '/minters/{name}/ids/{id}/state',
    access: 'depositor',
    summary: 'Reserve, publish or withdraw a name',
    description: 'A withdrawn ARK answers 410 with the reason, and leads nowhere.',
    params: IdentifierParameters,
    body: NameStateSchema,
    isRepeatable: true,
    answer: { status: 204, description: 'It is in that state' },
    refusals: [
      'minter-not-found',
      'identifier-invalid',
      'identifier-unissued',
      'pepper-missing',
      'pepper-wrong',
      'name-state-invalid',
    ],
    example: { request: { ...NAME, state: 'withdrawn', reason: 'Given by mistake' } },
  },
  listPastBindings: {
    ...ofMinter,
    method: 'GET',
    path: '/minters/{name}/ids/{id}/history',
    access: 'reader',
    summary: 'Tell how what is bound to an identifier has changed, the newest first',
    params: IdentifierParameters,
    query: pageQuery({}),
    answer: { status: 200, description: 'A page of changes', body: PastPageSchema },
    refusals: ['minter-not-found', 'identifier-invalid'],
    example: {
      request: NAME,
      answer: {
        id: NAME.id,
        changes: [{ at: '2026-11-17T09:20:00Z', who: 'ana@192.0.2.1', element: '_t', value: TARGET }],
      },
    },
  },
} as const satisfies Readonly<Record<string, Operation>>;
