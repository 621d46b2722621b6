import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../parsing/answer.ts';
import { type ExactDate, LAST_SECOND, parseExactDate } from './exact-date.ts';
import { DEFAULT_IP_PORT, FIRST_IBIP_SECOND, ibipPrefix, ibipSuffix, parseIbip } from './ibip.ts';

const RUNS = { seed: 19_950_801, numRuns: 1_500 };

const { ibipPrefix: prefixes, suffix: suffixes } = JSON.parse(
  readFileSync(new URL('../../../../vectors/ibi/generation.json', import.meta.url), 'utf8'),
) as {
  readonly ibipPrefix: readonly { readonly ip: string; readonly port: number; readonly prefix: string }[];
  readonly suffix: readonly { readonly date: string; readonly ibip: string }[];
};

const unwrap = <Value>(answer: Answer<Value>): Value => {
  if (!answer.ok) throw new Error(answer.problem);
  return answer.value;
};

const refused = (problem: string, position: number, expected: string) => ({ ok: false, problem, position, expected });

describe('the vectors of generation', () => {
  it.each(prefixes)('$ip, port $port: $prefix', ({ ip, port, prefix }) => {
    expect(ibipPrefix({ ip, port })).toEqual({ ok: true, value: prefix });
    expect(unwrap(parseIbip(`${prefix}/34PGRBS`))).toMatchObject({ ip, port });
  });

  it.each(suffixes)('$date: $ibip', ({ date, ibip }) => {
    const exact = unwrap(parseExactDate(date));
    expect(ibipSuffix(exact)).toEqual({ ok: true, value: ibip });
    expect(unwrap(parseIbip(`LK47B6W/${ibip}`)).date).toEqual(exact);
  });
});

describe('ibipPrefix', () => {
  it('leaves port 800 unsaid', () => {
    expect(DEFAULT_IP_PORT).toBe(800);
    expect(ibipPrefix({ ip: '127.0.0.1', port: 800 })).toEqual({ ok: true, value: 'LK47B6W' });
    expect(ibipPrefix({ ip: '127.0.0.1', port: 801 })).toEqual({ ok: true, value: 'LK47B6W34L' });
  });

  it('codes an IPv6 address in the spelling of RFC 5952, however it is given', () => {
    const prefix = unwrap(ibipPrefix({ ip: '2001:252:0:1::2008:6', port: 800 }));
    expect(ibipPrefix({ ip: '2001:0252:0000:0001:0:0:2008:0006', port: 800 })).toEqual({ ok: true, value: prefix });
    expect(ibipPrefix({ ip: '::FFFF:127.0.0.1', port: 800 })).toEqual(ibipPrefix({ ip: '::ffff:7f00:1', port: 800 }));
  });

  it.each([
    { ip: '1.2.3.256', port: 800, answer: { problem: 'ip/octet', position: 6 } },
    { ip: '', port: 800, answer: { problem: 'ip/octet', position: 0 } },
    { ip: '1::2::3', port: 800, answer: { problem: 'ip/second-gap', position: 5 } },
    { ip: 'www.example.org', port: 0, answer: { problem: 'ip/octet', position: 0 } },
    { ip: '127.0.0.1', port: 0, answer: refused('port/number', 0, 'a port from 1 to 65535') },
    { ip: '127.0.0.1', port: 65_536, answer: refused('port/number', 0, 'a port from 1 to 65535') },
    { ip: '::1', port: 1.5, answer: refused('port/number', 0, 'a port from 1 to 65535') },
  ])('refuses $ip and $port', ({ ip, port, answer }) => {
    expect(ibipPrefix({ ip, port })).toMatchObject({ ok: false, ...answer });
  });
});

describe('ibipSuffix', () => {
  it('begins with August 1995', () => {
    expect(FIRST_IBIP_SECOND).toBe(Date.UTC(1995, 7, 1) / 1_000);
    expect(ibipSuffix({ seconds: 807_235_200, fraction: '' })).toEqual({ ok: true, value: '2' });
    expect(ibipSuffix({ seconds: 807_235_200, fraction: '000001' })).toEqual({ ok: true, value: '2W222223' });
    const answer = refused('ibip/date', 0, 'a date from 807235200 on (1995-08-01T00:00:00Z)');
    expect(ibipSuffix({ seconds: 807_235_199, fraction: '' })).toEqual(answer);
    expect(ibipSuffix({ seconds: 807_235_199, fraction: '999999' })).toEqual(answer);
    expect(ibipSuffix({ seconds: -1, fraction: '' })).toEqual(answer);
  });

  it.each([
    ['5', 'W7'],
    ['05', 'W27'],
    ['005', 'W227'],
    ['50001', 'W4GHS'],
  ])('codes the fraction .%s as %s', (fraction, coded) => {
    expect(ibipSuffix({ seconds: 807_235_201, fraction })).toEqual({ ok: true, value: `3${coded}` });
    expect(unwrap(parseIbip(`LK47B6W/3${coded}`)).date).toEqual({ seconds: 807_235_201, fraction });
  });
});

