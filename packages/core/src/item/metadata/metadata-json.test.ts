import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Metadata, mergeMetadata, parseMetadata } from './metadata-json.ts';

interface ValidCase {
  readonly metadata: unknown;
  readonly canonical: Metadata;
}

interface InvalidCase {
  readonly metadata: unknown;
  readonly problems: readonly { readonly path: string; readonly problem: string }[];
}

const read = (name: string): { readonly cases: readonly unknown[] } =>
  JSON.parse(readFileSync(new URL(`../../../../../vectors/item/${name}`, import.meta.url), 'utf8'));

const valid = read('metadata-valid.json').cases as readonly ValidCase[];
const invalid = read('metadata-invalid.json').cases as readonly InvalidCase[];

const RUNS = { seed: 19_950_301, numRuns: 2_000 };

const problemsOf = (source: unknown): readonly { path: string; problem: string }[] => {
  const answer = parseMetadata(source);
  return answer.ok ? [] : answer.problems.map(({ path, problem }) => ({ path, problem }));
};

const parsed = (source: unknown): Metadata => {
  const answer = parseMetadata(source);
  if (!answer.ok) throw new Error(JSON.stringify(answer.problems));
  return answer.value;
};

const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('pt', 'PT-br', '2011-09', ' a ', '\u0344'.repeat(16), 'e\u0301', '\u2028', '\ud800', 'a\r\nb'),
);
const value = fc.oneof(text, fc.integer(), fc.record({ value: text, language: text }, { requiredKeys: ['value'] }));
const name = fc.constantFrom(
  'title',
  'abstract',
  'subject',
  'date',
  'language',
  'isbn',
  'constructor',
  'Bad',
  '__proto__',
);
/** Most of these are wrong somewhere, many are right. */
const written = fc
  .array(fc.tuple(name, fc.oneof(value, fc.array(value, { maxLength: 3 }))), { maxLength: 4 })
  .map((fields) => Object.fromEntries([['title', 'T'], ...fields]) as Record<string, unknown>);
const metadata = written.filter((source) => parseMetadata(source).ok).map(parsed);

describe('parseMetadata', () => {
  it('stops at the hundredth qualifier that a field does not have', () => {
    const unknown = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`key${index}`, 'x']));
    expect(problemsOf({ title: 'T', creator: unknown })).toHaveLength(100);
  });

  it.each(valid)('reads $metadata', ({ metadata, canonical }) => {
    expect(parseMetadata(metadata)).toEqual({ ok: true, value: canonical });
    expect(Object.keys(parsed(metadata))).toEqual(Object.keys(canonical));
  });

  it.each(invalid)('refuses $metadata', ({ metadata, problems }) => {
    expect(problemsOf(metadata)).toEqual(problems);
  });

  it('says what it expected', () => {
    expect(parseMetadata({ title: ['T', { value: 'U', language: 'xx' }] })).toEqual({
      ok: false,
      problems: [
        { path: 'title[1].language', problem: 'metadata/language', expected: 'a language such as pt, pt-BR or yrl' },
      ],
    });
    for (const { metadata } of invalid) {
      const answer = parseMetadata(metadata);
      expect(answer.ok ? [] : answer.problems.map(({ expected }) => expected)).not.toContain('');
    }
  });

  it('has no fields but those that were written', () => {
    expect(parsed({ title: 'T' })['constructor']).toBeUndefined();
  });

  it('takes a language that is undefined for none', () => {
    expect(parsed({ title: { value: 'T', language: undefined } })).toEqual({ title: [{ value: 'T' }] });
  });

  it('reads its own result as the same', () => {
    fc.assert(
      fc.property(metadata, (first) => {
        expect(parsed(first)).toEqual(first);
        expect(parsed(JSON.parse(JSON.stringify(first)))).toEqual(first);
      }),
      RUNS,
    );
  });

  it('never throws, and refuses with a reason', () => {
    const anything = fc.oneof(
      fc.anything(),
      fc.jsonValue(),
      written,
      fc.dictionary(name, fc.anything()),
      fc.anything().map((title) => ({ title: [title] })),
    );
    fc.assert(
      fc.property(anything, (source) => {
        const answer = parseMetadata(source);
        expect(answer.ok || (answer.problems.length > 0 && answer.problems.length <= 100)).toBe(true);
      }),
      RUNS,
    );
  });
});

