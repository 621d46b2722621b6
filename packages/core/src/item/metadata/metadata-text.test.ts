import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkLanguage } from '../text-checks.ts';
import { METADATA_FIELD_NAMES } from './metadata-fields.ts';
import { checkText } from './metadata-text.ts';

const { languages, countries } = JSON.parse(
  readFileSync(new URL('../../../../../vectors/persistent-url/languages.json', import.meta.url), 'utf8'),
) as { languages: readonly string[]; countries: readonly string[] };

describe('checkText', () => {
  it('keeps texts that are read again as the same', () => {
    const units = fc.oneof(
      fc.integer({ min: 0, max: 0xffff }),
      fc.constantFrom(0x0344, 0x0958, 0x20, 0x0d, 0x0a, 0x0301),
    );
    const sources = fc.array(units, { maxLength: 40 }).map((codes) => String.fromCharCode(...codes));
    fc.assert(
      fc.property(fc.constantFrom('title', 'description', 'note'), sources, (field, source) => {
        const checked = checkText(field, source);
        if (checked.ok) expect(checkText(field, checked.text)).toEqual(checked);
      }),
      { seed: 15, numRuns: 5_000 },
    );
  });

  it('judges each of the 65536 codes', () => {
    const wrong: number[] = [];
    for (let code = 0; code <= 0xffff; code += 1) {
      const isControl = (code < 0x20 || (code >= 0x7f && code < 0xa0)) && ![9, 10, 13].includes(code);
      const isDirection = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
      const isSurrogate = code >= 0xd800 && code <= 0xdfff;
      const isLineBreak = [10, 13, 0x2028, 0x2029].includes(code);
      const isBad = isControl || isDirection || isSurrogate;
      const source = `a${String.fromCharCode(code)}b`;
      if (checkText('note', source).ok === isBad) wrong.push(code);
      if (checkText('title', source).ok === (isBad || isLineBreak)) wrong.push(code);
    }
    expect(wrong).toEqual([]);
  });

  it('lets descriptions, abstracts and fields that came later have several lines', () => {
    const withLines = METADATA_FIELD_NAMES.filter((name) => checkText(name, 'a\nb').ok);
    expect(withLines).toEqual(['description', 'abstract', 'alternative', 'funding', 'degree', 'container']);
  });
});

describe('checkLanguage', () => {
  it('knows every language and country of the standard, in any letter case', () => {
    for (const language of languages) {
      expect(checkLanguage(language.toUpperCase())).toEqual({ ok: true, text: language });
    }
    for (const country of countries) {
      expect(checkLanguage(`PT-${country.toLowerCase()}`)).toEqual({ ok: true, text: `pt-${country}` });
    }
  });
});
