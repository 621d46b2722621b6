import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHostName, readSubdomain, readWord, withoutFinalPoint } from './host-name.ts';

const RUNS = { seed: 1_034, numRuns: 500 };
const refused = (problem: string, position: number, expected: string) => ({ ok: false, problem, position, expected });

const EMPTY = 'a letter or a digit';
const BEGIN = 'a letter or a digit';
const END = 'a letter or a digit';
const LONG = 'a word of at most 63 characters';
const LAST = 'a letter to begin the last word';

describe('readWord', () => {
  it.each([
    { text: 'a', start: 0, end: 1 },
    { text: '9', start: 0, end: 1 },
    { text: 'mtc-m18.sid', start: 0, end: 7 },
    { text: 'mtc-m18.sid', start: 8, end: 11 },
    { text: 'a--b/', start: 0, end: 4 },
    { text: 'Z9@80', start: 0, end: 2 },
    { text: '.-a', start: 2, end: 3 },
    { text: 'b'.repeat(63), start: 0, end: 63 },
    { text: `.${'b'.repeat(63)}.`, start: 1, end: 64 },
  ])('"$text" from $start ends at $end', ({ text, start, end }) => {
    expect(readWord(text, start)).toEqual({ ok: true, value: end });
  });

  it.each([
    { text: '', start: 0, answer: refused('host/empty-word', 0, EMPTY) },
    { text: 'a.', start: 2, answer: refused('host/empty-word', 2, EMPTY) },
    { text: 'a.@', start: 2, answer: refused('host/empty-word', 2, EMPTY) },
    { text: '_a', start: 0, answer: refused('host/empty-word', 0, EMPTY) },
    { text: '-', start: 0, answer: refused('host/hyphen', 0, BEGIN) },
    { text: '-a', start: 0, answer: refused('host/hyphen', 0, BEGIN) },
    { text: '-a-', start: 0, answer: refused('host/hyphen', 0, BEGIN) },
    { text: 'x.-a', start: 2, answer: refused('host/hyphen', 2, BEGIN) },
    { text: 'a-', start: 0, answer: refused('host/hyphen', 1, END) },
    { text: 'x.ab--.y', start: 2, answer: refused('host/hyphen', 5, END) },
    { text: 'b'.repeat(64), start: 0, answer: refused('host/long-word', 63, LONG) },
    { text: `x.${'b'.repeat(64)}`, start: 2, answer: refused('host/long-word', 65, LONG) },
  ])('refuses "$text" from $start at $answer.position', ({ text, start, answer }) => {
    expect(readWord(text, start)).toEqual(answer);
  });
});

describe('readSubdomain', () => {
  it.each([
    { text: 'br', start: 0, end: 2 },
    { text: 'b', start: 0, end: 1 },
    { text: 'sid.inpe.br', start: 0, end: 11 },
    { text: 'sid.inpe.br', start: 4, end: 11 },
    { text: 'sid.inpe.br/mtc', start: 0, end: 11 },
    { text: 'sid.inpe.br.', start: 0, end: 12 },
    { text: 'sid.inpe.br./mtc', start: 0, end: 12 },
    { text: 'br./', start: 0, end: 3 },
    { text: 'sid.inpe.br@80', start: 0, end: 11 },
    { text: '1.2-3.x4', start: 0, end: 8 },
    { text: '9.8.Z', start: 0, end: 5 },
  ])('"$text" from $start ends at $end', ({ text, start, end }) => {
    expect(readSubdomain(text, start)).toEqual({ ok: true, value: end });
  });

  it.each([
    { text: '', start: 0, answer: refused('host/empty-word', 0, EMPTY) },
    { text: '.', start: 0, answer: refused('host/empty-word', 0, EMPTY) },
    { text: 'a..b', start: 0, answer: refused('host/empty-word', 2, EMPTY) },
    { text: 'a..', start: 0, answer: refused('host/empty-word', 2, EMPTY) },
    { text: 'a../', start: 0, answer: refused('host/empty-word', 2, EMPTY) },
    { text: 'a.:80', start: 0, answer: refused('host/empty-word', 2, EMPTY) },
    { text: 'a.-b', start: 0, answer: refused('host/hyphen', 2, BEGIN) },
    { text: 'a.b-.c', start: 0, answer: refused('host/hyphen', 3, END) },
    { text: `a.${'b'.repeat(64)}.c`, start: 0, answer: refused('host/long-word', 65, LONG) },
    { text: '1', start: 0, answer: refused('host/last-word', 0, LAST) },
    { text: 'a.1b', start: 0, answer: refused('host/last-word', 2, LAST) },
    { text: 'a.1b.', start: 0, answer: refused('host/last-word', 2, LAST) },
    { text: 'a.1b./', start: 0, answer: refused('host/last-word', 2, LAST) },
    { text: 'x/a.1b/', start: 2, answer: refused('host/last-word', 4, LAST) },
  ])('refuses "$text" from $start at $answer.position', ({ text, start, answer }) => {
    expect(readSubdomain(text, start)).toEqual(answer);
  });
});