describe('parseIbip', () => {
  const GRAPHEME = '2 to 9 or A to U except I and O';
  const SEPARATOR = `W (IPv4), X (IPv6) or ${GRAPHEME}`;
  const ADDRESS = 'a coded IP address';
  const PORT = 'nothing (port 800) or another coded port';
  const FRACTION = 'a fraction that does not end in zero';

  it('tells the parts', () => {
    expect(parseIbip('8jmkd3mgp3w34p/34pgrbsw27')).toEqual({
      ok: true,
      value: {
        form: 'ibip',
        text: '8JMKD3MGP3W34P/34PGRBSW27',
        ip: '150.163.34.239',
        port: 804,
        date: { seconds: 1_234_806_360, fraction: '05' },
      },
    });
  });

  it.each([
    ['', refused('ibip/no-address', 0, GRAPHEME)],
    ['/', refused('ibip/no-address', 0, GRAPHEME)],
    ['LK47B6', refused('ibip/no-separator', 6, SEPARATOR)],
    ['LK47B6/3', refused('ibip/no-separator', 6, SEPARATOR)],
    ['LK47B6Y/3', refused('ibip/no-separator', 6, SEPARATOR)],
    ['LK47B6W', refused('ibip/no-suffix', 7, `a slash or ${GRAPHEME}`)],
    ['LK47B6WW/3', refused('ibip/no-suffix', 7, `a slash or ${GRAPHEME}`)],
    ['LK47B6W3I/3', refused('ibip/no-suffix', 8, `a slash or ${GRAPHEME}`)],
    ['LK47B6X/3', refused('ibip/address', 0, ADDRESS)],
    ['2LK47B6W/3', refused('ibip/address', 0, ADDRESS)],
    ['3W/3', refused('ibip/address', 0, ADDRESS)],
    ['LK47B6W2/3', refused('ibip/port', 7, PORT)],
    ['LK47B6W34K/3', refused('ibip/port', 7, PORT)],
    ['LK47B6W5AS9/3', refused('ibip/port', 7, PORT)],
    ['LK47B6W/', refused('ibip/no-date', 8, GRAPHEME)],
    ['LK47B6W/W7', refused('ibip/no-date', 8, GRAPHEME)],
    ['LK47B6W/23', refused('ibip/date', 8, 'no leading 2')],
    [`LK47B6W/${'U'.repeat(20)}`, refused('ibip/date', 8, 'fewer coded seconds')],
    ['LK47B6W/3/', refused('ibip/trailing', 9, `the end, W, ${GRAPHEME}`)],
    ['LK47B6W/3X', refused('ibip/trailing', 9, `the end, W, ${GRAPHEME}`)],
    ['LK47B6W/3W', refused('ibip/fraction', 10, FRACTION)],
    ['LK47B6W/3W2', refused('ibip/fraction', 10, FRACTION)],
    ['LK47B6W/3WC', refused('ibip/fraction', 10, FRACTION)],
    ['LK47B6W/3W7W', refused('ibip/trailing', 11, `the end, ${GRAPHEME}`)],
  ])('refuses "%s"', (text, answer) => {
    expect(parseIbip(text)).toEqual(answer);
  });

  it('reads 512 characters at most', () => {
    const tooLong = refused('ibip/too-long', 512, 'at most 512 characters');
    expect(parseIbip('3'.repeat(512))).toEqual(refused('ibip/no-separator', 512, SEPARATOR));
    expect(parseIbip('3'.repeat(513))).toEqual(tooLong);
    expect(parseIbip('3'.repeat(1_000_000))).toEqual(tooLong);
  });

  it('takes W and X in both letter cases', () => {
    const v6 = unwrap(ibipPrefix({ ip: '::1', port: 443 }));
    expect(v6).toMatch(/^[2-9A-U]+XJD$/);
    for (const label of [`${v6}/3W7`, `${v6}/3W7`.toLowerCase(), `${v6.toLowerCase()}/3W7`, `${v6}/3w7`]) {
      expect(unwrap(parseIbip(label))).toMatchObject({ text: `${v6}/3W7`, ip: '::1', port: 443 });
    }
  });
});

