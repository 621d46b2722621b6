import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { DESCRIPTION } from '../description/texts.ts';
import { FILES } from '../files/texts.ts';
import { createFormat } from './format.ts';

const CORE = fileURLToPath(new URL('../../../core/src/item/', import.meta.url));

const codesOf = (grammar: string): readonly string[] => {
  const sources = globSync('**/*.ts', { cwd: CORE }).map((name) => readFileSync(`${CORE}${name}`, 'utf8'));
  const code = new RegExp(`'(${grammar}/[a-z-]+)'`, 'g');
  return [...new Set(sources.flatMap((text) => [...text.matchAll(code)].map(([, found = '']) => found)))];
};

it.each([
  ['metadata', DESCRIPTION],
  ['file-path', FILES],
] as const)('there is a sentence in both languages for each problem of %s', (grammar, texts) => {
  const codes = codesOf(grammar);
  expect(codes.length).toBeGreaterThan(5);
  for (const code of codes) {
    expect(texts.en.problems[code], code).toMatch(/\.$/);
    expect(texts.pt.problems[code], code).toMatch(/\.$/);
    expect(texts.pt.problems[code], code).not.toBe(texts.en.problems[code]);
  }
});

it.each([
  ['en', '0 bytes', '1.5 MB', '12,345', 'Brazilian Portuguese'],
  ['pt-BR', '0 byte', '1,5 MB', '12.345', 'português (Brasil)'],
])('numbers, sizes and languages are written as in %s', (locale, none, megabytes, number, language) => {
  const format = createFormat(locale);
  expect(format.bytes(0)).toBe(none);
  expect(format.bytes(1_500_000).replace('\u00a0', ' ')).toBe(megabytes);
  expect(format.number(12_345)).toBe(number);
  expect(format.language('pt-BR')).toBe(language);
  expect(format.language('not a language')).toBe('not a language');
});
