import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Description, pageTags } from '../index.ts';

const FOLDER = new URL('../../../../../vectors/representation/', import.meta.url);
const names = readdirSync(FOLDER);
const described = (name: string): Description =>
  JSON.parse(readFileSync(new URL(`${name}/description.json`, FOLDER), 'utf8')) as Description;
const PAGE = 'https://archive.example/items/a';

describe('pageTags', () => {
  it('names authors with institution and ORCID iD, one after the other', () => {
    const tags = pageTags(described('thesis'), PAGE).names;
    expect(tags).toEqual([
      ['citation_title', 'Mapeamento de queimadas'],
      ['citation_author', 'Lima, Ana'],
      ['citation_author_institution', 'INPE'],
      ['citation_author_orcid', 'https://orcid.org/0000-0002-1825-0097'],
      ['citation_publication_date', '2025/06/30'],
      ['citation_dissertation_institution', 'Instituto Nacional de Pesquisas Espaciais'],
      ['citation_language', 'pt-BR'],
      ['citation_keywords', 'queimada'],
      ['citation_keywords', 'fire'],
      ['citation_keywords', 'Geociências'],
      ['citation_keywords', 'Remote sensing'],
      ['citation_public_url', 'http://urlib.net/8JMKD3MGP3W34P/45CR9K9'],
      ['citation_abstract_html_url', PAGE],
      ['z:itemType', 'thesis'],
      ['description', 'Resumo.'],
    ]);
  });

  it('names the journal, the pages and the file that everyone may read', () => {
    const [file] = described('thesis').files ?? [];
    const tags = new Map(
      pageTags({ ...described('article'), access: 'open', ...(file && { files: [file] }) }, PAGE).names,
    );
    expect([tags.get('citation_journal_title'), tags.get('citation_firstpage'), tags.get('citation_lastpage')]).toEqual(
      ['Boletim de Ciências', '10', '20'],
    );
    expect(tags.get('citation_pdf_url')).toBe(file?.url);
  });

  it('tells reference managers what it is, and of nothing but articles that it is in a journal', () => {
    const tagsOf = (type: string) =>
      new Map(
        pageTags(
          {
            metadata: { title: [{ value: 'T' }], type: [{ value: type }], container: [{ value: 'C' }] },
            persistentUrl: 'http://example.org/a',
          },
          PAGE,
        ).names,
      );
    expect(tagsOf('Dataset').get('z:itemType')).toBe('dataset');
    expect(tagsOf('Video').get('z:itemType')).toBe('videoRecording');
    expect(tagsOf('Dataset').get('citation_journal_title')).toBeUndefined();
    expect(tagsOf('Dataset').get('citation_series_title')).toBe('C');
    expect(tagsOf('Article').get('citation_journal_title')).toBe('C');
  });

  it.each(names)('has %s as JSON-LD that no text can end', (name) => {
    const { jsonLd, properties } = pageTags(described(name), PAGE);
    expect(jsonLd).not.toContain('<');
    expect(JSON.parse(jsonLd)).toEqual(JSON.parse(readFileSync(new URL(`${name}/schema-org.jsonld`, FOLDER), 'utf8')));
    expect(new Map(properties).get('og:url')).toBe(PAGE);
  });

  it('leaves files beyond the first twenty to the other formats', () => {
    const [file] = described('thesis').files ?? [];
    const files = Array.from({ length: 30 }, () => file).filter((one) => one !== undefined);
    const { jsonLd } = pageTags({ ...described('thesis'), files }, PAGE);
    expect(JSON.parse(jsonLd).encoding).toHaveLength(20);
  });

  it('shortens long descriptions between words, and knows books', () => {
    const abstract = [{ value: 'word '.repeat(100) }];
    const metadata = { title: [{ value: 'T' }], type: [{ value: 'Book' }], abstract };
    const { properties } = pageTags({ metadata, persistentUrl: 'http://example.org/a' }, PAGE);
    expect(new Map(properties).get('og:type')).toBe('book');
    expect(new Map(properties).get('og:description')).toMatch(/^(?:word ){59}word …$/);
  });
});
