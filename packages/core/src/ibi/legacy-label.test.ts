import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../parsing/answer.ts';
import { formatTime } from './exact-date.ts';
import { parseIbi } from './ibi.ts';
import { type LegacyLabel, parseLegacyLabel } from './legacy-label.ts';
import { repositorySuffix } from './repository-name.ts';

const { alphabet, wordDigits, cases } = JSON.parse(
  readFileSync(new URL('../../../../vectors/ibi/legacy-labels.json', import.meta.url), 'utf8'),
) as {
  readonly alphabet: string;
  readonly wordDigits: { readonly base: number; readonly digits: Readonly<Record<string, string>> };
  readonly cases: readonly {
    readonly legacy: string;
    readonly repository?: string;
    readonly ip?: string;
    readonly date?: string;
    readonly ibip?: string;
  }[];
};

const RUNS = { seed: 19_950_801, numRuns: 2_000 };
const EPOCH = 807_235_200;

const unwrap = (answer: Answer<LegacyLabel>): LegacyLabel => {
  if (!answer.ok) throw new Error(`${answer.problem} at ${answer.position}: ${answer.expected}`);
  return answer.value;
};

const namesOf = (text: string): readonly string[] => unwrap(parseLegacyLabel(text)).candidates.map(({ text }) => text);

/** The rules of the vectors, in the other direction. */
const DIGIT_OF = new Map(
  Object.entries(wordDigits.digits).flatMap(([digit, character]) =>
    digit === '26-35'
      ? [...'0123456789'].map((number, index) => [number, 26 + index] as const)
      : [[character, Number(digit)] as const],
  ),
);

const encodeNumber = (value: bigint): string => {
  const digit = alphabet.charAt(Number(value % 53n));
  return value < 53n ? digit : encodeNumber(value / 53n) + digit;
};

const encodeWord = (word: string): string =>
  encodeNumber([...word].reduce((value, character) => value * 37n + BigInt(DIGIT_OF.get(character) ?? Number.NaN), 0n));

const encode = (host: readonly string[], port: number | undefined, seconds: number): string => {
  const [word = '', ...subdomain] = host.map(encodeWord);
  const coded = port === 80 ? 'Y' : `Y${encodeNumber(BigInt(port ?? 0))}`;
  return `${subdomain.join('X')}Z${word}${port === undefined ? '' : coded}/${encodeNumber(BigInt(seconds - EPOCH))}`;
};

describe('labels that were found in public', () => {
  it.each(cases)('$legacy', ({ legacy, repository, ip, date, ibip }) => {
    const label = unwrap(parseLegacyLabel(legacy));
    expect(label.text).toBe(legacy);
    const [likeliest] = label.candidates;
    expect(likeliest?.text).toBe(ibip ?? repository);
    if (ip !== undefined) expect(likeliest).toMatchObject({ form: 'ibip', ip });
    if (date !== undefined) expect(formatTime(label.date)).toBe(date);
    expect(likeliest?.date).toEqual(label.date);
  });

  it('are not labels of RTC-10, in whatever case, nor are those legacy labels', () => {
    for (const { legacy, repository, ibip } of cases) {
      for (const text of [legacy, legacy.toLowerCase(), legacy.toUpperCase()]) expect(parseIbi(text).ok).toBe(false);
      expect(parseLegacyLabel(ibip ?? repository ?? '').ok).toBe(false);
    }
  });

  it('are told apart by letter case', () => {
    const { date } = unwrap(parseLegacyLabel('83LX3pFwXQZ5Jpy/Bkjzd'));
    expect(unwrap(parseLegacyLabel('83LX3pFwXQZ5Jpy/bkjzd')).date).not.toEqual(date);
  });
});

describe('candidates', () => {
  it('have a second of zero or none, and words with the letter a that they may have lost', () => {
    const names = namesOf('83LX3pFwXQZ5Jpy/Bkjzd');
    expect(names.slice(0, 6)).toEqual([
      'dpi.inpe.br/lise/2004/03.02.15.20',
      'dpi.inpe.br/lise/2004/03.02.15.20.00',
      'adpi.inpe.br/lise/2004/03.02.15.20',
      'adpi.inpe.br/lise/2004/03.02.15.20.00',
      'dpi.ainpe.br/lise/2004/03.02.15.20',
      'dpi.ainpe.br/lise/2004/03.02.15.20.00',
    ]);
    expect(names).toHaveLength(16);
  });

  it('have the second of the date, if it is not zero', () => {
    const seconds = 1_078_240_801;
    expect(namesOf(encode(['lise', 'dpi', 'inpe', 'br'], undefined, seconds))[0]).toBe(
      `dpi.inpe.br/lise/${repositorySuffix({ seconds, fraction: '' })}`,
    );
  });

  it('are those of well-formed host names only', () => {
    // A word of digits alone cannot be the last of a subdomain, unless it has lost an `a`.
    const names = namesOf(
      encode(
        ['www', '12'].map((word) => word.replaceAll('w', 'm')),
        undefined,
        EPOCH + 60,
      ),
    );
    expect(names[0]).toBe('a12/mmm/1995/08.01.00.01');
  });

  it('are none where a letter has a digit that nobody knows', () => {
    // 8 is one of the digits that stand for h, k, q, u, v, w, x, y and z.
    for (const digit of [8, 16, 18, 19, 20, 21, 22, 24, 25]) {
      const label = unwrap(parseLegacyLabel(`83LX3pFwXQZ${alphabet.charAt(digit)}/Bkjzd`));
      expect(label.candidates).toEqual([]);
      expect(formatTime(label.date)).toBe('2004-03-02T15:20:00Z');
    }
  });

  it('have the address that lost its zero', () => {
    // ".1.2.3" in base 11 is 0.1.2.3 without its first digit.
    const value = [...'.1.2.3'].reduce((sum, digit) => sum * 11n + BigInt('0123456789.'.indexOf(digit)), 0n);
    expect(unwrap(parseLegacyLabel(`${encodeNumber(value)}Z/3`)).candidates).toMatchObject([{ ip: '0.1.2.3' }]);
  });
});

