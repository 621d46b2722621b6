import { expect, it } from 'vitest';
import { sentence } from './sentence.ts';

it.each([
  ['proposal 7 is settled', 'Proposal 7 is settled.'],
  ['é preciso uma chave!', 'É preciso uma chave!'],
  ['example.org/a/2026/11.17 has a next edition', 'example.org/a/2026/11.17 has a next edition.'],
  ['lk47b6w/362sfkh was removed', 'lk47b6w/362sfkh was removed.'],
  ['http://a.example.org did not answer', 'http://a.example.org did not answer.'],
  ['no, it is not', 'No, it is not.'],
  ['', '.'],
])('%s', (words, written) => {
  expect(sentence(words)).toBe(written);
});
