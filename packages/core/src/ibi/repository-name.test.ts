import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../parsing/answer.ts';
import { type ExactDate, parseExactDate } from './exact-date.ts';
import { DEFAULT_HOST_PORT, parseRepositoryName, repositoryPrefix, repositorySuffix } from './repository-name.ts';

const RUNS = { seed: 20_100_820, numRuns: 1_500 };

const { repositoryPrefix: prefixes, suffix: suffixes } = JSON.parse(
  readFileSync(new URL('../../../../vectors/ibi/generation.json', import.meta.url), 'utf8'),
) as {
  readonly repositoryPrefix: readonly { readonly host: string; readonly port: number; readonly prefix: string }[];
  readonly suffix: readonly { readonly date: string; readonly repository: string }[];
};

const unwrap = <Value>(answer: Answer<Value>): Value => {
  if (!answer.ok) throw new Error(answer.problem);
  return answer.value;
};

const refused = (problem: string, position: number, expected: string) => ({ ok: false, problem, position, expected });

describe('the vectors of generation', () => {
  it.each(prefixes)('$host, port $port: $prefix', ({ host, port, prefix }) => {
    expect(repositoryPrefix({ host, port })).toEqual({ ok: true, value: prefix });
    expect(unwrap(parseRepositoryName(`${prefix}/2009/02.16.17.46`))).toMatchObject({ host, port });
  });

  it.each(suffixes)('$date: $repository', ({ date, repository }) => {
    const exact = unwrap(parseExactDate(date));
    expect(repositorySuffix(exact)).toBe(repository);
    expect(unwrap(parseRepositoryName(`inpe.br/sid/${repository}`)).date).toEqual(exact);
  });
});

describe('repositoryPrefix', () => {
  it.each([
    ['MTC-m18.Sid.Inpe.BR', 80, 'sid.inpe.br/mtc-m18'],
    ['www.example.org.', 80, 'example.org/www'],
    ['www.example.org', 1, 'example.org/www.1'],
    ['www.example.org', 79, 'example.org/www.79'],
    ['www.example.org', 81, 'example.org/www.81'],
    ['www.example.org', 800, 'example.org/www.800'],
    ['www.example.org', 65_535, 'example.org/www.65535'],
  ])('of %s and %d is %s', (host, port, prefix) => {
    expect(repositoryPrefix({ host, port })).toEqual({ ok: true, value: prefix });
  });

  it('refuses what is no fully qualified name', () => {
    expect(repositoryPrefix({ host: 'localhost', port: 80 })).toEqual(
      refused('host/no-subdomain', 9, 'a point: a fully qualified name is needed'),
    );
    expect(repositoryPrefix({ host: '127.0.0.1', port: 80 })).toMatchObject({ problem: 'host/last-word', position: 8 });
  });

  it.each([0, -1, 65_536, 1.5, Number.NaN])('refuses port %d', (port) => {
    expect(repositoryPrefix({ host: 'www.example.org', port })).toEqual(
      refused('port/number', 0, 'a port from 1 to 65535'),
    );
  });
});

describe('repositorySuffix', () => {
  it.each([
    [1_234_806_360, '', '2009/02.16.17.46'],
    [1_234_806_360, '5', '2009/02.16.17.46.00.5'],
    [1_234_806_361, '', '2009/02.16.17.46.01'],
    [1_234_806_361, '000001', '2009/02.16.17.46.01.000001'],
    [-62_167_219_200, '', '0000/01.01.00.00'],
    [-62_135_596_800, '', '0001/01.01.00.00'],
    [253_402_300_799, '', '9999/12.31.23.59.59'],
    [253_402_300_800, '', '10000/01.01.00.00'],
  ])('of %d.%s is %s', (seconds, fraction, suffix) => {
    expect(repositorySuffix({ seconds, fraction })).toBe(suffix);
  });
});

