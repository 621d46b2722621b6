import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatHostPort, parseHostPort } from '../internet/host-port.ts';
import { accept, refuse } from '../parsing/answer.ts';
import {
  parseAsciiText,
  parseEmailAddress,
  parseFilePath,
  parseTimestamp,
  parseUrl,
  readBlanksAsEscapes,
} from './values.ts';

const SEED = 20_150_325;
const text = (length: number): string => 'a'.repeat(length);

describe('parseAsciiText', () => {
  it.each(['2014:11.09.02.16.15', ' ', '~', 'a b {c}', '%f3', text(1_024)])('takes %j', (value) => {
    expect(parseAsciiText(value)).toEqual(accept(value));
  });

  it('has at least 1 and at most 1024 characters', () => {
    expect(parseAsciiText('a')).toEqual(accept('a'));
    expect(parseAsciiText(text(1_025))).toEqual(refuse('value/too-long', 1_024, 'at most 1024 characters'));
  });

  it.each([
    ['\u001f', 0],
    ['a\u007f', 1],
    ['ab\n', 2],
    ['Relat\u00f3rio', 5],
  ])('refuses %j', (value, position) => {
    expect(parseAsciiText(value)).toEqual(refuse('value/character', position, 'an ASCII character'));
  });
});

describe('parseUrl', () => {
  it.each([
    'http://a.org',
    'http://a.org/',
    'https://a.org:8443/x?y=z#w',
    'http://127.0.0.1/',
    'http://[::1]:80/x',
    'http://a.org?x=y',
    'http://a.org#x',
    'http://mtc-m16d.sid.inpe.br/col/x/doc/Relat%f3rio%20Final.pdf',
    'http://a.org/|~!',
  ])('takes %j', (url) => {
    expect(parseUrl(url)).toEqual(accept(url));
  });

  it('reads a blank as the escape that it was', () => {
    expect(parseUrl('http://a.org/a b  c')).toEqual(accept('http://a.org/a%20b%20%20c'));
  });

  it.each([
    ['', 'value/url', 0, 'http:// or https://'],
    ['ftp://a.org/', 'value/url', 0, 'http:// or https://'],
    ['http:/a.org/', 'value/url', 0, 'http:// or https://'],
    ['httpss://a.org/', 'value/url', 0, 'http:// or https://'],
    ['//a.org/', 'value/url', 0, 'http:// or https://'],
    [' http://a.org/', 'value/url', 0, 'http:// or https://'],
    ['http://a.org/{', 'value/character', 13, 'an ASCII character'],
    ['http://a.org/a%20b {', 'value/character', 19, 'an ASCII character'],
    ['ftp://a{', 'value/character', 7, 'an ASCII character'],
    ['http://a.org/b c d}', 'value/character', 18, 'an ASCII character'],
    ['http://a.org/\u00f3', 'value/character', 13, 'an ASCII character'],
    ['http://a.org/a\tb', 'value/character', 14, 'an ASCII character'],
    ['http:///x', 'host/empty-word', 7, 'a letter or a digit'],
    ['https://', 'host/empty-word', 8, 'a letter or a digit'],
    ['http://a b/', 'host-port/trailing', 8, 'a colon and a port'],
    ['http://a@b.org/', 'host-port/trailing', 8, 'a colon and a port'],
    ['https://a.org:0/', 'port/number', 14, 'a port from 1 to 65535'],
  ])('refuses %j', (url, problem, position, expected) => {
    expect(parseUrl(url)).toEqual(refuse(problem, position, expected));
  });

  it('has at most 8192 characters, its escapes written out', () => {
    const url = (length: number): string => `http://a.org/${text(length - 13)}`;
    expect(parseUrl(url(8_192))).toEqual(accept(url(8_192)));
    expect(parseUrl(url(8_193))).toEqual(refuse('value/too-long', 8_192, 'at most 8192 characters'));
    expect(parseUrl(`${url(8_189)} `)).toEqual(accept(`${url(8_189)}%20`));
    expect(parseUrl(`${url(8_190)} `)).toEqual(refuse('value/too-long', 8_190, 'at most 8192 characters'));
    expect(parseUrl(`${url(8_192)} `)).toEqual(refuse('value/too-long', 8_192, 'at most 8192 characters'));
  });
});

