import { QUALIFIER_NAMES } from '@perene/core/item';
import {
  type Description,
  formatLinkHeader,
  formatLinksetJson,
  formatsOf,
  pageLinks,
  pageTags,
  writeFormat,
} from '@perene/core/representation';
import fc from 'fast-check';
import { XmlDocument } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom(...'<>&"\'\\{}]\r\n\t\0 ,;:%#', 'https://a.example/', 'doi:10.1/', 'CC0-1.0', '2011'))
    .map((parts) => parts.join('')),
);
const value = fc
  .record({ value: text, qualifiers: fc.dictionary(fc.constantFrom(...QUALIFIER_NAMES), text, { maxKeys: 4 }) })
  .map(({ value: own, qualifiers }) => ({ ...qualifiers, value: own }));
const FIELDS =
  'title creator contributor subject abstract date relation coverage rights funding degree container alternative';
const metadata = fc.dictionary(fc.constantFrom(...FIELDS.split(' ')), fc.array(value, { maxLength: 3 }), {
  maxKeys: 8,
});
const items = fc.record({ metadata, aliases: fc.array(text, { maxLength: 2 }), path: text, mediaType: text }).map(
  ({ metadata: fields, aliases, path, mediaType }): Description => ({
    metadata: { ...fields, type: [{ value: 'Thesis' }] },
    aliases,
    persistentUrl: 'http://example.org/a/b',
    labels: ['a/b'],
    files: [{ path, bytes: 1, sha256: '00', mediaType, url: `http://example.org/${path}` }],
  }),
);

describe('every format, whatever people wrote', () => {
  it('is written, and is well-formed', () => {
    fc.assert(
      fc.property(items, (item) => {
        for (const { name, part } of formatsOf(item)) {
          const written = writeFormat(name, item);
          if (part.endsWith('.xml')) XmlDocument.fromString(written).dispose();
          if (/\.json(?:ld)?$/.test(part)) JSON.parse(written);
        }
        const page = 'http://example.org/items/a/b';
        expect(formatLinkHeader(pageLinks(item, page), page)).toMatch(/^[\x20-\x7e]*$/);
        JSON.parse(formatLinksetJson(item, page));
        JSON.parse(pageTags(item, page).jsonLd);
      }),
      { numRuns: 300 },
    );
  });
});
