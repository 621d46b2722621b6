import { expect, it } from 'vitest';
import { mayIssueAlias } from './may-issue-alias.ts';

it.each([
  ['.zd', '99999', 'ark:99999/1', true],
  ['.zd', '99999', 'ark:99999/x', false],
  ['.zd', '99999', 'ark:12345/1', false],
  ['.zd', '', 'ark:99999/1', false],
  ['-', '99999', 'ark:99999/1', false],
  ['no template', '99999', 'ark:99999/1', false],
  ['x5.rdd', '12345', 'ark:12345/x512', true],
  ['x5.rdd', '12345', 'ark:12345/X512', true],
  ['x5.rdd', '12345', 'ark:12345/x5123', false],
  ['X5.rdd', '12345', 'ark:12345/X512', true],
  ['X5.rdd', '12345', 'ark:12345/x512', false],
  ['x5.rdd', '10.5072', 'doi:10.5072/x512', true],
  ['x5.rdd', '10.5072', 'doi:10.5072/other', false],
  ['X5.rdd', '10.5072', 'doi:10.5072/x512', true],
  ['a.rEE', '10.5072', 'doi:10.5072/abc', true],
  ['a.rEE', '10.5072', 'doi:10.5072/bbc', false],
  ['a.rEE', '10.5072', 'hdl:10.5072/abc', true],
  ['.zd', 'Ab12', 'hdl:ab12/7', true],
  ['.zd', '99999', 'urn:nbn:99999/1', false],
])('a minter of %s under %s may issue %s: %s', (template, naan, key, expected) => {
  expect(mayIssueAlias({ template, naan }, key)).toBe(expected);
});
