import { describe, expect, it } from 'vitest';
import { matchLanguage, readLanguagePreference } from './match-language.ts';

describe('readLanguagePreference', () => {
  it.each([
    ['pt-br,fr;q=0.8,en;q=0.5,pt;q=0.3', ['pt-br', 'fr', 'en', 'pt']],
    ['en;q=0.5, PT-BR ; q=0.9', ['pt-br', 'en']],
    ['da, en-gb;q=0.8, en;q=0.7, *;q=0.1', ['da', 'en-gb', 'en', '*']],
    ['fr;q=0, en;q=1.000, de;q=0.', ['en']],
    ['en;q=2, de;q=x, ???, fr', ['fr']],
    ['', []],
    [`en,${'x'.repeat(2_000)}`, ['en']],
  ])('reads %j', (header, wanted) => expect(readLanguagePreference(header)).toEqual(wanted));
});

describe('matchLanguage looks up as RFC 4647 section 3.4', () => {
  it.each([
    [['pt-br', 'fr'], ['en', 'pt'], 'pt'],
    [['pt-br', 'en'], ['pt-BR', 'pt', 'en'], 'pt-BR'],
    [['pt'], ['pt-BR', 'en'], undefined],
    [['fr', 'en'], ['pt', 'en'], 'en'],
    [['zh-hant-cn-x-private1'], ['zh-Hant'], 'zh-Hant'],
    [['zh-hant-cn-x-private1'], ['zh-hant-cn-x'], undefined],
    [['*'], ['en'], undefined],
    [[], ['en'], undefined],
    [['en'], [], undefined],
  ])('%j among %j', (wanted, available, found) => expect(matchLanguage(wanted, available)).toBe(found));
});
