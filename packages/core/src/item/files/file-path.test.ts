import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldFilePath, parseItemFilePath } from './file-path.ts';
import { escapeFilePath } from './file-url.ts';

const RUNS = { seed: 1_024, numRuns: 3_000 };
const refused = (problem: string, position: number, expected: string) => ({ ok: false, problem, position, expected });
const EMPTY_NAME = 'a name before and after every /';
const RELATIVE = 'a name other than . and ..';
const CHARACTER = 'a character';
const ESCAPE = '\\x and two digits, \\x5C for a backslash';
const BYTE = 'a byte other than 00 and 2F';
const LONG_PATH = 'a path of at most 1024 bytes, 2048 as it is spelled';
const LONG_NAME = 'a name of at most 765 bytes';

describe('parseItemFilePath', () => {
  it.each([
    'a',
    'thesis.pdf',
    'chapters/01/text.tex',
    '.htaccess',
    '...a',
    'a b/c d.txt',
    'console.log',
    'com10.txt',
    'nul-and-void',
    'a.con',
    "it's (1) [2] {3} #4 & 50% + ~ @ ; = , ! $ ^ `.txt",
    'رسالة/الفصل الأول.pdf',
    'می\u200cخواهم.txt',
    'क्\u200dष.txt',
    '论文/第一章.pdf',
    '論文　一.txt',
    'Διατριβή.pdf',
    '😀.png',
    '👩\u200d👩\u200d👧.png',
    '🏳️\u200d🌈.png',
    'ação.txt',
    '\u3008a\u3009',
    'a'.repeat(765),
    'é'.repeat(382),
    '论'.repeat(255),
    '😀'.repeat(191),
    'a<b>:"c"|?*.txt',
    'CON',
    'nul.txt',
    'a.',
    '...',
    String.raw`Relat\xF3rio Final.pdf`,
    String.raw`\xE3\xE7/\xF5`,
    String.raw`a\x5Cb`,
    String.raw`a\x0Ab`,
    String.raw`\x20a b\x20`,
    String.raw`a\xE2\x80\xAEgpj.exe`,
    String.raw`ac\xCC\xA7a\xCC\x83o.txt`,
    `${'d/'.repeat(32)}f`,
    `${`${'a'.repeat(203)}/`.repeat(4)}${'a'.repeat(208)}`,
  ])('reads "%s"', (text) => {
    expect(parseItemFilePath(text)).toEqual({ ok: true, value: text });
  });

  it.each([
    ['ac\u0327a\u0303o.txt', 'ação.txt'],
    ['\u212bngstro\u0308m/\u2126', 'Ångström/Ω'],
    ['\u1112\u1161\u11ab', '한'],
    ['a\u2000b', 'a\u2002b'],
    [`${'\u1112\u1161\u11ab'.repeat(85)}`, '한'.repeat(85)],
  ])('writes "%s" in NFC', (text, value) => {
    expect(parseItemFilePath(text)).toEqual({ ok: true, value });
  });

  it.each([
    ['', refused('file-path/empty', 0, 'the name of a file')],
    ['/', refused('file-path/empty-name', 0, EMPTY_NAME)],
    ['/etc/passwd', refused('file-path/empty-name', 0, EMPTY_NAME)],
    ['a/', refused('file-path/empty-name', 2, EMPTY_NAME)],
    ['a//b', refused('file-path/empty-name', 2, EMPTY_NAME)],
    ['.', refused('file-path/relative', 0, RELATIVE)],
    ['..', refused('file-path/relative', 0, RELATIVE)],
    ['./a', refused('file-path/relative', 0, RELATIVE)],
    ['../../x', refused('file-path/relative', 0, RELATIVE)],
    ['a/../../b', refused('file-path/relative', 2, RELATIVE)],
    ['a/..', refused('file-path/relative', 2, RELATIVE)],
    [String.raw`\x2E\x2E/a`, refused('file-path/relative', 0, RELATIVE)],
    [String.raw`a/\x2e`, refused('file-path/relative', 2, RELATIVE)],
    ['a\\b', refused('file-path/escape', 1, ESCAPE)],
    ['..\\..\\x', refused('file-path/escape', 2, ESCAPE)],
    ['d/a\\x4', refused('file-path/escape', 3, ESCAPE)],
    [String.raw`a\x00`, refused('file-path/escape', 1, BYTE)],
    [String.raw`a\x2Fb`, refused('file-path/escape', 1, BYTE)],
    ['a\0.txt', refused('file-path/character', 1, CHARACTER)],
    ['a\ud83d', refused('file-path/character', 1, CHARACTER)],
    ['\ude00a', refused('file-path/character', 0, CHARACTER)],
    ['a'.repeat(766), refused('file-path/long-name', 0, LONG_NAME)],
    [`d/${'é'.repeat(383)}`, refused('file-path/long-name', 2, LONG_NAME)],
    [`d/${'论'.repeat(256)}`, refused('file-path/long-name', 2, LONG_NAME)],
    [`d/${'😀'.repeat(192)}`, refused('file-path/long-name', 2, LONG_NAME)],
    [`${'d/'.repeat(33)}f`, refused('file-path/too-deep', 66, 'a file in at most 32 folders')],
    [`${`${'a'.repeat(203)}/`.repeat(4)}${'a'.repeat(209)}`, refused('file-path/too-long', 816, LONG_PATH)],
    [
      `${String.raw`\xF3`.repeat(300)}/${String.raw`\xF3`.repeat(300)}`,
      refused('file-path/too-long', 1_201, LONG_PATH),
    ],
    ['a/'.repeat(1_024), refused('file-path/too-deep', 66, 'a file in at most 32 folders')],
    ['a'.repeat(4_096), refused('file-path/long-name', 0, LONG_NAME)],
    ['a'.repeat(4_097), refused('file-path/too-long', 1_024, LONG_PATH)],
  ])('refuses "%s"', (text, answer) => {
    expect(parseItemFilePath(text)).toEqual(answer);
  });

  it.each([
    [' a', String.raw`\x20a`],
    ['d/\u3000a', String.raw`d/\xE3\x80\x80a`],
    ['a\u00a0', String.raw`a\xC2\xA0`],
    ['a\nb', String.raw`a\x0Ab`],
    ['a\u00adb', String.raw`a\xC2\xADb`],
    ['a\u202egpj.exe', String.raw`a\xE2\x80\xAEgpj.exe`],
    ['a\u200db', String.raw`a\xE2\x80\x8Db`],
    ['é\u200d', String.raw`é\xE2\x80\x8D`],
    ['é\u200d\u200dé', String.raw`é\xE2\x80\x8D\xE2\x80\x8Dé`],
    ['a\u2028b', String.raw`a\xE2\x80\xA8b`],
    ['a\uffff', String.raw`a\xEF\xBF\xBF`],
    ['😀\u{e0067}', String.raw`😀\xF3\xA0\x81\xA7`],
    [String.raw`\x41\x2Etxt`, 'A.txt'],
    [String.raw`Relat\xf3rio`, String.raw`Relat\xF3rio`],
    [String.raw`a\xc3\xa9`, 'aé'],
    ['\\xFA\u0301', String.raw`\xFA\xCC\x81`],
  ])('spells "%s" as it is kept', (text, value) => {
    expect(parseItemFilePath(text)).toEqual({ ok: true, value });
    expect(parseItemFilePath(value)).toEqual({ ok: true, value });
  });

  it('knows the length of every character in UTF-8', () => {
    const wrong: string[] = [];
    for (let code = 0x30; code < 0x11_0000; code += code < 0x1_0000 ? 61 : 9_973) {
      const character = String.fromCodePoint(code);
      const parsed = parseItemFilePath(`~${character}~`);
      if (!parsed.ok || parsed.value !== `~${character}~`) continue;
      const longest = `${'~'.repeat(764 - new TextEncoder().encode(character).length)}${character}~`;
      if (!parseItemFilePath(longest).ok || parseItemFilePath(`~${longest}`).ok) wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  it('returns a path that stays as it is, is in NFC, and leaves no folder', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 6 }),
      fc.string({ unit: 'binary', maxLength: 3 }),
      fc.constantFrom('.', '..', '', '/', '\\', 'con', 'e\u0301', '\u0338', 'ß', '\u200d', '😀', 'a'.repeat(120)),
    );
    fc.assert(
      fc.property(fc.array(fc.array(piece, { maxLength: 3 }), { minLength: 1, maxLength: 40 }), (segments) => {
        const text = segments.map((pieces) => pieces.join('')).join('/');
        const answer = parseItemFilePath(text);
        if (!answer.ok) {
          expect(answer.position).toBeLessThanOrEqual(text.length);
          return;
        }
        expect(answer.value).toBe(answer.value.normalize('NFC'));
        expect(answer.value).not.toMatch(/[\p{Cc}\p{Cs}]/u);
        expect(parseItemFilePath(answer.value)).toEqual(answer);
        expect(new URL(escapeFilePath(answer.value, 'utf-8'), 'file:///doc/').pathname).toMatch(/^\/doc\/./);
        expect(new TextEncoder().encode(answer.value).length).toBeLessThanOrEqual(2_048);
      }),
      RUNS,
    );
  });
});

