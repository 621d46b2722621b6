import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { translateTrace } from './trace-words.ts';

const readService = (name: string): string =>
  readFileSync(new URL(`../../../../../server/src/services/resolver/${name}.ts`, import.meta.url), 'utf8');

/** What the services of the resolver say of a step, with words in place of what they fill in. */
const SENTENCES = ['ask-archives', 'resolve-persistent-url']
  .map(readService)
  .flatMap((text) => [
    ...text.matchAll(/(?:because: |why: |this\.#askLocal\(local, )(['`])(.+?)\1/g),
    ...text.matchAll(/[?:] (')(it[^']+)'/g),
  ])
  .map(([, , sentence = '']) => sentence.replaceAll(/\$\{[^}]+\}/g, 'example.org/x'));

it('every step of a resolution is told in Portuguese', () => {
  expect(SENTENCES.length).toBeGreaterThan(10);
  for (const sentence of SENTENCES) {
    expect(translateTrace(sentence, 'en')).toBe(sentence);
    expect(translateTrace(sentence, 'pt'), sentence).not.toBe(sentence);
  }
});

it('what is filled in stays, and what is not known stays as it is', () => {
  expect(translateTrace('there is no translation in pt-BR', 'pt')).toBe('não há tradução em pt-BR');
  expect(translateTrace('something new', 'pt')).toBe('something new');
});