describe('any IBIp', () => {
  const octet = fc.integer({ min: 0, max: 255 });
  const ipv4 = fc
    .tuple(fc.oneof(fc.constant(0), octet), octet, octet, fc.oneof(fc.constant(0), octet))
    .map((octets) => octets.join('.'));
  const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));
  // The platform writes the spelling of RFC 5952.
  const ipv6 = fc
    .array(group, { minLength: 8, maxLength: 8 })
    .map((groups) => new URL(`http://[${groups.map((value) => value.toString(16)).join(':')}]/`).hostname.slice(1, -1));
  const ips = fc.oneof(ipv4, ipv6);
  const ports = fc.oneof(fc.constantFrom(800, 1, 80, 65_535), fc.integer({ min: 1, max: 65_535 }));
  const dates: fc.Arbitrary<ExactDate> = fc.record({
    seconds: fc.oneof(
      fc.integer({ min: FIRST_IBIP_SECOND, max: FIRST_IBIP_SECOND + 1_000 }),
      fc.integer({ min: FIRST_IBIP_SECOND, max: 253_402_300_799 }),
      fc.integer({ min: FIRST_IBIP_SECOND, max: LAST_SECOND }),
    ),
    fraction: fc.stringMatching(/^(0{0,5}[0-9]{0,6}[1-9])?$/),
  });
  const labels = fc
    .tuple(ips, ports, dates)
    .map(([ip, port, date]) => `${unwrap(ibipPrefix({ ip, port }))}/${unwrap(ibipSuffix(date))}`);

  it('that is composed tells what it was composed of', () => {
    fc.assert(
      fc.property(ips, ports, dates, (ip, port, date) => {
        const text = `${unwrap(ibipPrefix({ ip, port }))}/${unwrap(ibipSuffix(date))}`;
        expect(text).toMatch(/^[2-9A-HJ-NP-U]+[WX][2-9A-HJ-NP-U]*\/[2-9A-HJ-NP-U]+(W[2-9A-HJ-NP-U]+)?$/);
        expect(parseIbip(text)).toEqual({ ok: true, value: { form: 'ibip', text, ip, port, date } });
      }),
      RUNS,
    );
  });

  it('is the same in any letter case, and its canonical text stays as it is', () => {
    fc.assert(
      fc.property(labels, fc.infiniteStream(fc.boolean()), (label, isLower) => {
        const mixed = [...label]
          .map((character) => (isLower.next().value === true ? character.toLowerCase() : character))
          .join('');
        const parsed = unwrap(parseIbip(mixed));
        expect(parsed).toEqual(unwrap(parseIbip(label)));
        expect(parsed.text).toBe(label);
      }),
      RUNS,
    );
  });

  it('that is accepted is composed again of what it tells: no two labels mean the same', () => {
    const characters = fc.constantFrom(...'2379ACGJKUWX2wx/01IOVYZ.@ \0\u017F\u212A');
    const changed = fc
      .tuple(labels, fc.nat(), fc.option(characters, { nil: '' }), fc.boolean())
      .map(([label, place, character, isReplaced]) => {
        const position = place % (label.length + 1);
        return label.slice(0, position) + character + label.slice(position + (isReplaced ? 1 : 0));
      });
    const soup = fc.stringMatching(/^[2-9A-HJ-NP-U]{1,12}[WX][2-9A-U]{0,4}\/[2-9A-U]{1,6}(W[2-9A-U]{1,4})?$/);
    let accepted = 0;
    fc.assert(
      fc.property(fc.oneof({ weight: 3, arbitrary: changed }, soup), (text) => {
        const answer = parseIbip(text);
        if (!answer.ok) {
          expect(answer.position).toBeLessThanOrEqual(text.length);
          return;
        }
        accepted += 1;
        const { ip, port, date } = answer.value;
        expect(`${unwrap(ibipPrefix({ ip, port }))}/${unwrap(ibipSuffix(date))}`).toBe(text.toUpperCase());
      }),
      { ...RUNS, numRuns: 5_000 },
    );
    expect(accepted).toBeGreaterThan(100);
  });
});