describe('foldFilePath', () => {
  it.each([
    ['A.TXT', 'a.txt'],
    ['Ação/É', 'ação/é'],
    ['E\u0301', 'é'],
    ['ΣΑΣ', 'σασ'],
    ['σας', 'σασ'],
    ['می\u200cخواهم', 'میخواهم'],
    ['❤️.png', '❤.png'],
    [String.raw`ac\xCC\xA7a\xCC\x83o.txt`, 'AÇÃO.txt'],
    [String.raw`a\xE2\x80\xAEb`, 'ab'],
    [String.raw`A\xF3`, String.raw`a\xF3`],
  ])('makes %s collide with %s', (one, other) => {
    expect(foldFilePath(one)).toBe(foldFilePath(other));
  });

  it.each([
    ['a.txt', 'b.txt'],
    ['a/b', 'ab'],
    ['e', 'é'],
    ['论文', '論文'],
    [String.raw`\xF3`, 'ó'],
    [String.raw`\xF3`, String.raw`\xD3`],
    [String.raw`\xF3`, String.raw`\x5CxF3`],
  ])('keeps %s and %s apart', (one, other) => {
    expect(foldFilePath(one)).not.toBe(foldFilePath(other));
  });

  it('folds to the same key again, whatever the letter case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const key = foldFilePath(text);
        expect(foldFilePath(key)).toBe(key);
        expect(foldFilePath(text.toLowerCase())).toBe(key);
      }),
      RUNS,
    );
  });
});
