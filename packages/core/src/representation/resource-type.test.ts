import { expect, it } from 'vitest';
import { kindOf } from './resource-type.ts';

it.each([
  [['Tese de doutorado'], 'thesis'],
  [['info:eu-repo/semantics/Preprint'], 'preprint'],
  [['curious', 'Conjunto de dados'], 'dataset'],
  [['curious'], 'document'],
  [[], 'document'],
] as const)('people who write %j mean a %s', (types, kind) => {
  expect(kindOf(types)).toBe(kind);
});
