import { parseTemplate, validateIdentifier } from '@perene/core/noid';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CREATION } from './creation-texts.ts';
import { gatherRuns, previewTemplate } from './preview-template.ts';

const medium = { naan: '', term: 'medium' } as const;

describe('the preview of a template', () => {
  it('tells the first identifiers, how many there are, and what each letter means', () => {
    expect(previewTemplate('s.sdd', medium)).toEqual({
      kind: 'minting',
      prefix: 's',
      order: 'sequential',
      letters: ['d', 'd'],
      total: 100n,
      samples: ['s00', 's01', 's02', 's03'],
      properties: '--A-I-E',
    });
    expect(previewTemplate('b.zd', { naan: '12345', term: 'medium' })).toMatchObject({
      total: null,
      samples: ['12345/b0', '12345/b1', '12345/b2', '12345/b3'],
    });
    expect(previewTemplate('-', medium)).toEqual({ kind: 'binding' });
  });

  it('shows identifiers that the template has', () => {
    const mask = fc.stringMatching(/^[rsz][deixvEwc]{1,8}k?$/);
    fc.assert(
      fc.property(mask, fc.constantFrom('', '12345'), (text, naan) => {
        const preview = previewTemplate(`5.${text}`, { naan, term: 'medium' });
        const template = parseTemplate(`5.${text}`);
        if (!template.ok) return expect(preview.kind).toBe('refused');
        if (preview.kind !== 'minting') throw new Error(text);
        expect(preview.samples.length).toBeGreaterThan(0);
        expect(preview.letters.join('')).toBe(text.slice(1));
        for (const sample of preview.samples) {
          expect(validateIdentifier(sample, template.value, { naan })).toMatchObject({ ok: true });
        }
      }),
    );
  });

  it.each(['f5', 'f5.', 'f5.q', 'f5.rk', 'f5.rdkd', 'f5.rdq', 'a.rdk', 'x'.repeat(300)])(
    'has a sentence for what is wrong with %s, in both languages',
    (text) => {
      const preview = previewTemplate(text, medium);
      if (preview.kind !== 'refused') throw new Error(text);
      for (const { preview: texts } of [CREATION.en, CREATION.pt]) {
        const known = texts.problems[preview.refused.problem];
        expect(known === undefined).toBe(text.length > 256);
      }
    },
  );
});

it('equal letters in a row are shown together', () => {
  expect(gatherRuns([...'eedeek'])).toEqual(['ee', 'd', 'ee', 'k']);
  expect(gatherRuns([])).toEqual([]);
});

it('every letter of a mask is explained, in both languages', () => {
  for (const { preview } of [CREATION.en, CREATION.pt]) {
    expect(Object.keys(preview.letters).sort()).toEqual([...'Ecdeikvwx'].sort());
  }
});
