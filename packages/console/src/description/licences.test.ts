import { expect, it } from 'vitest';
import { chooseLicence } from './licences.ts';

it('a chosen licence writes its name, and leaves what somebody wrote', () => {
  const chosen = chooseLicence({ value: '', language: '' }, 'CC-BY-4.0');
  expect(chosen).toEqual({ value: 'CC BY 4.0', language: '', qualifiers: { license: 'CC-BY-4.0' } });
  expect(chooseLicence(chosen, 'MIT')).toEqual({ value: 'MIT', language: '', qualifiers: { license: 'MIT' } });
  expect(chooseLicence(chosen, '')).toEqual({ value: '', language: '', qualifiers: {} });
  const own = { value: 'Free to read', language: 'en', qualifiers: { uri: 'https://example.org/' } };
  expect(chooseLicence(own, 'CC0-1.0')).toEqual({ ...own, qualifiers: { ...own.qualifiers, license: 'CC0-1.0' } });
});