describe('readBlanksAsEscapes', () => {
  it.each([
    ['abc', 0, 0],
    ['abc', 2, 2],
    ['abc', 3, 3],
    ['abc', 9, 3],
    [' b', 0, 0],
    [' b', 2, 0],
    [' b', 3, 1],
    ['a  b', 1, 1],
    ['a  b', 3, 1],
    ['a  b', 4, 2],
    ['a  b', 7, 3],
    ['a  b', 8, 4],
    ['', 0, 0],
    ['a%20b c', 5, 5],
    ['a%20b c', 8, 6],
    ['a b%20c', 9, 7],
  ])('in %j it answers for place %i with place %i', (given, inner, outer) => {
    const parser = readBlanksAsEscapes((written) => {
      expect(written).toBe(given.replaceAll(' ', '%20'));
      return refuse('x/y', inner, 'z');
    });
    expect(parser(given)).toEqual(refuse('x/y', outer, 'z'));
  });
});

describe('parseFilePath', () => {
  it.each([
    ['/reference.bib', '/reference.bib'],
    ['reference.bib', '/reference.bib'],
    ['/', '/'],
    ['/a%20b', '/a%20b'],
    ['/a b', '/a%20b'],
    [' ', '/%20'],
    ['/Relat%f3rio.pdf', '/Relat%f3rio.pdf'],
  ])('reads %j as %j', (given, path) => {
    expect(parseFilePath(given)).toEqual(accept(path));
  });

  it.each([
    ['/a b{', 'value/character', 4, 'an ASCII character'],
    ['\u00f3', 'value/character', 0, 'an ASCII character'],
    [`/${text(8_192)}`, 'value/too-long', 8_192, 'at most 8192 characters'],
  ])('refuses %j', (given, problem, position, expected) => {
    expect(parseFilePath(given)).toEqual(refuse(problem, position, expected));
  });

  it('has at most 8192 characters', () => {
    expect(parseFilePath(`/${text(8_191)}`)).toEqual(accept(`/${text(8_191)}`));
  });
});

describe('parseEmailAddress', () => {
  it.each(['banon@dpi.inpe.br', 'a.b+c@EXAMPLE.org', "o'brien@localhost", 'a@1.2.3.4', 'a@[::1]', 'a@b.c:25'])(
    'takes %j',
    (address) => {
      expect(parseEmailAddress(address)).toEqual(accept(address));
    },
  );

  it.each([
    ['', 'value/email', 0, 'an e-mail address'],
    ['banon', 'value/email', 0, 'an e-mail address'],
    ['@a.org', 'value/email', 0, 'an e-mail address'],
    ['a b@c.org', 'value/character', 1, 'an ASCII character'],
    ['a{@c.org', 'value/character', 1, 'an ASCII character'],
    ['a{', 'value/character', 1, 'an ASCII character'],
    ['\u00f3@c.org', 'value/character', 0, 'an ASCII character'],
    ['ab@', 'host/empty-word', 3, 'a letter or a digit'],
    ['a@b@c.org', 'host-port/trailing', 3, 'a colon and a port'],
    ['a@b.org/x', 'host-port/trailing', 7, 'a colon and a port'],
    [`${text(1_020)}@b.cd`, 'value/too-long', 1_024, 'at most 1024 characters'],
  ])('refuses %j', (address, problem, position, expected) => {
    expect(parseEmailAddress(address)).toEqual(refuse(problem, position, expected));
  });

  it('has at most 1024 characters', () => {
    expect(parseEmailAddress(`${text(1_019)}@b.cd`)).toEqual(accept(`${text(1_019)}@b.cd`));
  });
});

