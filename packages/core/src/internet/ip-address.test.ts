import { isIPv4 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseIpAddress } from './ip-address.ts';

const RUNS = { seed: 5_952, numRuns: 2_000 };
const refused = (problem: string, position: number, expected: string) => ({ ok: false, problem, position, expected });

const OCTET = 'a number from 0 to 255';
const POINT = 'a point';
const GROUP = 'one to four hexadecimal digits';
const COLON = 'a colon';
const END_4 = 'the end';
const END_6 = 'the end';

/** Returns the IPv6 address as the URL parser of the platform writes it; undefined if that parser refuses it. */
const hostnameOf = (address: string): string | undefined => {
  const url = `http://[${address}]/`;
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : undefined;
};

describe('IPv4', () => {
  it.each(['0.0.0.0', '0.1.2.3', '127.0.0.1', '150.163.34.243', '255.255.255.255', '9.10.99.100', '199.200.249.250'])(
    'reads %s',
    (text) => {
      expect(parseIpAddress(text)).toEqual({ ok: true, value: { version: 4, text } });
    },
  );

  it.each([
    ['', refused('ip/octet', 0, OCTET)],
    ['.', refused('ip/octet', 0, OCTET)],
    ['x', refused('ip/octet', 0, OCTET)],
    ['-1.2.3.4', refused('ip/octet', 0, OCTET)],
    ['256.2.3.4', refused('ip/octet', 0, OCTET)],
    ['1.2.3.256', refused('ip/octet', 6, OCTET)],
    ['1.1000.3.4', refused('ip/octet', 2, OCTET)],
    ['1.0000.3.4', refused('ip/octet', 2, OCTET)],
    ['1.02.3.4', refused('ip/octet', 2, OCTET)],
    ['1.00.3.4', refused('ip/octet', 2, OCTET)],
    ['1.2..4', refused('ip/octet', 4, OCTET)],
    ['1.2.3.', refused('ip/octet', 6, OCTET)],
    ['1.2.3.x', refused('ip/octet', 6, OCTET)],
    ['1.2.3. 4', refused('ip/octet', 6, OCTET)],
    ['1.2.3.４', refused('ip/octet', 6, OCTET)],
    ['1', refused('ip/octet', 1, POINT)],
    ['1.2.3', refused('ip/octet', 5, POINT)],
    ['1.2,3.4', refused('ip/octet', 3, POINT)],
    ['1x.2.3.4', refused('ip/octet', 1, POINT)],
    ['1.2.3.4.', refused('ip/trailing', 7, END_4)],
    ['1.2.3.4.5', refused('ip/trailing', 7, END_4)],
    ['1.2.3.4 ', refused('ip/trailing', 7, END_4)],
    ['1.2.3.4\0', refused('ip/trailing', 7, END_4)],
    ['1.2.3.4/8', refused('ip/trailing', 7, END_4)],
  ])('refuses "%s"', (text, answer) => {
    expect(parseIpAddress(text)).toEqual(answer);
  });

  it('refuses a very long number', () => {
    expect(parseIpAddress('9'.repeat(100_000))).toEqual(refused('ip/octet', 0, OCTET));
  });

  it('accepts exactly what the platform accepts', () => {
    const near = fc
      .array(
        fc.oneof(
          fc.constantFrom('0', '00', '01', '255', '256', '1000', ''),
          fc.integer({ min: 0, max: 300 }).map(String),
        ),
        {
          minLength: 3,
          maxLength: 5,
        },
      )
      .map((octets) => octets.join('.'));
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), near, fc.stringMatching(/^[0-9.]{0,15}$/)), (text) => {
        const answer = parseIpAddress(text);
        expect(answer.ok).toBe(isIPv4(text));
        if (answer.ok) expect(answer.value).toEqual({ version: 4, text });
        else expect(answer.position).toBeLessThanOrEqual(text.length);
      }),
      RUNS,
    );
  });
});

