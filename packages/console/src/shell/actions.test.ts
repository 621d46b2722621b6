import { expect, it } from 'vitest';
import { allowedActions } from './actions.ts';

const TRANSFER = { direction: 'out', peer: 'a.b/c/2009/02.16', id: '1' } as const;

it.each([
  ['admin', 'Original', 'Data', ['edit', 'newEdition', 'newTranslation', 'withdraw', 'remove']],
  ['depositor', 'Original', 'Data', ['edit', 'newEdition', 'newTranslation']],
  ['reader', 'Original', 'Data', []],
  ['admin', 'Copy', 'Data', ['newEdition', 'newTranslation', 'remove']],
  ['depositor', 'Copy', 'Data', ['newEdition', 'newTranslation']],
  ['admin', 'Deleted', 'Data', []],
  ['admin', 'Original', 'Metadata', []],
  ['admin', 'Original', 'Service', []],
] as const)('%s, %s, %s', (role, state, content, actions) => {
  expect(allowedActions({ state, content }, { role })).toEqual(actions);
});

it('what is on its way to another Archive is neither edited nor removed', () => {
  expect(allowedActions({ state: 'Original', content: 'Data', transfer: TRANSFER }, { role: 'admin' })).toEqual([
    'newEdition',
    'newTranslation',
  ]);
});

it('people who deposit change what is theirs, and curators everything in their collections', () => {
  const item = { state: 'Original', content: 'Data', owner: { id: 'ana' } } as const;
  const actions = ['edit', 'newEdition', 'newTranslation'];
  expect(allowedActions(item, { role: 'depositor', person: 'ana' })).toEqual(actions);
  expect(allowedActions(item, { role: 'depositor', person: 'rui' })).toEqual([]);
  expect(allowedActions(item, { role: 'reader', person: 'rui', grants: [{ role: 'curator' }] })).toEqual([
    ...actions,
    'withdraw',
  ]);
});

it('what is withdrawn is restored by those who look after it, and not by its depositor', () => {
  const withdrawn = { at: '2026-01-01T00:00:00Z', reason: 'x' };
  const item = { state: 'Original', content: 'Data', owner: { id: 'ana' }, withdrawn } as const;
  expect(allowedActions(item, { role: 'steward' })).toContain('restore');
  expect(allowedActions(item, { role: 'steward' })).not.toContain('withdraw');
  expect(allowedActions(item, { role: 'depositor', person: 'ana' })).not.toContain('restore');
});
