import { Type } from 'typebox';
import { BindingSchema, BindSchema, BoundSchema, IdentifierSchema } from '../views/minter.ts';
import { text } from '../views/parts.ts';
import { EXAMPLE_IDENTIFIER } from './examples.ts';
import type { Operation } from './operation.ts';

export const NameParameters = Type.Object({ name: text('Of the minter') });
export const IdentifierParameters = Type.Object({
  ...NameParameters.properties,
  id: text('An identifier, its slashes written %2F'),
});
const BindingParameters = Type.Object({
  ...NameParameters.properties,
  id: text(
    'An identifier, its slashes written %2F, followed by "!" and its pepper if it has one; ":idmap/" and a pattern for a rule',
  ),
  element: text('What is bound'),
});

const ofMinter = { nodeRole: 'minter', tag: 'Minters' } as const;
const BOUND = { name: 'theses', id: EXAMPLE_IDENTIFIER, element: 'where' };
const VALUE = 'https://example.org/thesis';

/** The operations for values that are bound to identifiers. */
export const BINDING_OPERATIONS = {
  showIdentifier: {
    ...ofMinter,
    method: 'GET',
    path: '/minters/{name}/ids/{id}',
    access: 'reading',
    summary: 'Tell all that a minter knows of an identifier',
    params: IdentifierParameters,
    answer: { status: 200, description: 'Its circulation and what is bound to it', body: IdentifierSchema },
    refusals: ['minter-not-found', 'identifier-invalid'],
    example: {
      request: { name: BOUND.name, id: BOUND.id },
      answer: {
        id: BOUND.id,
        held: false,
        peppered: false,
        circulation: { status: 'i', date: '20261117092000', position: 1 },
        bindings: [{ element: BOUND.element, value: VALUE }],
      },
    },
  },
  fetchBinding: {
    ...ofMinter,
    method: 'GET',
    path: '/minters/{name}/ids/{id}/bindings/{element}',
    access: 'reading',
    summary: 'Fetch what is bound to an identifier, or what a rule makes of it',
    params: BindingParameters,
    answer: { status: 200, description: 'The value', body: BindingSchema },
    refusals: ['minter-not-found', 'binding-missing', 'identifier-invalid', 'element-missing', 'rules-too-long'],
    example: { request: BOUND, answer: { id: BOUND.id, element: BOUND.element, value: VALUE, fromRule: false } },
  },
  bindElement: {
    ...ofMinter,
    method: 'PUT',
    path: '/minters/{name}/ids/{id}/bindings/{element}',
    access: 'depositor',
    isLimitable: true,
    summary: 'Bind an element to an identifier',
    params: BindingParameters,
    body: BindSchema,
    isRepeatable: true,
    answer: { status: 200, description: 'What was done', body: BoundSchema },
    refusals: [
      'minter-not-found',
      'binding-missing',
      'binding-exists',
      'identifier-unissued',
      'identifiers-held',
      'pepper-missing',
      'pepper-wrong',
      'value-too-large',
      'value-missing',
      'element-missing',
      'identifier-invalid',
      'binding-invalid',
      'pattern-invalid',
    ],
    example: {
      request: { ...BOUND, value: VALUE },
      answer: { id: BOUND.id, element: BOUND.element, how: 'set', bytesBefore: 0, bytesGiven: VALUE.length },
    },
  },
  unbindElement: {
    ...ofMinter,
    method: 'DELETE',
    path: '/minters/{name}/ids/{id}/bindings/{element}',
    access: 'depositor',
    isLimitable: true,
    summary: 'Take an element from an identifier',
    params: BindingParameters,
    isRepeatable: true,
    answer: { status: 204, description: 'It is gone' },
    refusals: [
      'minter-not-found',
      'binding-missing',
      'identifier-unissued',
      'pepper-missing',
      'pepper-wrong',
      'element-missing',
      'identifier-invalid',
      'binding-invalid',
    ],
    example: { request: BOUND },
  },
} as const satisfies Readonly<Record<string, Operation>>;
