import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createIdentifierWriter } from './identifier-writer.ts';
import { numberToCharacters } from './number-to-characters.ts';
import { checkCharacter } from './template/check-character.ts';
import { type MintingTemplate, parseTemplate } from './template/template.ts';

const minting = (text: string): MintingTemplate => {
  const answer = parseTemplate(text);
  if (!answer.ok || answer.value.kind !== 'minting') throw new Error(`${text} mints nothing`);
  return answer.value;
};

describe('createIdentifierWriter', () => {
  it.each([
    ['f5.reedeedk', '13030', 0, '13030/f50000005'],
    ['f5.reedeedk', '13030', 70_728_099, '13030/f5zz9zz9d'],
    ['f5.reedeedk', '', 70_728_100, 'f5000000s'],
    ['.zd', '', 0, '0'],
    ['.zd', '', 10, '10'],
    ['.zdek', '12345', 2_900, '12345/10004'],
    ['.zdek', '', 0, '000'],
    ['.rEE', '', 47, '21'],
  ])('%s of %j writes %i as %s', (text, naan, number, identifier) => {
    const write = createIdentifierWriter(minting(text), naan);
    expect(write(number)).toBe(identifier);
    expect(write(BigInt(number))).toBe(identifier);
  });

  it('writes plain numbers and bigints alike, under every mask', () => {
    const texts = fc
      .tuple(
        fc.constantFrom('', '2', '72'),
        fc.constantFrom('r', 's', 'z'),
        fc.string({ unit: fc.constantFrom(...'dixevEwc'), minLength: 1, maxLength: 12 }),
        fc.constantFrom('', 'k'),
      )
      .map(([prefix, order, letters, check]) => `${prefix}.${order}${letters}${check}`);
    fc.assert(
      fc.property(texts, fc.constantFrom('', '13030', 'x-\u{1f600}'), fc.maxSafeNat(), (text, naan, number) => {
        const template = minting(text);
        const write = createIdentifierWriter(template, naan);
        const first = naan === '' ? template.prefix : `${naan}/${template.prefix}`;
        const body = first + numberToCharacters(number, template);
        const identifier = template.hasCheckCharacter ? body + checkCharacter(body, template.checkAlphabet) : body;
        expect(write(number)).toBe(identifier);
        expect(write(BigInt(number))).toBe(identifier);
      }),
      { seed: 6, numRuns: 1_000 },
    );
  });
});
