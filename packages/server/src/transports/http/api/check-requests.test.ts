import Type from 'typebox';
import { expect, it } from 'vitest';
import { compileCheck } from './check-requests.ts';

const schema = Type.Object({
  lines: Type.Optional(Type.Array(Type.String(), { maxItems: 2 })),
  other: Type.Optional(Type.String()),
});
const check = (value: unknown): unknown => compileCheck({ schema, method: 'POST', url: '/', httpPart: 'body' })(value);

it('tells of a list that is too long nothing but that', () => {
  expect(check({ lines: [1, 2, 3], other: 4 })).toEqual({
    error: [expect.objectContaining({ keyword: 'maxItems', instancePath: '/lines' })],
  });
});

it.each([
  ['a wrong element', { lines: [1] }, '/lines/0'],
  ['a wrong text', { lines: ['a'], other: 4 }, '/other'],
  ['no object', null, ''],
])('tells what is wrong otherwise: %s', (_what, value, instancePath) => {
  expect(check(value)).toMatchObject({ error: expect.arrayContaining([expect.objectContaining({ instancePath })]) });
});

it('takes what is right', () => {
  expect(check({ lines: ['a'] })).toEqual({ value: { lines: ['a'] } });
});
