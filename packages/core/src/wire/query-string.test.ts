import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accept, refuse } from '../parsing/answer.ts';
import { escapeUrl, formatQueryString, parseQueryString } from './query-string.ts';
import { parseUrl } from './values.ts';

type PairView = readonly [name: string, value: string];

const { valid, written, invalid } = JSON.parse(
  readFileSync(new URL('../../../../vectors/wire/query-string.json', import.meta.url), 'utf8'),
) as {
  readonly valid: readonly {
    readonly query: string;
    readonly pairs: readonly PairView[];
    readonly canonical: string;
  }[];
  readonly written: readonly { readonly pairs: readonly PairView[]; readonly query: string }[];
  readonly invalid: readonly {
    readonly query: string;
    readonly problem: string;
    readonly position: number;
    readonly why: string;
  }[];
};

const SEED = 20_150_325;

const readView = (query: string): readonly PairView[] | undefined => {
  const pairs = parseQueryString(query);
  return pairs.ok ? pairs.value.map(({ name, value }) => [name, value]) : undefined;
};

describe('query strings', () => {
  it('are many', () => {
    expect(valid.length).toBeGreaterThan(30);
    expect(written.length).toBeGreaterThan(5);
    expect(invalid.length).toBeGreaterThan(15);
  });

  it.each(valid)('reads and writes $query', ({ query, pairs, canonical }) => {
    expect(readView(query)).toEqual(pairs);
    expect(formatQueryString(pairs)).toBe(canonical);
    expect(readView(canonical)).toEqual(pairs);
  });

  it.each(written)('writes $query', ({ pairs, query }) => {
    expect(formatQueryString(pairs)).toBe(query);
    expect(readView(query)).toHaveLength(pairs.length);
  });

  it.each(invalid.map((row) => ({ ...row, title: `${row.why}: ${JSON.stringify(row.query.slice(0, 60))}` })))(
    'refuses $title',
    ({ query, problem, position }) => {
      expect(parseQueryString(query)).toMatchObject({ ok: false, problem, position });
    },
  );
});

describe('parseQueryString', () => {
  it('says where every character of a value stands', () => {
    const query = 'a=b%20c&d%3D=+%f3x&e=';
    const pairs = parseQueryString(query);
    const [first, second, third] = pairs.ok ? pairs.value : [];
    expect([0, 1, 2, 3].map((index) => first?.positionOf(index))).toEqual([2, 3, 6, 7]);
    expect(second).toMatchObject({ name: 'd=', value: ' %f3x' });
    expect([0, 1, 2, 3, 4, 5].map((index) => second?.positionOf(index))).toEqual([13, 14, 15, 16, 17, 18]);
    expect(third?.positionOf(0)).toBe(query.length);
  });

  it.each([
    ['a', 'query-string/pair', 0, 'a pair name=value'],
    ['a=\u00f3', 'query-string/character', 2, 'an ASCII character or a percent escape'],
    ['a=%', 'escape/malformed', 2, 'two hexadecimal digits'],
    ['a=&%=', 'escape/malformed', 3, 'two hexadecimal digits'],
  ])('tells what it expected in %j', (query, problem, position, expected) => {
    expect(parseQueryString(query)).toEqual(refuse(problem, position, expected));
  });

  it('has at most 256 pairs', () => {
    const query = (count: number): string => Array(count).fill('a=b').join('&');
    expect(readView(query(256))).toHaveLength(256);
    expect(parseQueryString(query(257))).toEqual(refuse('query-string/too-many', 256 * 4, 'at most 256 pairs'));
    expect(parseQueryString(query(300))).toEqual(refuse('query-string/too-many', 256 * 4, 'at most 256 pairs'));
  });

  it('reads nothing from nothing, and nothing between two signs of a new pair', () => {
    expect(parseQueryString('')).toEqual(accept([]));
    expect(parseQueryString('&')).toEqual(accept([]));
    expect(readView('a=b&')).toEqual(readView('a=b'));
    const pairs = parseQueryString('&a=b&&c=%20d&');
    expect(pairs.ok && pairs.value.map(({ name, positionOf }) => [name, positionOf(0)])).toEqual([
      ['a', 3],
      ['c', 8],
    ]);
  });
});

