import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ARK_NAMES, readArk } from '../../../../tests/fixtures/arks.ts';
import { parseArk } from './ark.ts';

const { valid, invalid } = JSON.parse(
  readFileSync(new URL('../../../../vectors/ark/normalization.json', import.meta.url), 'utf8'),
) as {
  readonly valid: readonly { ark: string; naan: string; normalized: string }[];
  readonly invalid: readonly { ark: string; problem: string; position: number }[];
};

describe('parseArk', () => {
  it.each(valid)('reads $ark', ({ ark, naan, normalized }) => {
    const { text, name, ...parts } = readArk(ark);
    expect(text).toBe(normalized);
    expect(parts.naan).toBe(naan);
    expect(text).toBe(`ark:${naan}/${name}`);
    expect(ark.endsWith(`/${parts.written}`)).toBe(true);
  });

  it.each(invalid)('refuses "$ark"', ({ ark, problem, position }) => {
    expect(parseArk(ark)).toMatchObject({ ok: false, problem, position });
  });

  it('takes at most 1,024 characters', () => {
    expect(parseArk('ark:12345/'.padEnd(1_024, 'x')).ok).toBe(true);
    expect(parseArk('ark:12345/'.padEnd(1_025, 'x'))).toMatchObject({ problem: 'ark/too-long', position: 1_024 });
  });

  it('accepts or refuses any text, with a position inside of it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), ARK_NAMES), (text) => {
        for (const written of [text, `ark:${text}`, `ark:/12345/${text}`]) {
          const answer = parseArk(written);
          if (!answer.ok) {
            expect(answer.position).toBeGreaterThanOrEqual(0);
            expect(answer.position).toBeLessThanOrEqual(written.length);
          }
        }
      }),
    );
  });

  it('reads what it normalized as the same', () => {
    fc.assert(
      fc.property(ARK_NAMES, (name) => {
        const answer = parseArk(`ark:12345/${name}`);
        if (answer.ok) expect(readArk(answer.value.text)).toMatchObject({ text: answer.value.text, naan: '12345' });
      }),
    );
  });

  it('ignores hyphens wherever they are but inside escapes', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aZ09/.'), minLength: 1 }), fc.nat(), (name, place) => {
        const position = place % (name.length + 1);
        const plain = parseArk(`ark:12345/${name}`);
        const hyphenated = parseArk(`ark:12345/${name.slice(0, position)}-${name.slice(position)}`);
        expect(plain.ok && plain.value.text).toBe(hyphenated.ok && hyphenated.value.text);
      }),
    );
  });
});
