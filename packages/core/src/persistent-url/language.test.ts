import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { accept, refuse } from '../parsing/answer.ts';
import { parseLanguage } from './language.ts';

const { languages, countries } = JSON.parse(
  readFileSync(new URL('../../../../vectors/persistent-url/languages.json', import.meta.url), 'utf8'),
) as { readonly languages: readonly string[]; readonly countries: readonly string[] };

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

const isAccepted = (text: string): boolean => parseLanguage(text).ok;

describe('parseLanguage', () => {
  it('knows the languages of Table B.1 and no other', () => {
    expect(languages).toHaveLength(184);
    expect(PAIRS.filter(isAccepted)).toEqual([...languages].sort());
  });

  it('knows the countries of Table B.1 and no other', () => {
    expect(countries).toHaveLength(249);
    const written = PAIRS.map((pair) => pair.toUpperCase());
    expect(written.filter((country) => isAccepted(`pt-${country}`))).toEqual([...countries].sort());
  });

  it('takes a language alone, or with a country', () => {
    expect(parseLanguage('pt')).toEqual(accept('pt'));
    expect(parseLanguage('pt-BR')).toEqual(accept('pt-BR'));
    expect(languages.every((language) => isAccepted(`${language}-${countries[0]}`))).toBe(true);
  });

  it.each(['', 'p', 'x', 'xx', 'PT', 'Pt', 'pT', 'BR', '-BR', ' pt', 'xx-BR', 'p-BR'])('refuses %j', (text) => {
    expect(parseLanguage(text)).toEqual(refuse('language/unknown-language', 0, 'a language such as pt'));
  });

  it.each(['ptt', 'pt_BR', 'ptBR', 'pt BR', 'pt '])('refuses what follows the language in %j', (text) => {
    expect(parseLanguage(text)).toEqual(refuse('language/trailing', 2, 'a hyphen and a country'));
  });

  it.each(['pt-', 'pt-B', 'pt-br', 'pt-Br', 'pt-XX', 'pt-BRA', 'pt-BR ', 'pt-BR-x', 'pt--BR'])(
    'refuses the country of %j',
    (text) => {
      expect(parseLanguage(text)).toEqual(refuse('language/unknown-country', 3, 'a country such as BR'));
    },
  );
});
