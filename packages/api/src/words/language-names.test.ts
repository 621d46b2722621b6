import { readLanguage } from '@perene/core/item';
import { describe, expect, it } from 'vitest';
import { languageName, THREE_LETTER_LANGUAGES } from './index.ts';

describe('names of languages', () => {
  it.each([
    ['pt-BR', 'Brazilian Portuguese', 'português (Brasil)'],
    ['yrl', 'Nheengatu', 'nheengatu'],
    ['kgp', 'Kaingang', 'caingangue'],
    ['xav', 'Xavante', 'xavante'],
    ['constructor', 'constructor', 'constructor'],
    ['no language', 'no language', 'no language'],
  ])('%s is %s, and %s', (tag, english, portuguese) => {
    expect([languageName(tag, 'en'), languageName(tag, 'pt')]).toEqual([english, portuguese]);
  });

  it('are those of languages that items may be in', () => {
    expect(THREE_LETTER_LANGUAGES.filter((code) => readLanguage(code) !== code)).toEqual([]);
  });
});