describe('the limits of metadata', () => {
  const many = <Item>(length: number, item: (index: number) => Item): Item[] =>
    Array.from({ length }, (_, i) => item(i));
  const withFields = (count: number) =>
    Object.fromEntries(['title', ...many(count - 1, (i) => `f${i}`)].map((key) => [key, 'T']));

  it('are 200 fields', () => {
    expect(problemsOf(withFields(200))).toEqual([]);
    expect(problemsOf({ ...withFields(200), empty: [] })).toEqual([]);
    expect(problemsOf(withFields(201))).toEqual([{ path: '', problem: 'metadata/too-many-fields' }]);
  });

  it('are 1,000 values a field', () => {
    expect(problemsOf({ title: 'T', subject: many(1_000, () => 'x') })).toEqual([]);
    expect(problemsOf({ title: 'T', subject: many(1_001, () => 'x') })).toEqual([
      { path: 'subject', problem: 'metadata/too-many-values' },
    ]);
    expect(problemsOf({ title: 'T', subject: new Array(2 ** 32 - 1) })[0]).toEqual({
      path: 'subject',
      problem: 'metadata/too-many-values',
    });
  });

  it('are 65,536 characters a value, before and after normalisation', () => {
    expect(problemsOf({ title: 'x'.repeat(65_536) })).toEqual([]);
    for (const title of ['x'.repeat(65_537), ' '.repeat(65_537), '\u0958'.repeat(32_769)]) {
      expect(problemsOf({ title })).toEqual([{ path: 'title', problem: 'metadata/too-long' }]);
    }
  });

  it('are 1,048,576 characters in all', () => {
    const values = many(15, () => 'x'.repeat(65_536));
    expect(problemsOf({ title: 'T', subject: [...values, 'x'.repeat(65_535)] })).toEqual([]);
    expect(problemsOf({ title: 'T', subject: [...values, 'x'.repeat(65_536), 1.5] })).toEqual([
      { path: '', problem: 'metadata/too-large' },
    ]);
    expect(problemsOf({ title: 'T', subject: [...values, 'x'.repeat(65_536)], 'not read': '' })).toEqual([
      { path: '', problem: 'metadata/too-large' },
    ]);
  });

  it('count signs that XML escapes as long as they are there', () => {
    const values = many(2, () => '<&>"'.repeat(16_384));
    expect(problemsOf({ title: 'T', subject: [...values, '"'.repeat(43_690)] })).toEqual([]);
    expect(problemsOf({ title: 'T', subject: [...values, '"'.repeat(43_691)] })).toEqual([
      { path: '', problem: 'metadata/too-large' },
    ]);
  });

  it('are 100 problems, the first ones', () => {
    const expected = many(100, (i) => ({ path: `subject[${i}]`, problem: 'metadata/blank' }));
    expect(problemsOf({ title: 'T', subject: many(100, () => '') })).toEqual(expected);
    expect(problemsOf({ title: 'T', subject: many(999, () => ''), date: '?' })).toEqual(expected);
    const keys = Object.fromEntries(many(500, (i) => [`k${i}`, i]));
    expect(problemsOf({ title: { value: 'T', ...keys } })).toHaveLength(100);
  });

  it('are 64 characters of a key in a path', () => {
    expect(problemsOf({ title: 'T', ['X'.repeat(100)]: 1 })).toEqual([
      { path: `["${'X'.repeat(64)}"]`, problem: 'metadata/field-name' },
    ]);
  });

  it('are 30 combining marks in a row', () => {
    expect(problemsOf({ title: `a${'\u0316'.repeat(30)}b${'\u0316'.repeat(30)}` })).toEqual([]);
    expect(problemsOf({ title: `a${'\u0301'.repeat(32_000)}${'\u0316'.repeat(32_000)}` })).toEqual([
      { path: 'title', problem: 'metadata/combining-marks' },
    ]);
  });

  it('leave deep nesting unread', () => {
    let deep: unknown = 'x';
    for (let depth = 0; depth < 200_000; depth += 1) deep = depth % 2 === 0 ? [deep] : { value: deep };
    expect(problemsOf({ title: 'T', subject: deep })).toEqual([{ path: 'subject.value', problem: 'metadata/value' }]);
  });
});

describe('mergeMetadata', () => {
  const current = parsed({ title: 'T', subject: ['a', 'b'], date: 2011 });

  it('replaces whole fields, adds and removes', () => {
    expect(mergeMetadata(current, { subject: 'c', date: null, isbn: 1, missing: null })).toEqual({
      ok: true,
      value: { title: [{ value: 'T' }], subject: [{ value: 'c' }], isbn: [{ value: '1' }] },
    });
    expect(mergeMetadata(current, { subject: [] })).toEqual(mergeMetadata(current, { subject: null }));
  });

  it.each([
    [{ title: null }, { path: 'title', problem: 'metadata/title-missing' }],
    [{ title: ['U', 'V'] }, { path: 'title[1]', problem: 'metadata/repeated-language' }],
    [JSON.parse('{"__proto__":{"title":"V"}}'), { path: '["__proto__"]', problem: 'metadata/field-name' }],
    [null, { path: '', problem: 'metadata/not-an-object' }],
    [['title'], { path: '', problem: 'metadata/not-an-object' }],
    ['title', { path: '', problem: 'metadata/not-an-object' }],
  ])('refuses %j', (change, problem) => {
    expect(mergeMetadata(current, change)).toMatchObject({ ok: false, problems: [problem] });
  });

  it('leaves what it was given as it was', () => {
    const before = JSON.stringify(current);
    mergeMetadata(current, { title: 'U', subject: null });
    expect(JSON.stringify(current)).toBe(before);
  });

  it('obeys the laws of merging', () => {
    fc.assert(
      fc.property(metadata, metadata, (one, other) => {
        const merged = mergeMetadata(one, other);
        expect(mergeMetadata(one, {})).toEqual({ ok: true, value: one });
        expect(mergeMetadata(one, one)).toEqual({ ok: true, value: one });
        expect(merged).toEqual({ ok: true, value: { ...one, ...other } });
        const again = mergeMetadata(merged.ok ? merged.value : {}, other);
        expect(again).toEqual(merged);
        const removal = Object.fromEntries(Object.keys(one).map((key) => [key, null]));
        expect(mergeMetadata(one, { ...removal, ...other })).toEqual({ ok: true, value: other });
      }),
      RUNS,
    );
  });

  it('returns the same as reading the merged metadata', () => {
    fc.assert(
      fc.property(metadata, written, (one, change) => {
        expect(mergeMetadata(one, change)).toEqual(parseMetadata({ ...one, ...change }));
      }),
      RUNS,
    );
  });
});
