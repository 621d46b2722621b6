import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { issueDate, type Metadata, parseMetadata, searchableText, titleIn } from './metadata.ts';

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

describe('searchableText', () => {
  it('is every value, one a line', () => {
    const answer = parseMetadata({ title: ['T', { value: 'U', language: 'pt' }], isbn: 9, abstract: 'a\nb' });
    expect(answer.ok && searchableText(answer.value)).toBe('T\nU\n9\na\nb');
    expect(searchableText({})).toBe('');
  });

  it('has the identifiers and texts that are said of values, but no words of vocabularies', () => {
    const contributor = { value: 'A', role: 'Editor', affiliation: 'B', orcid: '0000-0002-1825-0097' };
    expect(searchableText({ contributor: [contributor] })).toBe('A\n0000-0002-1825-0097\nB');
  });

  it('ends after 200,000 characters, never within one', () => {
    const whole = 'x'.repeat(50_000);
    const subject = [whole, whole, whole].map((value) => ({ value }));
    const ending = (value: string): string => searchableText({ subject: [...subject, { value }] }).slice(150_003);
    expect(ending('x'.repeat(60_000))).toBe('x'.repeat(49_997));
    expect(ending(`${'x'.repeat(49_996)}\u{1f600}`)).toBe('x'.repeat(49_996));
    expect(ending(`${'x'.repeat(49_995)}\u{1f600}\u{1f600}`)).toBe(`${'x'.repeat(49_995)}\u{1f600}`);
  });

  it('contains each value of what is not too long', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', minLength: 1 })), (values) => {
        const lines = searchableText({ note: values.map((value) => ({ value })) });
        expect(lines).toBe(values.join('\n'));
      }),
      { seed: 7, numRuns: 300 },
    );
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
