import { expect, it } from 'vitest';
import { createPatterns } from '../../../../adapters/system/re2-patterns.ts';
import type { HandleValue } from '../handle-value.ts';
import { makeValues, readTemplateHandle } from './template-handle.ts';

const urlValue = (index: number, value: string): HandleValue => ({
  index,
  type: 'URL',
  data: { format: 'string', value },
  ttl: 1,
  timestamp: '2026-01-01T00:00:00Z',
});

const DATA = `\${data}`;

const make = async (inner: string, values: readonly HandleValue[]) => {
  const template = readTemplateHandle(`<template delimiter="@">${inner}</template>`, '12345/a@b');
  return template && makeValues(createPatterns(), template, values);
};

it('takes each value of the base in turn', async () => {
  const made = await make(`<foreach><value data="\${data}-\${extension}"/></foreach>`, [
    urlValue(1, 'x'),
    urlValue(2, 'y'),
  ]);
  expect(made?.map(({ data }) => data.value)).toEqual(['x-b', 'y-b']);
});

it.each([
  ['foreach within foreach', '<foreach><foreach><foreach/></foreach></foreach>', 120],
  [
    'very many conditions',
    `<foreach>${'<if value="type" test="equals" expression="A"/>'.repeat(1_000)}</foreach>`,
    120,
  ],
])('is refused where it takes too many steps, with %s', async (_what, inner, count) => {
  const values = Array.from({ length: count }, (_, number) => urlValue(number + 1, 'x'));
  await expect(make(inner, values)).rejects.toMatchObject({ code: 'rules-too-long' });
});

it('makes a bounded number of characters, however often it repeats them', async () => {
  const values = Array.from({ length: 900 }, (_, number) => urlValue(number + 1, 'x'.repeat(10_000)));
  const made = await make(`<foreach><value data="${DATA.repeat(100)}"/></foreach>`, values);
  const lengths = made?.map(({ data }) => String(data.value).length) ?? [];
  expect(Math.max(...lengths)).toBe(65_536);
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(1_200_000);
});
