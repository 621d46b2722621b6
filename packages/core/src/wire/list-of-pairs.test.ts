import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accept, refuse } from '../parsing/answer.ts';
import { formatListOfPairs, isWordCharacter, type Pair, parseListOfPairs } from './list-of-pairs.ts';

type PairView = readonly [name: string, value: string | readonly string[]];

const { valid, invalid } = JSON.parse(
  readFileSync(new URL('../../../../vectors/wire/list-of-pairs.json', import.meta.url), 'utf8'),
) as {
  readonly valid: readonly { readonly text: string; readonly pairs: readonly PairView[] }[];
  readonly invalid: readonly { readonly text: string; readonly why: string }[];
};

const SEED = 20_150_325;

const viewOf = (pairs: readonly Pair[]): readonly PairView[] => pairs.map(({ name, value }) => [name, value]);

const readView = (text: string): readonly PairView[] | undefined => {
  const pairs = parseListOfPairs(text);
  return pairs.ok ? viewOf(pairs.value) : undefined;
};

const isListOfOneWord = ({ value }: Pair): boolean => typeof value !== 'string' && value.length === 1;

describe('lists of pairs', () => {
  it('are many', () => {
    expect(valid.length).toBeGreaterThan(5);
    expect(invalid.length).toBeGreaterThan(5);
  });

  it.each(valid)('reads and writes $text', ({ text, pairs }) => {
    expect(readView(text)).toEqual(pairs);
    const written = formatListOfPairs(pairs.map(([name, value]) => ({ name, value })));
    expect(written.ok && readView(written.value)).toEqual(pairs);
  });

  it.each(invalid)('refuses $text: $why', ({ text }) => {
    expect(parseListOfPairs(text).ok).toBe(false);
  });
});

describe('parseListOfPairs', () => {
  it('says where each value begins', () => {
    expect(parseListOfPairs(' a  {b\tc}\r\nd\ne ')).toEqual(
      accept([
        { name: 'a', value: ['b', 'c'], position: 4 },
        { name: 'd', value: 'e', position: 13 },
      ]),
    );
  });

  it.each([
    ['a {}', [['a', []]]],
    ['a {  }', [['a', []]]],
    ['a {b}', [['a', ['b']]]],
    ['a { b  c }', [['a', ['b', 'c']]]],
    [
      'a\tb\vc\fd\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a {b\r\nc}\nd e',
      [
        ['a', ['b', 'c']],
        ['d', 'e'],
      ],
    ],
    [
      'a b a c',
      [
        ['a', 'b'],
        ['a', 'c'],
      ],
    ],
    ['!"#$%&\' |~z', [['!"#$%&\'', '|~z']]],
    ['  ', []],
  ] as const)('reads %j', (text, pairs) => {
    expect(readView(text)).toEqual(pairs);
  });

  it.each([
    ['{', 0],
    ['}', 0],
    ['{a b} c', 0],
    ['a{b c}', 1],
    ['a}b c', 1],
    ['a b {c d}', 4],
    ['a b c\u00f3 d', 5],
    ['\u00a0a b', 0],
    ['a b\r\n\u0000 c', 5],
  ])('refuses the name of %j', (text, position) => {
    expect(parseListOfPairs(text)).toEqual(refuse('pairs/name', position, 'a word'));
  });

  it.each([
    ['a', 1, 'a'],
    ['a ', 2, 'a'],
    ['a }', 2, 'a'],
    ['a \u00f3', 2, 'a'],
    ['a b cd', 6, 'cd'],
    ['a b c\r\n', 7, 'c'],
  ])('misses the value of %j', (text, position, name) => {
    expect(parseListOfPairs(text)).toEqual(refuse('pairs/value', position, `a value for ${name}`));
  });

  it('shows at most 64 characters of a name', () => {
    const named = (length: number, shown: number) =>
      expect(parseListOfPairs('n'.repeat(length))).toEqual(
        refuse('pairs/value', length, `a value for ${'n'.repeat(shown)}`),
      );
    named(64, 64);
    named(65, 64);
  });

  it.each([
    ['a b}', 3],
    ['a b{c d}', 3],
    ['nome valor\u00f3', 10],
    ['a b\u0000', 3],
    ['a b\u007f', 3],
    ['a {b c}d e', 7],
    ['a {b c}}', 7],
    ['a {b c}{d e}', 7],
  ])('refuses what follows the value in %j', (text, position) => {
    expect(parseListOfPairs(text)).toEqual(refuse('pairs/character', position, 'a blank; other characters as escapes'));
  });

  it.each([
    ['a {', 3],
    ['a {b c', 6],
    ['a {b c ', 7],
    ['a {{b c}}', 3],
    ['a {b {c d}}', 5],
    ['a {b c\u00f3}', 6],
    ['a {\u00a0}', 3],
  ])('refuses the list of %j', (text, position) => {
    expect(parseListOfPairs(text)).toEqual(refuse('pairs/list', position, 'a word or }'));
  });
});