describe('parseTimestamp', () => {
  const SHAPE = 'a date and time such as 2014-01-02T17:23:57Z';

  it.each([
    '2014-01-02T17:23:57Z',
    '2014-12-31T23:59:59Z',
    '0000-01-01T00:00:00Z',
    '2012-02-29T00:00:00Z',
    '2000-02-29T00:00:00Z',
    '2014-04-30T00:00:00Z',
    '2014-01-02T17:23:57.5Z',
    '2014-01-02T17:23:57.123456789Z',
    '2014-01-02T17:23:57.0+00:00',
    '2014-01-02T17:23:57-03:00',
    '2014-01-02T17:23:57+23:59',
    '2014',
    '2014-01-02T17:23',
    '2014-01-02T17:23:57',
    '2014-01-02T17:23:57,5Z',
    '2014-01-02T17:23:57.5',
    '2014-01-02T17:23:57+03',
    '2014-01-02T17:23:57+0300',
    '1997-07-16T19:20+01:00',
    '1997-07-16T19:20:30,45+01',
    '2014-01',
    '2014-01-02',
    '20140102',
    '2014-01-02T17',
    '2014-01-02T17.5Z',
    '20140102T1723Z',
    '20140102T172357Z',
    '20140102T172357.25-0300',
    '2016-12-31T23:59:60Z',
    '20161231T235960Z',
    '2014-01-02T24:00:00Z',
    '20140102T2400',
    '2014-002',
    '2014002',
    '2012-366T17:23Z',
    '2014-W01-4',
    '2014W014T17:23:57Z',
    '2015-W53-7',
  ])('takes %s', (given) => {
    expect(parseTimestamp(given)).toEqual(accept(given));
  });

  it.each([
    '201401',
    '2014-0102',
    '201401-02',
    '2014-000',
    '2014-367',
    '2014-W00-1',
    '2014-W54-1',
    '2014-W01-0',
    '2014-W01-8',
    '2014-W014',
    '2014-01T17:23Z',
    '2014T17:23Z',
    '2014-01-02Z',
    '2014-01-02T17:2357Z',
    '2014-01-02T1723:57Z',
    '2014-01-02T24:01Z',
    '2014-01-02T24:00:00.5Z',
    '2014-01-02T25Z',
    '2014-01-02T17:23:61Z',
    '2014-01-02T17:60Z',
    '2014-01-02T',
    '20140230',
  ])('refuses %s', (given) => {
    expect(parseTimestamp(given)).toEqual(refuse('value/timestamp', 0, SHAPE));
  });

  it.each([
    '',
    'x014-01-02T17:23:57Z',
    '201x-01-02T17:23:57Z',
    '2014/01-02T17:23:57Z',
    '2014-01 02T17:23:57Z',
    '2014-01-02 17:23:57Z',
    '2014-01-02t17:23:57Z',
    '2014-01-02T17.23:57Z',
    '2014-01-02T17:23:5',
    '2014-01-02T17:23:57z',
    '2014-01-02T17:23:57ZZ',
    '2014-01-02T17:23:57.Z',
    '2014-01-02T17:23:57.',
    '2014-01-02T17:23:57.5x',
    '2014-01-02T17:23:57+03:0',
    '2014-01-02T17:23:57+03:000',
    '2014-01-02T17:23:57+03-00',
    '2014-01-02T17:23:57 03:00',
    '2014-01-02T17:23:57+x3:00',
    '2014-01-02T17:23:57+03:0x',
    '2014-01-02T17:23:57+ 3:00',
    '2014-01-02T17:23:57+24:00',
    '2014-01-02T17:23:57-03:60',
    '12014-01-02T17:23:57Z',
    '+2014-01-02T17:23:57Z',
  ])('refuses the shape of %j', (given) => {
    expect(parseTimestamp(given)).toEqual(refuse('value/timestamp', 0, SHAPE));
  });

  it.each([
    '2014-00-02T17:23:57Z',
    '2014-13-02T17:23:57Z',
    '2014-01-00T17:23:57Z',
    '2014-01-32T17:23:57Z',
    '2014-02-29T17:23:57Z',
    '1900-02-29T17:23:57Z',
    '2014-04-31T17:23:57Z',
  ])('refuses the date of %s', (given) => {
    expect(parseTimestamp(given)).toEqual(refuse('value/timestamp', 0, SHAPE));
  });

  it.each(['2014-01-02T24:00:01Z', '2014-01-02T17:60:57Z', '2014-01-02T17:23:61Z'])(
    'refuses the time of %s',
    (given) => {
      expect(parseTimestamp(given)).toEqual(refuse('value/timestamp', 0, SHAPE));
    },
  );

  it('takes the times that JavaScript writes, and no date that it does not know', () => {
    const number = (max: number): fc.Arbitrary<string> =>
      fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, '0'));
    fc.assert(
      fc.property(fc.integer({ min: 1_900, max: 2_100 }), number(14), number(33), (year, month, day) => {
        const given = `${year}-${month}-${day}T00:00:00Z`;
        const date = new Date(given);
        const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(given.slice(0, 10));
        expect(parseTimestamp(given).ok, given).toBe(isReal);
      }),
      { seed: SEED, numRuns: 3_000 },
    );
  });
});

