import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Metadata } from '../../item/metadata/metadata.ts';
import { formatOaiDc, type KnownElements } from './oai-dc.ts';

const { cases } = JSON.parse(
  readFileSync(new URL('../../../../../vectors/item/oai-dc.json', import.meta.url), 'utf8'),
) as {
  cases: readonly {
    readonly metadata: Metadata;
    readonly known?: KnownElements;
    readonly xml: string;
    readonly note: string;
  }[];
};

interface Element {
  readonly name: string;
  readonly language: string | undefined;
  readonly text: string;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#13': '\r' };

/** Reads the little XML that is written here; throws if it is not well-formed. */
const readElements = (xml: string): readonly Element[] => {
  const [, content] =
    /^<oai_dc:dc(?: xmlns:\w+="[^"<&]*"|\s|xsi:schemaLocation="[^"<&]*"|xmlns:\w+="[^"<&]*")*>\n([\s\S]*)<\/oai_dc:dc>\n$/.exec(
      xml,
    ) ?? [];
  if (content === undefined) throw new Error('no oai_dc:dc');
  const ELEMENT = / {2}<dc:([a-z]+)(?: xml:lang="([A-Za-z-]+)")?>([^<>"]*)<\/dc:\1>\n/g;
  if (content.replaceAll(ELEMENT, '') !== '') throw new Error(`not well-formed: ${content}`);
  return [...content.matchAll(ELEMENT)].map(([, name = '', language, escaped = '']) => ({
    name,
    language,
    text: escaped.replaceAll(/&([^;&]*;)?/g, (entity) => {
      const character = ENTITIES[entity.slice(1, -1)];
      if (character === undefined) throw new Error(`unknown entity ${entity}`);
      return character;
    }),
  }));
};

/** Checks character codes, so that this does not repeat the regular expression of the code under test. */
const isXml = (character: string): boolean => {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return code === 9 || code === 10 || code === 13;
  return !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff;
};

const asXml = (text: string): string =>
  [...text].map((character) => (isXml(character) ? character : '\ufffd')).join('');

describe('formatOaiDc', () => {
  it.each(cases)('writes $note', ({ metadata, known, xml }) => {
    expect(formatOaiDc(metadata, known)).toBe(xml);
  });

  it('writes every text so that it is read again, whatever it holds', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes)),
      fc
        .array(fc.constantFrom('&', '<', '>', '"', "'", ']]>', '&amp;', '<!--', '\r', '\n', '\0', '\ud800'))
        .map((parts) => parts.join('')),
    );
    const values = fc.record({ value: texts, language: fc.constantFrom('pt', 'pt-BR') }, { requiredKeys: ['value'] });
    fc.assert(
      fc.property(fc.array(values), fc.array(values), fc.array(values), (title, abstract, rights) => {
        const element =
          (name: string) =>
          ({ value, language }: { value: string; language?: string }) => ({
            name,
            language,
            text: asXml(value),
          });
        expect(readElements(formatOaiDc({ abstract, rights, isbn: rights, title } as Metadata))).toEqual([
          ...title.map(element('title')),
          ...abstract.map(element('description')),
          ...rights.map(element('rights')),
        ]);
      }),
      { seed: 1_999, numRuns: 1_000 },
    );
  });
});