describe('isWordCharacter', () => {
  it('is %x21-7A | %x7C | %x7E', () => {
    const codes = Array.from({ length: 0x100 }, (_, code) => code).filter(isWordCharacter);
    expect(String.fromCharCode(...codes)).toBe(
      '!"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz|~',
    );
    expect(isWordCharacter(0x6c21)).toBe(false);
  });
});

describe('formatListOfPairs', () => {
  it('writes one pair a line', () => {
    expect(
      formatListOfPairs([
        { name: 'a', value: 'b' },
        { name: 'c', value: ['d', 'e', 'f'] },
        { name: 'g', value: [] },
      ]),
    ).toEqual(accept('a b\r\nc {d e f}\r\ng {}'));
    expect(formatListOfPairs([])).toEqual(accept(''));
  });

  const fine: Pair = { name: 'x', value: 'y' };
  it.each(['', 'a b', 'a{', 'a}', 'a\n', '\u00f3'])('refuses the name %j', (name) => {
    expect(formatListOfPairs([fine, { name, value: 'y' }])).toEqual(refuse('pairs/name', 1, 'a word'));
  });

  it.each(['', 'a b', '{a', 'a\r', '\u00f3'])('refuses the value %j', (value) => {
    expect(formatListOfPairs([fine, fine, { name: 'n', value }])).toEqual(
      refuse('pairs/value', 2, 'a word as the value of n'),
    );
  });

  it.each([[['a']], [['a', '']], [['a', 'b c']], [['{', 'b']], [['a', '\u00f3']]])('refuses the list %j', (value) => {
    expect(formatListOfPairs([{ name: 'n', value }])).toEqual(
      refuse('pairs/list', 0, 'no word or several as the value of n'),
    );
  });
});

describe('properties', () => {
  const wordCharacter = fc
    .integer({ min: 0x21, max: 0x7e })
    .filter(isWordCharacter)
    .map((code) => String.fromCharCode(code));
  const word = fc.string({ unit: wordCharacter, minLength: 1, maxLength: 12 });
  const value = fc.oneof(
    word,
    fc.array(word, { maxLength: 4 }).filter(({ length }) => length !== 1),
  );
  const pair: fc.Arbitrary<Pair> = fc.record({ name: word, value });

  it('reads what it writes', () => {
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 8 }), (pairs) => {
        const written = formatListOfPairs(pairs);
        expect(written.ok && readView(written.value)).toEqual(viewOf(pairs));
      }),
      { seed: SEED, numRuns: 1_000 },
    );
  });

  it('takes any run of blanks and line ends', () => {
    const space = fc.string({ unit: fc.constantFrom(' ', '\t', '\r', '\n', '\r\n'), minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1, maxLength: 4 }), space, (pairs, blanks) => {
        const text = pairs
          .map((one) => `${one.name} ${typeof one.value === 'string' ? one.value : `{ ${one.value.join(' ')} }`} `)
          .join('');
        expect(readView(text.replaceAll(' ', blanks))).toEqual(viewOf(pairs));
      }),
      { seed: SEED, numRuns: 1_000 },
    );
  });

  it('never throws, and reads again what it accepted and can write', () => {
    const piece = fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom('a', 'ibi', ' ', ' ', '\r\n', '{', '}', '{}', '{a b}') },
      {
        weight: 1,
        arbitrary: fc.array(fc.nat(0xffff), { maxLength: 2 }).map((codes) => String.fromCharCode(...codes)),
      },
    );
    let accepted = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
        const text = pieces.join('');
        const pairs = parseListOfPairs(text);
        if (!pairs.ok) {
          expect(pairs.position).toBeLessThanOrEqual(text.length);
          return;
        }
        accepted += 1;
        const written = formatListOfPairs(pairs.value);
        expect(written.ok).toBe(!pairs.value.some(isListOfOneWord));
        if (written.ok) expect(readView(written.value)).toEqual(viewOf(pairs.value));
      }),
      { seed: SEED, numRuns: 4_000 },
    );
    expect(accepted).toBeGreaterThan(200);
  });
});
