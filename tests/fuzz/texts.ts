import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Chance } from '../fixtures/chance.ts';

const VECTORS = fileURLToPath(new URL('../../vectors/', import.meta.url));
const MAX_SEED_LENGTH = 1_500;

const stringsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...stringsIn(inner)]);
};

/** Returns every text of the vectors: labels, URLs, messages, metadata, commands, whole and broken. */
const readSeeds = (): readonly string[] => {
  const texts = globSync('**/*.{json,jsonl,txt}', { cwd: VECTORS })
    .toSorted()
    .flatMap((name) => {
      const text = readFileSync(`${VECTORS}${name}`, 'utf8');
      return name.endsWith('.json') ? stringsIn(JSON.parse(text)) : text.split('\n');
    });
  return [...new Set(texts)].filter((text) => text.length <= MAX_SEED_LENGTH);
};

const SEEDS = readSeeds();

/** Texts that programs often mishandle. */
const HOSTILE: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  'NaN',
  'null',
  'true',
  '9007199254740993',
  '-0',
  '\0',
  '%00',
  '%',
  '%zz',
  '%C0%AF',
  '%ED%A0%80',
  '..',
  '../../../../etc/passwd',
  '..%2f..%2f',
  '\\..\\',
  '//',
  '/',
  '.',
  '"',
  "'",
  "' or 1=1 --",
  '*',
  'a* b* c* d*',
  '"a b" NEAR/3 c',
  '(((((((((',
  '<script>alert(1)</script>',
  '\r\nx: y',
  '\u2028',
  '\ufeff',
  '\ud83d\ude00',
  'e\u0301',
  '\u202e',
  'İ',
  'ß',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '{}',
  '[]',
  '[[[[[[[[[[[[[[[[',
  'a'.repeat(300),
  'ä'.repeat(3_000),
  '/'.repeat(200),
  '+'.repeat(200),
  '!'.repeat(200),
  '('.repeat(500),
  '9'.repeat(400),
  '2026-02-30',
  '0000-00-00T00:00:00Z',
  '9999-12-31T23:59:60Z',
  'http://[::1]:0/',
  'http://user:pass@127.0.0.1:22/',
  'file:///etc/passwd',
  'xn--',
];

const INSERTED = ['%', '/', '+', '!', ':', '?', '&', '=', '"', '\\', ' ', '\0', '.', '-', '(', ')', 'é', '\u{1F600}'];

/** Half of a character has no bytes. */
export const whole = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '?');

/** Escapes any text for a part of a URL. */
export const escapeText = (text: string): string => encodeURIComponent(whole(text));

const insertAt = (text: string, at: number, inserted: string): string => text.slice(0, at) + inserted + text.slice(at);

/** Changes a text a little, so that most of it stays well-formed. */
export const mutate = (chance: Chance, text: string): string => {
  const at = chance.below(text.length + 1);
  const end = Math.min(text.length, at + 1 + chance.below(8));
  switch (chance.below(9)) {
    case 0:
      return insertAt(text, at, chance.pick(INSERTED));
    case 1:
      return text.slice(0, at) + text.slice(end);
    case 2:
      return insertAt(text, at, text.slice(at, end).repeat(1 + chance.below(40)));
    case 3:
      return text.slice(0, at) + String.fromCodePoint(chance.below(0x2_ff)) + text.slice(at + 1);
    case 4:
      return text.slice(0, at) + chance.pick(SEEDS).slice(chance.below(20));
    case 5:
      return insertAt(text, at, chance.pick(HOSTILE));
    case 6:
      return chance.is(0.5) ? text.toUpperCase() : text.toLowerCase();
    case 7:
      return escapeText(text);
    default:
      return text.slice(0, at);
  }
};

/** Returns some text: of the vectors, a hostile one, or one of `likely` things; now and then a changed one. */
export const anyText = (chance: Chance, likely: readonly string[] = []): string => {
  const kind = chance.below(10);
  const source = kind < 6 && likely.length > 0 ? likely : kind < 8 ? SEEDS : HOSTILE;
  let text = chance.pick(source);
  while (chance.is(0.25)) text = mutate(chance, text);
  return text;
};
