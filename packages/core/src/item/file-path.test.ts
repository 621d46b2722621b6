import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldFilePath, parseItemFilePath } from './file-path.ts';

const RUNS = { seed: 1_024, numRuns: 3_000 };
const refused = (problem: string, position: number, expected: string) => ({ ok: false, problem, position, expected });
const EMPTY_NAME = 'a name before and after every /';
const RELATIVE = 'a name other than . and ..';
const CHARACTER = 'a visible character, none of < > : " | ? * \\';
const DEVICE = 'a name that is not that of a device, as CON is';
const LONG_PATH = 'a path of at most 1024 bytes';
const LONG_NAME = 'a name of at most 255 bytes';

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
    'a'.repeat(255),
    'é'.repeat(127),
    '论'.repeat(85),
    '😀'.repeat(63),
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
    ['a\\b', refused('file-path/character', 1, CHARACTER)],
    ['..\\..\\x', refused('file-path/character', 2, CHARACTER)],
    ['C:x', refused('file-path/character', 1, CHARACTER)],
    ['a\0.txt', refused('file-path/character', 1, CHARACTER)],
    ['a\nb', refused('file-path/character', 1, CHARACTER)],
    ['a\u007f', refused('file-path/character', 1, CHARACTER)],
    ['a\u0085', refused('file-path/character', 1, CHARACTER)],
    ['a\u00adb', refused('file-path/character', 1, CHARACTER)],
    ['a\u202egpj.exe', refused('file-path/character', 1, CHARACTER)],
    ['\u2066a', refused('file-path/character', 0, CHARACTER)],
    ['a\u200e', refused('file-path/character', 1, CHARACTER)],
    ['\ufeffa', refused('file-path/character', 0, CHARACTER)],
    ['a\u200bb', refused('file-path/character', 1, CHARACTER)],
    ['a\u200db', refused('file-path/character', 1, CHARACTER)],
    ['é\u200cb', refused('file-path/character', 1, CHARACTER)],
    ['éa\u200cé', refused('file-path/character', 2, CHARACTER)],
    ['\u200cé', refused('file-path/character', 0, CHARACTER)],
    ['é\u200d', refused('file-path/character', 1, CHARACTER)],
    ['é\u200d/é', refused('file-path/character', 1, CHARACTER)],
    ['é\u200d\u200dé', refused('file-path/character', 1, CHARACTER)],
    ['a\u2028b', refused('file-path/character', 1, CHARACTER)],
    ['a\u2029b', refused('file-path/character', 1, CHARACTER)],
    ['a\ud83d', refused('file-path/character', 1, CHARACTER)],
    ['\ude00a', refused('file-path/character', 0, CHARACTER)],
    ['a\uffff', refused('file-path/character', 1, CHARACTER)],
    ['😀\u{e0067}', refused('file-path/character', 2, CHARACTER)],
    ['../a<b', refused('file-path/character', 4, CHARACTER)],
    [' a', refused('file-path/blank', 0, 'a name that begins with no blank')],
    ['d/\u3000a', refused('file-path/blank', 2, 'a name that begins with no blank')],
    [' ', refused('file-path/blank', 0, 'a name that begins with no blank')],
    ['a ', refused('file-path/blank', 1, 'a name that ends in no blank')],
    ['d /a', refused('file-path/blank', 1, 'a name that ends in no blank')],
    ['a\u00a0', refused('file-path/blank', 1, 'a name that ends in no blank')],
    ['a.', refused('file-path/point', 1, 'a name that ends in no point')],
    ['d./a', refused('file-path/point', 1, 'a name that ends in no point')],
    ['...', refused('file-path/point', 2, 'a name that ends in no point')],
    ['CON', refused('file-path/device', 0, DEVICE)],
    ['d/nul', refused('file-path/device', 2, DEVICE)],
    ['Aux/x', refused('file-path/device', 0, DEVICE)],
    ['prn.tar.gz', refused('file-path/device', 0, DEVICE)],
    ['com1.txt', refused('file-path/device', 0, DEVICE)],
    ['LPT9', refused('file-path/device', 0, DEVICE)],
    ['COM²', refused('file-path/device', 0, DEVICE)],
    ['con .txt', refused('file-path/device', 0, DEVICE)],
    ['conin$', refused('file-path/device', 0, DEVICE)],
    ['CONOUT$.txt', refused('file-path/device', 0, DEVICE)],
    ['a'.repeat(256), refused('file-path/long-name', 0, LONG_NAME)],
    [`d/${'é'.repeat(128)}`, refused('file-path/long-name', 2, LONG_NAME)],
    [`d/${'论'.repeat(86)}`, refused('file-path/long-name', 2, LONG_NAME)],
    [`d/${'😀'.repeat(64)}`, refused('file-path/long-name', 2, LONG_NAME)],
    ['a'.repeat(1_000), refused('file-path/long-name', 0, LONG_NAME)],
    ['\u07ff'.repeat(128), refused('file-path/long-name', 0, LONG_NAME)],
    [`${'d/'.repeat(33)}f`, refused('file-path/too-deep', 66, 'a file in at most 32 folders')],
    [`${`${'a'.repeat(203)}/`.repeat(4)}${'a'.repeat(209)}`, refused('file-path/too-long', 816, LONG_PATH)],
    ['a/'.repeat(1_024), refused('file-path/too-deep', 66, 'a file in at most 32 folders')],
    ['a'.repeat(2_048), refused('file-path/long-name', 0, LONG_NAME)],
    ['a'.repeat(2_049), refused('file-path/too-long', 1_024, LONG_PATH)],
  ])('refuses "%s"', (text, answer) => {
    expect(parseItemFilePath(text)).toEqual(answer);
  });

  it.each([...'<>:"|?*\\'])('refuses %s wherever it stands', (character) => {
    for (const text of [character, `a${character}`, `a/${character}b`]) {
      expect(parseItemFilePath(text)).toEqual(refused('file-path/character', text.indexOf(character), CHARACTER));
    }
  });

  it('knows the length of every character in UTF-8', () => {
    const wrong: string[] = [];
    for (let code = 0x30; code < 0x11_0000; code += code < 0x1_0000 ? 1 : 997) {
      const character = String.fromCodePoint(code);
      if (!parseItemFilePath(`~${character}~`).ok || character.normalize('NFC') !== character) continue;
      const longest = `${'~'.repeat(254 - new TextEncoder().encode(character).length)}${character}~`;
      if (!parseItemFilePath(longest).ok || parseItemFilePath(`~${longest}`).ok) wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  it('answers a path that stays as it is, is in NFC, and leaves no folder', () => {
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
        expect(answer.value).toBe(text.normalize('NFC'));
        expect(parseItemFilePath(answer.value)).toEqual(answer);
        expect(new URL(encodeURI(answer.value).replaceAll('#', '%23'), 'file:///doc/').pathname).toMatch(/^\/doc\/./);
        expect(new TextEncoder().encode(answer.value).length).toBeLessThanOrEqual(1_024);
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
  ])('makes %s collide with %s', (one, other) => {
    expect(foldFilePath(one)).toBe(foldFilePath(other));
  });

  it.each([
    ['a.txt', 'b.txt'],
    ['a/b', 'ab'],
    ['e', 'é'],
    ['论文', '論文'],
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
