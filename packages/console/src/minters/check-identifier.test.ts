import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkIdentifier, markCharacter, splitIdentifiers } from './check-identifier.ts';
import { MINTERS } from './texts.ts';

const minter = { template: 'f5.reedeedk', naan: '12345', bindsAnything: false };

describe('an identifier', () => {
  it.each([
    ['12345/f54x54g18', undefined, undefined],
    ['12345/f54x54g18!pepper', undefined, undefined],
    ['1234', 'noid/beginning', 4],
    ['12346/f5', 'noid/beginning', 4],
    ['12345/f54x54g19', 'noid/check-character', 14],
    ['', 'noid/empty', 0],
    [':/x', 'noid/reserved', 0],
  ])('%s: %s at %s', (identifier, problem, position) => {
    const refused = checkIdentifier(identifier, minter);
    expect([refused?.problem, refused?.position]).toEqual([problem, position]);
    if (refused === undefined) return;
    for (const texts of [MINTERS.en, MINTERS.pt]) expect(texts.lookUp.problems[refused.problem]).toMatch(/\S/);
  });

  it.each([
    ['s1', 's.sd', undefined],
    ['sx', 's.sd', 'noid/conflict'],
    ['s', 's.sd', 'noid/shorter'],
    ['s12', 's.sd', 'noid/longer'],
  ])('%s under %s: %s', (identifier, template, problem) => {
    expect(checkIdentifier(identifier, { template, naan: '', bindsAnything: false })?.problem).toBe(problem);
  });

  it('may be anything where the minter binds anything', () => {
    const anything = { template: '.zd', naan: '', bindsAnything: true };
    expect(checkIdentifier('whatever it is', anything)).toBeUndefined();
    expect(checkIdentifier(':/x', anything)?.problem).toBe('noid/reserved');
  });
});

it('a marked character is one character, and nothing is lost around it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, position) => {
      const { before, wrong, after } = markCharacter(text, position);
      expect(before + wrong + after).toBe(text);
      expect([...wrong].length).toBeLessThanOrEqual(1);
    }),
  );
});

it('identifiers are split at whatever stands between them, and told once', () => {
  expect(splitIdentifiers(' s1, s2;s3\ns1\n\n')).toEqual(['s1', 's2', 's3']);
  expect(splitIdentifiers(' \n')).toEqual([]);
});
