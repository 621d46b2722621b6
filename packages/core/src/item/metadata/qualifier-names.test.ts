import { expect, it } from 'vitest';
import { QUALIFIERS } from './metadata-qualifiers.ts';
import { QUALIFIER_NAMES } from './qualifier-names.ts';

it('there is a name for each qualifier, and no other', () => {
  expect(QUALIFIER_NAMES).toEqual([...new Set(Object.values(QUALIFIERS).flatMap(Object.keys))]);
});
