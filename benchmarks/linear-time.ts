import { TEXT_PARSERS } from '../tests/fixtures/text-parsers.ts';
import { printTable } from './measure.ts';

const LENGTHS = [2_000, 20_000, 200_000, 2_000_000];

/** Texts that would make a careless parser backtrack. */
const HOSTILE: readonly (readonly [string, (length: number) => string])[] = [
  ['one letter', (length) => 'a'.repeat(length)],
  ['zeros', (length) => '0'.repeat(length)],
  ['points', (length) => 'a.'.repeat(length / 2)],
  ['slashes', (length) => 'a/'.repeat(length / 2)],
  ['braces', (length) => 'a {'.repeat(length / 3)],
  ['escapes', (length) => `/a/b${'%41'.repeat(length / 3)}`],
  ['pairs', (length) => 'a=b&'.repeat(length / 4)],
  ['verbs', (length) => 'GetFileList '.repeat(length / 12)],
  ['words', (length) => 'a1 {a2 a3} '.repeat(length / 11)],
  ['lines', (length) => 'a = b\n'.repeat(length / 6)],
  ['question marks', (length) => '?'.repeat(length)],
  ['modifiers', (length) => `LK47B6W/362SFKH${'+(pt):'.repeat(length / 6)}`],
];

const timeOf = (parse: (text: string) => unknown, text: string): number => {
  const times = Array.from({ length: 3 }, () => {
    const start = performance.now();
    parse(text);
    return performance.now() - start;
  });
  return Math.min(...times);
};

/**
 * Measures each parser on its worst text, at four lengths: ten times the length must not take much more than ten times
 * as long.
 */
export const benchmarkLinearTime = (): void => {
  const rows = TEXT_PARSERS.map(([name, parse]) => {
    const longest = LENGTHS.at(-1) ?? 0;
    const [what, create] = HOSTILE.map(([label, text]) => [label, text, timeOf(parse, text(longest))] as const).reduce(
      (worst, candidate) => (candidate[2] > worst[2] ? candidate : worst),
    );
    const times = LENGTHS.map((length) => timeOf(parse, create(length)));
    return [
      name,
      what,
      ...times.map((time) => `${time.toFixed(3)} ms`),
      `${(((times.at(-1) ?? 0) * 1e6) / longest).toFixed(2)} ns`,
    ];
  });
  printTable([['parser', 'worst text', ...LENGTHS.map((length) => `${length / 1_000} k`), 'a character'], ...rows]);
};
