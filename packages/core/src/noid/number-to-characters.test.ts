import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accept, refuse } from '../parsing/answer.ts';
import { charactersToNumber, numberToCharacters } from './number-to-characters.ts';
import { type MintingTemplate, parseTemplate } from './template/template.ts';

const { cases } = JSON.parse(
  readFileSync(new URL('../../../../vectors/noid/number-to-characters.json', import.meta.url), 'utf8'),
) as { readonly cases: readonly { readonly mask: string; readonly num: string; readonly out: string | null }[] };

const minting = (text: string): MintingTemplate => {
  const answer = parseTemplate(text);
  if (!answer.ok || answer.value.kind !== 'minting') throw new Error(`${text} mints nothing`);
  return answer.value;
};

describe('numberToCharacters, as the Perl program', () => {
  it.each(cases)('$num under $mask', ({ mask, num, out }) => {
    const answer = parseTemplate(`.${mask}`);
    if (!answer.ok || answer.value.kind !== 'minting') {
      expect(out).toBeNull();
      return;
    }
    // "+" stands for the check character that the Perl program will put there.
    const plus = answer.value.hasCheckCharacter ? '+' : '';
    expect(numberToCharacters(BigInt(num), answer.value) + plus).toBe(out);
    expect(numberToCharacters(Number(num), answer.value) + plus).toBe(out);
  });
});

describe('charactersToNumber', () => {
  it('leads back from every number', () => {
    const masks = fc.tuple(
      fc.constantFrom('r', 's', 'z'),
      fc.string({ unit: fc.constantFrom(...'dixevEwc'), minLength: 1, maxLength: 12 }),
    );
    fc.assert(
      fc.property(masks, fc.bigInt({ min: 0n, max: 10n ** 30n }), ([order, letters], any) => {
        const template = minting(`.${order}${letters}`);
        const number = template.total === null ? any : any % template.total;
        const characters = numberToCharacters(number, template);
        const back = template.order === 'random' && number === 0n ? template.total : number;
        expect(charactersToNumber(characters, template)).toEqual(accept(back));
        expect(numberToCharacters(back, template)).toBe(characters);
      }),
      { seed: 5, numRuns: 1_000 },
    );
  });

  it('reads all zeroes as the total of a random order, and as 0 of a sequential one', () => {
    expect(charactersToNumber('000', minting('.rddd'))).toEqual(accept(1_000n));
    expect(charactersToNumber('000', minting('.sddd'))).toEqual(accept(0n));
    expect(charactersToNumber('000', minting('.zddd'))).toEqual(accept(0n));
    expect(charactersToNumber('001', minting('.rddd'))).toEqual(accept(1n));
  });

  it('does not see the check character', () => {
    expect(charactersToNumber('1z', minting('.rdek'))).toEqual(accept(57n));
    expect(charactersToNumber('1z0', minting('.rdek'))).toEqual(refuse('noid/longer', 2, '2 characters'));
  });

  it('refuses a text that is not a number of the mask', () => {
    expect(charactersToNumber('1', minting('.sdd'))).toMatchObject({ problem: 'noid/shorter', position: 1 });
    expect(charactersToNumber('1b', minting('.sdd'))).toMatchObject({ problem: 'noid/conflict', position: 1 });
    expect(charactersToNumber('012', minting('.zdd'))).toMatchObject({ problem: 'noid/longer', position: 0 });
  });

  it('takes 1,024 characters and no more', () => {
    const template = minting('.zd');
    expect(charactersToNumber('9'.repeat(1_024), template)).toEqual(accept(10n ** 1_024n - 1n));
    expect(charactersToNumber('9'.repeat(1_025), template)).toEqual(
      refuse('noid/too-long', 1_024, 'at most 1024 characters'),
    );
  });
});