describe('IPv6', () => {
  it.each([
    ['::', '::'],
    ['::1', '::1'],
    ['1::', '1::'],
    ['0:0:0:0:0:0:0:0', '::'],
    ['0:0:0:0:0:0:0:1', '::1'],
    ['1:0:0:0:0:0:0:0', '1::'],
    ['2001:252:0:1::2008:6', '2001:252:0:1::2008:6'],
    ['2001:0DB8::0001', '2001:db8::1'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['2001:0:0:1:0:0:0:1', '2001:0:0:1::1'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['2001:db8::1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['0:1:2:3:4:5:6:7', '0:1:2:3:4:5:6:7'],
    ['::1:2:3:4:5:6:7', '0:1:2:3:4:5:6:7'],
    ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
    ['1:2:3:4:5:6::', '1:2:3:4:5:6::'],
    ['0:0:1:0:0:0:0:0', '0:0:1::'],
    ['ABCD:EF01:2345:6789:abcd:ef01:ffff:0', 'abcd:ef01:2345:6789:abcd:ef01:ffff:0'],
    ['::ffff:127.0.0.1', '::ffff:7f00:1'],
    ['::1.2.3.4', '::102:304'],
    ['::0.0.0.1', '::1'],
    ['::255.255.255.255', '::ffff:ffff'],
    ['64:ff9b::192.0.2.33', '64:ff9b::c000:221'],
    ['1:2:3:4:5:6:7.8.9.10', '1:2:3:4:5:6:708:90a'],
    ['1::2:3:4:5:6.7.8.9', '1:0:2:3:4:5:607:809'],
    ['0000:0000:0000:0000:0000:ffff:255.255.255.255', '::ffff:ffff:ffff'],
  ])('reads %s as %s', (text, canonical) => {
    expect(parseIpAddress(text)).toEqual({ ok: true, value: { version: 6, text: canonical } });
    expect(parseIpAddress(canonical)).toEqual({ ok: true, value: { version: 6, text: canonical } });
    expect(hostnameOf(text)).toBe(canonical);
  });

  it.each([
    [':', refused('ip/group', 0, GROUP)],
    [':1', refused('ip/group', 0, GROUP)],
    [':1:2:3:4:5:6:7', refused('ip/group', 0, GROUP)],
    [':::', refused('ip/group', 2, GROUP)],
    ['1:::2', refused('ip/group', 3, GROUP)],
    ['x::', refused('ip/group', 0, GROUP)],
    ['12345::', refused('ip/group', 0, GROUP)],
    ['1:00000::', refused('ip/group', 2, GROUP)],
    ['1:2:', refused('ip/group', 4, GROUP)],
    ['1:2:3:4:5:6:7:', refused('ip/group', 14, GROUP)],
    ['1:2:3:4:5:6:7:88888', refused('ip/group', 14, GROUP)],
    ['1:g::', refused('ip/group', 2, GROUP)],
    ['1:２::', refused('ip/group', 2, GROUP)],
    ['1::%eth0', refused('ip/group', 3, GROUP)],
    ['fe80::1%eth0', refused('ip/group', 7, COLON)],
    ['1::2 ', refused('ip/group', 4, COLON)],
    ['1:2g::', refused('ip/group', 3, COLON)],
    ['1:2:3:4:5:6:7:1.2.3.4', refused('ip/trailing', 15, END_6)],
    ['1:2:3:4:5:6:7:8x', refused('ip/trailing', 15, END_6)],
    ['1:2:3:4:5:6:7:8:', refused('ip/trailing', 15, END_6)],
    ['1:2:3:4:5:6:7:8:9', refused('ip/trailing', 15, END_6)],
    ['1:2:3:4:5:6:7:8::', refused('ip/trailing', 15, END_6)],
    ['1:2:3:4:5:6:7:8/64', refused('ip/trailing', 15, END_6)],
    ['1::2::3', refused('ip/second-gap', 5, 'no second "::"')],
    ['::1::', refused('ip/second-gap', 4, 'no second "::"')],
    ['1:2:3:4:5:6:7', refused('ip/too-few-groups', 13, 'eight groups')],
    ['1:2', refused('ip/too-few-groups', 3, 'eight groups')],
    ['1:2:3:4:5:1.2.3.4', refused('ip/too-few-groups', 17, 'eight groups')],
    ['::1:2:3:4:5:6:7:8', refused('ip/too-many-groups', 17, 'fewer than eight groups')],
    ['1::2:3:4:5:6:7:8', refused('ip/too-many-groups', 16, 'fewer than eight groups')],
    ['1::2:3:4:5:6:7.8.9.10', refused('ip/too-many-groups', 21, 'fewer than eight groups')],
    ['::1.2.3', refused('ip/octet', 7, POINT)],
    ['::1.2.3.4.5', refused('ip/trailing', 9, END_4)],
    ['::1.2.3.4:5', refused('ip/trailing', 9, END_4)],
    ['1.2.3.4:5', refused('ip/trailing', 7, END_4)],
    ['1.2.3.4::', refused('ip/trailing', 7, END_4)],
    ['::1.2.3.256', refused('ip/octet', 8, OCTET)],
    ['::01.2.3.4', refused('ip/octet', 2, OCTET)],
    ['::a.2.3.4', refused('ip/octet', 2, OCTET)],
    ['::.2.3.4', refused('ip/octet', 2, OCTET)],
    ['0000:0000:0000:0000:0000:ffff:255.255.255.2555', refused('ip/too-long', 45, 'at most 45 characters')],
  ])('refuses "%s"', (text, answer) => {
    expect(parseIpAddress(text)).toEqual(answer);
  });

  it('refuses a very long text', () => {
    expect(parseIpAddress(':'.repeat(100_000))).toEqual(refused('ip/too-long', 45, 'at most 45 characters'));
  });

  it('writes every address as the platform does, and reads it back', () => {
    const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), fc.boolean(), (groups, isPadded) => {
        const long = groups.map((value) => value.toString(16).padStart(isPadded ? 4 : 1, '0')).join(':');
        const answer = parseIpAddress(long);
        expect(answer).toEqual({ ok: true, value: { version: 6, text: hostnameOf(long) } });
        expect(parseIpAddress(long.toUpperCase())).toEqual(answer);
        expect(answer.ok && parseIpAddress(answer.value.text)).toEqual(answer);
      }),
      RUNS,
    );
  });

  it('accepts exactly what the platform accepts', () => {
    const piece = fc.constantFrom('0', '1', 'ab', 'ffff', '00000', '', ':', '1.2.3.4', '1.2.3', '01.2.3.4');
    const near = fc.array(piece, { minLength: 2, maxLength: 10 }).map((pieces) => pieces.join(':'));
    const soup = fc.stringMatching(/^[0-9a-f:.]{0,12}:[0-9a-f:.]{0,12}$/);
    fc.assert(
      fc.property(fc.oneof(fc.ipV6(), near, soup), (text) => {
        const answer = parseIpAddress(text);
        expect(answer.ok ? answer.value.text : undefined).toBe(hostnameOf(text));
        if (!answer.ok) expect(answer.position).toBeLessThanOrEqual(text.length);
      }),
      { ...RUNS, numRuns: 5_000 },
    );
  });
});