describe('parseRepositoryName', () => {
  it('leaves port 80 unsaid', () => {
    expect(DEFAULT_HOST_PORT).toBe(80);
    expect(parseRepositoryName('Example.org./WWW/2009/02.16.17.46.00.050')).toEqual({
      ok: true,
      value: {
        form: 'repository',
        text: 'example.org./www/2009/02.16.17.46.00.050',
        host: 'www.example.org',
        port: 80,
        date: { seconds: 1_234_806_360, fraction: '05' },
      },
    });
  });

  const P = 'sid.inpe.br/mtc-m18';
  it.each([
    ['', refused('host/empty-word', 0, 'a letter or a digit')],
    ['sid.inpe.br', refused('repository/no-word', 11, 'a letter, a digit, - or /')],
    ['sid.inpe.br.', refused('repository/no-word', 12, 'a letter, a digit, - or /')],
    ['sid.inpe.br/', refused('host/empty-word', 12, 'a letter or a digit')],
    [P, refused('repository/no-year', 19, 'a letter, a digit, - or /')],
    [`${P}.`, refused('port/number', 20, 'a port from 1 to 65535')],
    [`${P}.80`, refused('repository/no-year', 22, 'a letter, a digit, - or /')],
    [`${P}/200`, refused('repository/year', 23, 'a year of 4 to 8 digits')],
    [`${P}/123456789`, refused('repository/year', 28, 'a year of 4 to 8 digits')],
    [`${P}/2009`, refused('repository/month', 24, '"/" and the month')],
    [`${P}/2009/00`, refused('repository/month', 25, 'the month in two digits, 01 to 12')],
    [`${P}/2009/13`, refused('repository/month', 25, 'the month in two digits, 01 to 12')],
    [`${P}/2009/02`, refused('repository/day', 27, '"." and the day')],
    [`${P}/2009/02.29`, refused('repository/day', 28, 'the day in two digits, 01 to 28')],
    [`${P}/2008/02.30`, refused('repository/day', 28, 'the day in two digits, 01 to 29')],
    [`${P}/2008/04.31`, refused('repository/day', 28, 'the day in two digits, 01 to 30')],
    [`${P}/2008/12.32`, refused('repository/day', 28, 'the day in two digits, 01 to 31')],
    [`${P}/2009/02.16`, refused('repository/hour', 30, '"." and the hour')],
    [`${P}/2009/02.16.24`, refused('repository/hour', 31, 'the hour in two digits, 00 to 23')],
    [`${P}/2009/02.16.17`, refused('repository/minute', 33, '"." and the minute')],
    [`${P}/2009/02.16.17.60`, refused('repository/minute', 34, 'the minute in two digits, 00 to 59')],
    [`${P}/2009/02.16.17.46x`, refused('repository/trailing', 36, 'a point or the end')],
    [`${P}/2009/02.16.17.46.`, refused('repository/second', 37, 'the second in two digits, 00 to 59')],
    [`${P}/2009/02.16.17.46.60`, refused('repository/second', 37, 'the second in two digits, 00 to 59')],
    [`${P}/2009/02.16.17.46.00x`, refused('repository/trailing', 39, 'a point or the end')],
    [`${P}/2009/02.16.17.46.00.`, refused('repository/fraction', 40, 'a digit')],
    [`${P}/2009/02.16.17.46.00.1x`, refused('repository/trailing', 41, 'a digit or the end')],
  ])('refuses "%s"', (text, answer) => {
    expect(parseRepositoryName(text)).toEqual(answer);
  });

  it('reads 512 characters at most', () => {
    const tooLong = refused('repository/too-long', 512, 'at most 512 characters');
    expect(parseRepositoryName('a'.repeat(512))).toMatchObject({ problem: 'host/long-word', position: 63 });
    expect(parseRepositoryName('a'.repeat(513))).toEqual(tooLong);
    expect(parseRepositoryName('a.'.repeat(500_000))).toEqual(tooLong);
  });

  it('takes every month from 01 to 12, every hour, minute and second, and no other of two digits', () => {
    const accepted = (label: (part: string) => string): string[] => {
      const parts = Array.from({ length: 100 }, (_, part) => String(part).padStart(2, '0'));
      return parts.filter((part) => parseRepositoryName(label(part)).ok);
    };
    const span = (low: number, high: number) =>
      Array.from({ length: high - low + 1 }, (_, index) => String(low + index).padStart(2, '0'));
    expect(accepted((part) => `b/a/2009/${part}.16.17.46`)).toEqual(span(1, 12));
    expect(accepted((part) => `b/a/2009/02.${part}.17.46`)).toEqual(span(1, 28));
    expect(accepted((part) => `b/a/2009/02.16.${part}.46`)).toEqual(span(0, 23));
    expect(accepted((part) => `b/a/2009/02.16.17.${part}`)).toEqual(span(0, 59));
    expect(accepted((part) => `b/a/2009/02.16.17.46.${part}`)).toEqual(span(0, 59));
  });
});

