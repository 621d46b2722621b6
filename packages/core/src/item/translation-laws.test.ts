import { describe, expect, it } from 'vitest';
import {
  chooseTranslations,
  compareTexts,
  findTakenLanguage,
  mayHaveTranslations,
  nameFamily,
} from './translation-laws.ts';

describe('a family of translations', () => {
  const FAMILY = [
    { label: 'a', language: 'pt' },
    { label: 'b', language: 'en' },
    { label: 'c', language: '' },
  ];

  it('has one member in a language', () => {
    expect(findTakenLanguage(FAMILY, [{ label: 'd', language: 'en' }])).toEqual({ label: 'b', language: 'en' });
    expect(findTakenLanguage(FAMILY, [{ label: 'd', language: 'fr' }])).toBeUndefined();
  });

  it('has any number of which nobody said the language', () => {
    expect(findTakenLanguage(FAMILY, [{ label: 'd', language: '' }])).toBeUndefined();
  });

  it('does not meet itself', () => {
    expect(findTakenLanguage(FAMILY, [{ label: 'b', language: 'en' }])).toBeUndefined();
  });

  it('goes by its first label, and is none with one member', () => {
    expect(nameFamily(['b', 'a', 'c'])).toBe('a');
    expect(nameFamily(['a'])).toBeUndefined();
    expect(nameFamily([])).toBeUndefined();
  });
});

describe('translations that are shown', () => {
  const one = (label: string, language?: string, kind?: string) => ({
    label,
    language,
    item: kind === undefined ? undefined : { state: { kind } },
  });
  const labels = (known: readonly ReturnType<typeof one>[], asked?: string) =>
    chooseTranslations(known, { repository: 'a', asked }).map(({ label }) => label);

  it('are in the order of their languages, those without one first', () => {
    expect(labels([one('a', 'pt', 'original'), one('b', 'en'), one('c')])).toEqual(['c', 'b', 'a']);
  });

  it('are not removed, but for the item itself', () => {
    expect(labels([one('a', 'pt', 'deleted'), one('b', 'en', 'deleted'), one('c', 'fr', 'copy')])).toEqual(['c', 'a']);
  });

  it('are each item and each language once, the first that says so', () => {
    expect(labels([one('b', 'en'), one('b', 'fr'), one('c', 'en'), one('d'), one('e')])).toEqual(['d', 'e', 'b']);
  });

  it('meet the language that is asked for', () => {
    const known = [one('a', 'pt-BR'), one('b', 'pt-PT'), one('c', 'en'), one('d')];
    expect(labels(known, 'pt')).toEqual(['a', 'b']);
    expect(labels(known, 'en-GB')).toEqual(['c']);
    expect(labels(known, 'fr')).toEqual([]);
  });
});

it('texts are compared code unit by code unit', () => {
  expect([compareTexts('B', 'a'), compareTexts('b', 'a'), compareTexts('a', 'a')]).toEqual([-1, 1, 0]);
});

it('an Archive service has no translations', () => {
  expect(['Data', 'Metadata', 'Service'].filter(mayHaveTranslations)).toEqual(['Data', 'Metadata']);
});
