import { describe, expect, it } from 'vitest';
import { issueDate, type Metadata, searchedOf, titleIn } from './metadata.ts';

const titles = (...list: readonly (readonly [value: string, language?: string])[]): Metadata => ({
  title: list.map(([value, language]) => (language === undefined ? { value } : { value, language })),
});

describe('titleIn', () => {
  const full = titles(['Um', 'pt-PT'], ['Dois', 'pt-BR'], ['Plain'], ['One', 'en']);

  it.each([
    { metadata: full, language: 'pt-BR', title: 'Dois', why: 'the very language' },
    { metadata: full, language: 'pt', title: 'Um', why: 'the same language of some country' },
    { metadata: full, language: 'pt-MZ', title: 'Um', why: 'the same language of another country' },
    { metadata: full, language: 'en-GB', title: 'One', why: 'the same language without country' },
    { metadata: full, language: 'fr', title: 'Plain', why: 'the one without language' },
    { metadata: full, language: undefined, title: 'Plain', why: 'the one without language' },
    { metadata: titles(['Um', 'pt'], ['One', 'en']), language: 'fr', title: 'Um', why: 'the first' },
    { metadata: titles(['Um', 'pt'], ['One', 'en']), language: undefined, title: 'Um', why: 'the first' },
    { metadata: titles(), language: 'pt', title: '', why: 'nothing' },
    { metadata: {}, language: undefined, title: '', why: 'nothing' },
  ])('gives $title for $language: $why', ({ metadata, language, title }) => {
    expect(titleIn(metadata, language)).toBe(title);
  });
});

describe('searchedOf', () => {
  it('has the identifiers and texts that are said of values, but no words of vocabularies', () => {
    const contributor = { value: 'A', role: 'Editor', affiliation: 'B', orcid: '0000-0002-1825-0097' };
    expect(searchedOf(contributor)).toEqual(['A', '0000-0002-1825-0097', 'B']);
  });
});

describe('issueDate', () => {
  it.each([
    [['2011', 'Submitted'], ['2012'], '2012'],
    [['2011', 'Submitted'], ['2012', 'Issued'], '2012'],
    [['2011', 'Submitted'], ['2012', 'Accepted'], '2011'],
  ])('of %j and %j is %s', (...given) => {
    const [one, other, expected] = given as unknown as [[string, string?], [string, string?], string];
    const date = [one, other].map(([value, type]) => (type === undefined ? { value } : { value, type }));
    expect(issueDate({ date })).toBe(expected);
  });

  it('is missing if there is no date', () => {
    expect(issueDate({})).toBeUndefined();
  });
});
