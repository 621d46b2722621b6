import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatHostPort, parseHostPort } from './host-port.ts';

const RUNS = { seed: 2_396, numRuns: 500 };
const refused = (problem: string, position: number, expected: string) => ({ ok: false, problem, position, expected });

const AFTER_HOST = 'a colon and a port';
const PORT = 'a port from 1 to 65535';
const CLOSING = ']';
const IN_BRACKETS = 'an IPv6 address';
const EMPTY = 'a letter or a digit';

describe('parseHostPort', () => {
  const word = 'b'.repeat(63);
  const nameOf254 = `${word}.${word}.${word}.${'c'.repeat(61)}.`;

  it.each([
    { text: 'urlib.net', host: 'urlib.net', port: undefined, written: 'urlib.net' },
    { text: 'urlib.net:80', host: 'urlib.net', port: 80, written: 'urlib.net:80' },
    { text: 'URLib.Net:65535', host: 'urlib.net', port: 65_535, written: 'urlib.net:65535' },
    { text: 'localhost:1', host: 'localhost', port: 1, written: 'localhost:1' },
    { text: 'example.org.', host: 'example.org.', port: undefined, written: 'example.org.' },
    { text: 'example.org.:8080', host: 'example.org.', port: 8_080, written: 'example.org.:8080' },
    { text: 'My_host.example.org', host: 'my_host.example.org', port: undefined, written: 'my_host.example.org' },
    { text: '_x.a_:80', host: '_x.a_', port: 80, written: '_x.a_:80' },
    { text: '1.2.x', host: '1.2.x', port: undefined, written: '1.2.x' },
    { text: '150.163.34.243', host: '150.163.34.243', port: undefined, written: '150.163.34.243' },
    { text: '0.0.0.0:800', host: '0.0.0.0', port: 800, written: '0.0.0.0:800' },
    { text: '[::1]', host: '::1', port: undefined, written: '[::1]' },
    { text: '[2001:DB8:0::1]:443', host: '2001:db8::1', port: 443, written: '[2001:db8::1]:443' },
    { text: '[::ffff:1.2.3.4]:80', host: '::ffff:102:304', port: 80, written: '[::ffff:102:304]:80' },
    { text: `${nameOf254}:65535`, host: nameOf254, port: 65_535, written: `${nameOf254}:65535` },
  ])('reads $text', ({ text, host, port, written }) => {
    expect(parseHostPort(text)).toEqual({ ok: true, value: { host, port } });
    expect(formatHostPort({ host, port })).toBe(written);
    expect(parseHostPort(written)).toEqual({ ok: true, value: { host, port } });
  });

  it.each([
    ['', refused('host/empty-word', 0, EMPTY)],
    [':', refused('host/empty-word', 0, EMPTY)],
    [':80', refused('host/empty-word', 0, EMPTY)],
    [' urlib.net', refused('host/empty-word', 0, EMPTY)],
    ['urlib..net', refused('host/empty-word', 6, EMPTY)],
    ['-a.b', refused('host/hyphen', 0, 'a letter or a digit')],
    ['a.1b:80', refused('host/last-word', 2, 'a letter to begin the last word')],
    ['urlib.net:', refused('port/number', 10, PORT)],
    ['urlib.net:0', refused('port/number', 10, PORT)],
    ['urlib.net:080', refused('port/number', 10, PORT)],
    ['urlib.net:65536', refused('port/number', 10, PORT)],
    ['urlib.net:x', refused('port/number', 10, PORT)],
    ['urlib.net::80', refused('port/number', 10, PORT)],
    ['urlib.net:80x', refused('host-port/trailing', 12, 'the end')],
    ['urlib.net:80:81', refused('host-port/trailing', 12, 'the end')],
    ['urlib.net:80/', refused('host-port/trailing', 12, 'the end')],
    ['urlib.net/', refused('host-port/trailing', 9, AFTER_HOST)],
    ['urlib.net/:80', refused('host-port/trailing', 9, AFTER_HOST)],
    ['user@urlib.net', refused('host-port/trailing', 4, AFTER_HOST)],
    ['urlib.ne\u{212A}', refused('host-port/trailing', 8, AFTER_HOST)],
    ['1.2.3', refused('ip/octet', 5, 'a point')],
    ['1.2.3.4.', refused('ip/trailing', 7, 'the end')],
    ['1.2.3.256:80', refused('ip/octet', 6, 'a number from 0 to 255')],
    ['.', refused('ip/octet', 0, 'a number from 0 to 255')],
    ['[', refused('host-port/bracket', 1, CLOSING)],
    ['[::1', refused('host-port/bracket', 4, CLOSING)],
    ['[2001:db8::1:80', refused('host-port/bracket', 15, CLOSING)],
    ['[]', refused('host-port/bracket', 1, IN_BRACKETS)],
    ['[]:80', refused('host-port/bracket', 1, IN_BRACKETS)],
    ['[1.2.3.4]', refused('host-port/bracket', 1, IN_BRACKETS)],
    ['[urlib.net]:80', refused('host-port/bracket', 1, IN_BRACKETS)],
    ['[::1]]', refused('host-port/trailing', 5, AFTER_HOST)],
    ['[::1]x', refused('host-port/trailing', 5, AFTER_HOST)],
    ['[::1]x:80', refused('host-port/trailing', 5, AFTER_HOST)],
    ['[::1]80', refused('host-port/trailing', 5, AFTER_HOST)],
    ['[::1]:', refused('port/number', 6, PORT)],
    ['[::1]:80]', refused('host-port/trailing', 8, 'the end')],
    ['[:]', refused('ip/group', 1, 'one to four hexadecimal digits')],
    ['[1:2]', refused('ip/too-few-groups', 4, 'eight groups')],
    ['[fe80::1%25eth0]:80', refused('ip/group', 8, 'a colon')],
    ['::1]', refused('host/empty-word', 0, EMPTY)],
  ])('refuses "%s"', (text, answer) => {
    expect(parseHostPort(text)).toEqual(answer);
  });

  it('reads 260 characters at most', () => {
    const tooLong = refused('host-port/too-long', 260, 'at most 260 characters');
    expect(`${nameOf254}:65535`.length).toBe(260);
    expect(parseHostPort(`${nameOf254}:655350`)).toEqual(tooLong);
    expect(parseHostPort('['.repeat(100_000))).toEqual(tooLong);
  });

  it('reads what it writes', () => {
    const word = fc.stringMatching(/^[a-z]([a-z0-9-]{0,8}[a-z0-9])?$/);
    const name = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join('.'));
    const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));
    const ipv6 = fc
      .array(group, { minLength: 8, maxLength: 8 })
      .map((groups) =>
        new URL(`http://[${groups.map((value) => value.toString(16)).join(':')}]/`).hostname.slice(1, -1),
      );
    const port = fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: undefined });
    fc.assert(
      fc.property(fc.oneof(name, fc.ipV4(), ipv6), port, (host, number) => {
        const written = formatHostPort({ host, port: number });
        expect(parseHostPort(written)).toEqual({ ok: true, value: { host, port: number } });
        expect(parseHostPort(written.toUpperCase())).toEqual({ ok: true, value: { host, port: number } });
      }),
      RUNS,
    );
  });
});
