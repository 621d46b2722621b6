import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALPHABETS, alphabetOf } from './alphabets.ts';
import { checkCharacter, checkSum, hasValidCheckCharacter } from './check-character.ts';

const { cases } = JSON.parse(
  readFileSync(new URL('../../../../../vectors/noid/check-character.json', import.meta.url), 'utf8'),
) as { readonly cases: readonly { readonly in: string; readonly out: string | null }[] };

describe('checkCharacter, as the Perl program', () => {
  it.each(cases)('$in -> $out', ({ in: text, out }) => {
    if (text.endsWith('+')) {
      const base = text.slice(0, -1);
      expect(base + checkCharacter(base)).toBe(out);
    } else {
      expect(hasValidCheckCharacter(text) ? text : null).toBe(out);
    }
  });
});

describe('check characters', () => {
  it('follow the worked example of the manual', () => {
    expect(checkSum('13030/xf93gt2', alphabetOf('e'))).toBe(891);
    expect(checkCharacter('13030/xf93gt2')).toBe('q');
  });

  it('are of the alphabet they are asked in', () => {
    expect(checkCharacter('12', alphabetOf('i'))).toBe('5');
    expect(checkCharacter('4x', alphabetOf('i'))).toBe('2');
    expect(checkCharacter('91', alphabetOf('i'))).toBe('0');
    expect(checkCharacter('8111', alphabetOf('i'))).toBe('6');
    expect(checkCharacter('a', alphabetOf('x'))).toBe('a');
    expect(hasValidCheckCharacter('aa', alphabetOf('x'))).toBe(true);
    expect(hasValidCheckCharacter('aa', alphabetOf('v'))).toBe(true);
    expect(hasValidCheckCharacter('ab', alphabetOf('v'))).toBe(false);
  });

  it('count positions as the length of a text does', () => {
    expect(checkCharacter('\u{1f600}1')).toBe('3');
  });

  it('are never valid alone', () => {
    expect(hasValidCheckCharacter('')).toBe(false);
    expect(hasValidCheckCharacter('0')).toBe(false);
    expect(hasValidCheckCharacter('00')).toBe(true);
  });

  const letters = Object.keys(ALPHABETS).filter((letter) => letter !== 'd');
  it.each(letters)('in %s catch every wrong character and every transposition of neighbours', (letter) => {
    const alphabet = alphabetOf(letter);
    const texts = fc.string({ unit: fc.constantFrom(...alphabet), minLength: 1, maxLength: alphabet.length - 2 });
    fc.assert(
      fc.property(texts, (text) => {
        const identifier = text + checkCharacter(text, alphabet);
        expect(hasValidCheckCharacter(identifier, alphabet)).toBe(true);
        [...identifier].forEach((character, position) => {
          const before = identifier.slice(0, position);
          const after = identifier.slice(position + 1);
          for (const wrong of alphabet) {
            expect(hasValidCheckCharacter(before + wrong + after, alphabet)).toBe(wrong === character);
          }
          const neighbour = after.charAt(0);
          if (neighbour !== '' && neighbour !== character) {
            expect(hasValidCheckCharacter(before + neighbour + character + after.slice(1), alphabet)).toBe(false);
          }
        });
      }),
      { seed: 2, numRuns: 10 },
    );
  });
});