describe('escapeUrl', () => {
  it.each([
    ['http://a.org/x', 'http://a.org/x'],
    ['http://a.org/a%20b', 'http://a.org/a%20b'],
    ['http://a.org/Relat%f3rio%20Final.pdf', 'http://a.org/Relat%f3rio%20Final.pdf'],
    ['http://a.org/x?a=b&c=d+e', 'http://a.org/x%3Fa%3Db%26c%3Dd%2Be'],
    ['http://a.org/%26%2520%20%', 'http://a.org/%2526%252520%20%25'],
  ])('writes %j', (url, value) => {
    expect(escapeUrl(url)).toBe(value);
    const pairs = readView(`url=${value}`);
    expect(parseUrl(pairs?.[0]?.[1] ?? '')).toEqual(accept(url));
  });
});

describe('properties', () => {
  const anyText = fc
    .array(
      fc.oneof(
        fc.integer({ min: 0x20, max: 0x7e }),
        fc.nat(0xff),
        fc.nat(0xffff),
        fc.integer({ min: 0xd7f0, max: 0xe00f }),
      ),
      {
        maxLength: 12,
      },
    )
    .map((codes) => String.fromCharCode(...codes));
  const printable = fc.string({
    unit: fc.oneof(fc.constantFrom(...' %&+=?', '%f3', '%25', '%0A', '%20'), fc.string({ minLength: 1, maxLength: 1 })),
    maxLength: 12,
  });

  it('reads every printable value as it was written', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            printable.filter((name) => name !== ''),
            printable,
          ),
          { maxLength: 6 },
        ),
        (pairs) => {
          expect(readView(formatQueryString(pairs))).toEqual(pairs);
        },
      ),
      { seed: SEED, numRuns: 2_000 },
    );
  });

  it('writes everything else as the bytes of UTF-8, which stay escapes', () => {
    const bytesOf = (text: string): string =>
      [...new TextEncoder().encode(text)]
        .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
        .join('');
    fc.assert(
      fc.property(anyText, (text) => {
        const query = formatQueryString([['a', text]]);
        expect(query).toMatch(/^[!-~]*$/);
        // TextEncoder writes half a pair of surrogates as U+FFFD too.
        const expected = text.replace(/[^ -~]+/g, bytesOf);
        expect(readView(query)).toEqual([['a', expected]]);
        expect(formatQueryString([['a', expected]])).toBe(query);
      }),
      { seed: SEED, numRuns: 5_000 },
    );
  });

  it('writes URLs that are read as the same URLs', () => {
    const unit = fc.oneof(
      fc.constantFrom('%20', '%', '%2', '%25', '+', '&', '=', '?', '%f3', '%26'),
      fc.constantFrom(...'aZ09/.-~|'),
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), (path) => {
        const url = `http://a.org/${path}`;
        const pairs = readView(`url=${escapeUrl(url)}`);
        expect(parseUrl(pairs?.[0]?.[1] ?? '')).toEqual(accept(url));
      }),
      { seed: SEED, numRuns: 3_000 },
    );
  });

  it('never throws, and reads again what it accepted', () => {
    const piece = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('a', '=', '=', '&', '%', '%20', '%f3', '+', '%25') },
      { weight: 1, arbitrary: anyText },
    );
    let accepted = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const query = pieces.join('');
        const answer = parseQueryString(query);
        if (answer.ok) {
          accepted += 1;
          const pairs = answer.value.map(({ name, value }) => [name, value] as const);
          expect(readView(formatQueryString(pairs))).toEqual(pairs);
        } else {
          expect(answer.position).toBeGreaterThanOrEqual(0);
          expect(answer.position).toBeLessThanOrEqual(query.length);
        }
      }),
      { seed: SEED, numRuns: 4_000 },
    );
    expect(accepted).toBeGreaterThan(200);
  });
});