describe('any repository name', () => {
  const word = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?$/);
  const lastWord = fc.stringMatching(/^[a-z]([a-z0-9-]{0,8}[a-z0-9])?$/);
  const hosts = fc
    .tuple(fc.array(word, { minLength: 1, maxLength: 4 }), lastWord)
    .map(([words, last]) => [...words, last].join('.'));
  const ports = fc.oneof(fc.constantFrom(80, 1, 800, 65_535), fc.integer({ min: 1, max: 65_535 }));
  // The dates are from 0000-01-01 to the end of 99999, by seconds and by whole minutes.
  const dates: fc.Arbitrary<ExactDate> = fc.record({
    seconds: fc.oneof(
      fc.integer({ min: -62_167_219_200, max: 3_093_527_980_799 }),
      fc.integer({ min: -1_036_120_320, max: 51_558_799_679 }).map((minute) => minute * 60),
    ),
    fraction: fc.stringMatching(/^(0{0,5}[0-9]{0,6}[1-9])?$/),
  });

  it('that is composed tells what it was composed of', () => {
    fc.assert(
      fc.property(hosts, ports, dates, (host, port, date) => {
        const text = `${unwrap(repositoryPrefix({ host, port }))}/${repositorySuffix(date)}`;
        expect(parseRepositoryName(text)).toEqual({ ok: true, value: { form: 'repository', text, host, port, date } });
      }),
      RUNS,
    );
  });

  it('is the same in any letter case, and its canonical text stays as it is', () => {
    const spellings = fc.tuple(
      hosts,
      fc.constantFrom('', '.80', '@80', '@1', '.65535'),
      dates,
      fc.infiniteStream(fc.boolean()),
    );
    fc.assert(
      fc.property(spellings, ([host, port, date, isUpper]) => {
        const [prefix] = [unwrap(repositoryPrefix({ host, port: 80 }))];
        const lower = `${prefix}${port}/${repositorySuffix(date)}`;
        const mixed = [...lower]
          .map((character) => (isUpper.next().value === true ? character.toUpperCase() : character))
          .join('');
        const parsed = unwrap(parseRepositoryName(mixed));
        expect(parsed).toEqual(unwrap(parseRepositoryName(lower)));
        expect(parsed.text).toBe(lower);
        expect(parseRepositoryName(parsed.text)).toEqual({ ok: true, value: parsed });
      }),
      RUNS,
    );
  });

  it('with one character put in, left out or changed is refused, or is another label', () => {
    const characters = fc.constantFrom(...'0129.-/@aZ :\0\u017F\u212A');
    fc.assert(
      fc.property(hosts, ports, dates, fc.nat(), fc.option(characters, { nil: '' }), fc.boolean(), (...all) => {
        const [host, port, date, place, character, isReplaced] = all;
        const text = `${unwrap(repositoryPrefix({ host, port }))}/${repositorySuffix(date)}`;
        const position = place % text.length;
        const changed = text.slice(0, position) + character + text.slice(position + (isReplaced ? 1 : 0));
        const answer = parseRepositoryName(changed);
        if (answer.ok) expect(answer.value.text).toBe(changed.toLowerCase());
        else expect(answer.position).toBeLessThanOrEqual(changed.length);
        if (/[ :\0\u017F\u212A]/.test(changed)) expect(answer.ok).toBe(false);
      }),
      RUNS,
    );
  });
});