describe('host and port, as messages carry them', () => {
  const host = fc.oneof(
    fc.domain().map((domain) => domain.toLowerCase()),
    fc.ipV4(),
    fc.constantFrom('localhost', 'a.b-c.example.org', '::1', '2001:db8::1'),
  );

  it('are read as they are written', () => {
    fc.assert(
      fc.property(host, fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: undefined }), (name, port) => {
        expect(parseHostPort(formatHostPort({ host: name, port }))).toEqual(accept({ host: name, port }));
      }),
      { seed: SEED, numRuns: 1_000 },
    );
  });
});

describe('properties', () => {
  it.each([
    ['parseAsciiText', parseAsciiText, ['2014:11.09', 'a b']],
    ['parseUrl', parseUrl, ['http://a.org:80/x%20y?z', 'https://[::1]/a b']],
    ['parseFilePath', parseFilePath, ['/a/b%20c', 'a b', '/Relat%f3rio.pdf']],
    ['parseEmailAddress', parseEmailAddress, ['banon@dpi.inpe.br', 'a@[::1]:25']],
    ['parseTimestamp', parseTimestamp, ['2014-01-02T17:23:57Z', '2014-01-02T17:23:57.25-03:00']],
  ])('%s never throws, and reads again what it accepted', (_name, parser, samples) => {
    const damage = fc.record({
      at: fc.nat(99),
      cut: fc.nat(2),
      scrap: fc.oneof(
        fc.constantFrom(' ', '/', ':', '@', '%', '0', '-', '.', '{'),
        fc.array(fc.nat(0xffff), { maxLength: 1 }).map((codes) => String.fromCharCode(...codes)),
      ),
    });
    let accepted = 0;
    fc.assert(
      fc.property(fc.constantFrom(...samples), fc.array(damage, { maxLength: 2 }), (sample, damages) => {
        const given = damages.reduce((current, { at, cut, scrap }) => {
          const place = at % (current.length + 1);
          return current.slice(0, place) + scrap + current.slice(place + cut);
        }, sample);
        const answer = parser(given);
        if (answer.ok) {
          accepted += 1;
          expect(parser(answer.value)).toEqual(answer);
        } else {
          expect(answer.position).toBeGreaterThanOrEqual(0);
          expect(answer.position).toBeLessThanOrEqual(given.length);
        }
      }),
      { seed: SEED, numRuns: 3_000 },
    );
    expect(accepted).toBeGreaterThan(100);
  });
});
