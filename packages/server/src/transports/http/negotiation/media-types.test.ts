import { expect, it } from 'vitest';
import { prefersJson } from './media-types.ts';

it.each([
  ['', false],
  ['*/*', false],
  ['application/json', true],
  ['Application/JSON; charset=utf-8', true],
  ['application/*', true],
  ['text/plain', false],
  ['text/html,application/xhtml+xml,*/*;q=0.8', false],
  ['application/json, text/plain', false],
  ['application/json, text/plain;q=0.9', true],
  ['application/json;q=0.5, */*', false],
  ['application/json;q=0', false],
  ['application/json;q=x', false],
  ['application/json, */*;q=0.1', true],
  ['text/*;q=0.2, application/json;q=0.3', true],
])('an Accept of "%s" prefers JSON: %s', (accept, isPreferred) => {
  expect(prefersJson(accept)).toBe(isPreferred);
});