describe('refusals', () => {
  it.each([
    ['', 'legacy/digit', 0],
    ['1', 'legacy/digit', 0],
    ['83l', 'legacy/separator', 2],
    ['83L', 'legacy/separator', 3],
    ['83LX', 'legacy/digit', 4],
    ['283LXQZ5/3', 'legacy/leading-zero', 0],
    ['aXaXaXaXaXaXaXaXaZa/3', 'legacy/words', 16],
    ['83LXQZ', 'legacy/digit', 6],
    ['83LXQZ/3', 'legacy/word', 6],
    ['83LXQZ25/3', 'legacy/leading-zero', 6],
    ['83LXQZ5', 'legacy/no-date', 7],
    ['83LXQZ5Y', 'legacy/digit', 8],
    ['83LXQZ5Y25/3', 'legacy/leading-zero', 8],
    ['83LXQZ5Y2/3', 'legacy/port', 8],
    ['83LXQZ5YVVVV/3', 'legacy/port', 8],
    ['83LXQZ5Y3Y/3', 'legacy/no-date', 9],
    ['83LXQZ5/', 'legacy/digit', 8],
    ['83LXQZ5/23', 'legacy/leading-zero', 8],
    ['83LXQZ5/3W', 'legacy/trailing', 9],
    ['83LXQZ5/VVVVVVVVVVVV', 'legacy/date', 8],
    ['VVVVVVVVVZ/3', 'legacy/address', 0],
    ['a'.repeat(513), 'legacy/too-long', 512],
  ])('%s', (text, problem, position) => {
    expect(parseLegacyLabel(text)).toMatchObject({ ok: false, problem, position });
  });
});

describe('properties', () => {
  const letters = fc.constantFrom(...'abcoiemnsrldfptgj');
  const known = fc.constantFrom(...'abcoiemnsrldfptgj0123456789-');
  const word = fc
    .tuple(letters, fc.array(known, { maxLength: 8 }), letters)
    .map(([first, middle, last]) => `${first}${middle.join('')}${last}`);
  const host = fc.array(word, { minLength: 2, maxLength: 4 });
  const port = fc.option(fc.constantFrom(80, 1, 800, 1_912, 8_080, 65_535), { nil: undefined });
  const seconds = fc.oneof(
    fc.integer({ min: EPOCH, max: 1_300_000_000 }),
    fc.integer({ min: EPOCH / 60, max: 21_666_666 }).map((minutes) => minutes * 60),
  );

  it('what is encoded is among what is decoded', () => {
    fc.assert(
      fc.property(host, port, seconds, (words, at, date) => {
        const [first = '', ...subdomain] = words;
        const lost = words.filter((each) => each.startsWith('a'));
        // More letters may be lost than are tried.
        fc.pre(lost.length <= 1 && lost.every((each) => !each.startsWith('aa')));
        const name = `${subdomain.join('.')}/${first}${at === undefined ? '' : `@${at}`}`;
        const suffix = repositorySuffix({ seconds: date, fraction: '' });
        const names = namesOf(encode(words, at, date));
        expect(names).toContain(`${name}/${suffix}`);
        if (date % 60 === 0) expect(names).toContain(`${name}/${suffix}.00`);
        if (lost.length === 0) expect(names[0]).toBe(`${name}/${suffix}`);
      }),
      RUNS,
    );
  });

  it('every address comes back', () => {
    const octet = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(octet, octet, octet, octet, seconds, (a, b, c, d, date) => {
        const ip = [a, b, c, d].join('.');
        const value = [...ip].reduce((sum, digit) => sum * 11n + BigInt('0123456789.'.indexOf(digit)), 0n);
        const text = `${encodeNumber(value)}Z/${encodeNumber(BigInt(date - EPOCH))}`;
        expect(unwrap(parseLegacyLabel(text)).candidates).toMatchObject([{ ip, port: 800, date: { seconds: date } }]);
      }),
      RUNS,
    );
  });

  it('what is read is well formed, and no IBI', () => {
    const scraps = fc.array(fc.constantFrom(...alphabet, 'X', 'Y', 'Z', '/', 'W', '1'), { maxLength: 24 });
    fc.assert(
      fc.property(fc.constantFrom(...cases.map(({ legacy }) => legacy)), fc.nat(30), scraps, (legacy, at, scrap) => {
        const text = legacy.slice(0, at) + scrap.join('') + legacy.slice(at);
        const answer = parseLegacyLabel(text);
        if (!answer.ok) {
          expect(answer.position).toBeLessThanOrEqual(text.length);
          return;
        }
        expect(parseIbi(text).ok).toBe(false);
        for (const { text: name } of answer.value.candidates) expect(parseIbi(name).ok).toBe(true);
      }),
      RUNS,
    );
  });
});
