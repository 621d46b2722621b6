import { expect, it } from 'vitest';
import { meetLanguage } from './relations.ts';

it.each([
  ['pt', ['en', 'pt', 'pt-BR'], ['pt']],
  ['pt', ['en', 'pt-BR', 'pt-PT'], ['pt-BR', 'pt-PT']],
  ['pt-BR', ['pt', 'pt-BR'], ['pt-BR']],
  ['pt-BR', ['pt', 'pt-PT', 'en'], ['pt']],
  ['pt-BR', ['pt-PT', 'en'], []],
  ['pt', ['en'], []],
])('%s is met, of %j, by %j', (asked, available, met) => {
  expect(meetLanguage(asked, available)).toEqual(met);
});