describe('withoutFinalPoint', () => {
  it('takes one point from the end, and nothing else', () => {
    expect(['a.b.', 'a.b', '.', ''].map(withoutFinalPoint)).toEqual(['a.b', 'a.b', '', '']);
  });
});

describe('parseHostName', () => {
  const labelOf63 = 'b'.repeat(63);
  const nameOf253 = `${labelOf63}.${labelOf63}.${labelOf63}.${'c'.repeat(61)}`;

  it.each([
    { text: 'mtc-m18.sid.inpe.br', word: 'mtc-m18', subdomain: 'sid.inpe.br' },
    { text: 'MTC-m18.SID.Inpe.BR', word: 'mtc-m18', subdomain: 'sid.inpe.br' },
    { text: 'www.example.org.', word: 'www', subdomain: 'example.org' },
    { text: 'a.b', word: 'a', subdomain: 'b' },
    { text: '1.b', word: '1', subdomain: 'b' },
    { text: nameOf253, word: labelOf63, subdomain: nameOf253.slice(64) },
  ])('divides $text', ({ text, word, subdomain }) => {
    expect(parseHostName(text)).toEqual({ ok: true, value: { word, subdomain } });
  });

  const QUALIFIED = 'a point: a fully qualified name is needed';
  it.each([
    { text: '', answer: refused('host/empty-word', 0, EMPTY) },
    { text: 'localhost', answer: refused('host/no-subdomain', 9, QUALIFIED) },
    { text: 'local_host', answer: refused('host/no-subdomain', 5, QUALIFIED) },
    { text: 'localhost:80', answer: refused('host/no-subdomain', 9, QUALIFIED) },
    { text: 'localhost.', answer: refused('host/empty-word', 10, EMPTY) },
    { text: '-www.example.org', answer: refused('host/hyphen', 0, BEGIN) },
    { text: 'www.example-.org', answer: refused('host/hyphen', 11, END) },
    { text: '127.0.0.1', answer: refused('host/last-word', 8, LAST) },
    { text: 'www.example.org:80', answer: refused('host/trailing', 15, 'the end') },
    { text: 'www.example.org/', answer: refused('host/trailing', 15, 'the end') },
    { text: 'www.example.org./', answer: refused('host/trailing', 16, 'the end') },
    { text: 'www.example.or\u{212A}', answer: refused('host/trailing', 14, 'the end') },
    { text: '\u{17F}ww.example.org', answer: refused('host/empty-word', 0, EMPTY) },
  ])('refuses "$text" at $answer.position', ({ text, answer }) => {
    expect(parseHostName(text)).toEqual(answer);
  });

  it('reads 253 characters at most', () => {
    const tooLong = refused('host/too-long', 253, 'at most 253 characters');
    expect(nameOf253.length).toBe(253);
    expect(parseHostName(`${nameOf253}d`)).toEqual(tooLong);
    expect(parseHostName('-'.repeat(100_000))).toEqual(tooLong);
  });

  it('finds the first word and the subdomain of any name, in any letter case, with or without its final point', () => {
    const word = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?$/);
    const lastWord = fc.stringMatching(/^[a-z]([a-z0-9-]{0,8}[a-z0-9])?$/);
    fc.assert(
      fc.property(word, fc.array(word, { maxLength: 5 }), lastWord, fc.boolean(), (first, words, last, hasPoint) => {
        const subdomain = [...words, last].join('.');
        const name = `${first}.${subdomain}${hasPoint ? '.' : ''}`;
        const answer = { ok: true, value: { word: first, subdomain } };
        expect(parseHostName(name)).toEqual(answer);
        expect(parseHostName(name.toUpperCase())).toEqual(answer);
      }),
      RUNS,
    );
  });
});
