import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseIbip } from '../../ibi/ibip.ts';
import { parseRepositoryName } from '../../ibi/repository-name.ts';
import { type Answer, accept, refuse } from '../../parsing/answer.ts';
import type { Acknowledgment } from './acknowledgment.ts';
import { formatServiceRequest, parseServiceRequest } from './service-request.ts';

const unwrap = <Value>(answer: Answer<Value>): Value => {
  if (!answer.ok) throw new Error(`${answer.problem} at ${answer.position}: ${answer.expected}`);
  return answer.value;
};
const repository = unwrap(parseRepositoryName('sid.inpe.br/x/2009/07.21.13.23'));
const ibip = unwrap(parseIbip('LK47B6W/362SFKH'));

const MESSAGE: Acknowledgment = {
  subject: 'acknowledgment',
  clientAddresses: ['1.2.3.4', '::1'],
  contentType: 'Metadata',
  ibi: { repository, ibip },
  state: 'Copy',
  url: 'http://a.org/b%20c?d=e',
  persistentUrl: 'http://urlib.net:80/LK47B6W/362SFKH+/b%20c',
  urlKey: '1234567890',
};

const QUERY =
  'clientinformation.ipaddress=1.2.3.4%20::1&contenttype=Metadata' +
  '&ibi=rep%20sid.inpe.br/x/2009/07.21.13.23%20ibip%20LK47B6W/362SFKH&servicesubject=acknowledgment&state=Copy' +
  '&url=http://a.org/b%20c%3Fd%3De&url.persistent=http://urlib.net:80/LK47B6W/362SFKH%2B/b%20c&urlkey=1234567890';

describe('writing an acknowledgment', () => {
  it('writes what is known, in alphabetical order', () => {
    expect(formatServiceRequest(MESSAGE)).toBe(QUERY);
  });

  it('leaves out what is not known', () => {
    expect(formatServiceRequest({ ...MESSAGE, contentType: undefined, ibi: undefined, state: undefined })).toBe(
      QUERY.replace('&contenttype=Metadata', '')
        .replace(/&ibi=[^&]*/, '')
        .replace('&state=Copy', ''),
    );
  });
});

describe('reading an acknowledgment', () => {
  it('reads the pairs in any order', () => {
    expect(parseServiceRequest(QUERY.split('&').reverse().join('&'))).toEqual(accept(MESSAGE));
  });

  it('reads blanks of a URL as the escapes that they were', () => {
    expect(parseServiceRequest(QUERY.replace('b%20c', 'b%2520c'))).toEqual(accept(MESSAGE));
    expect(parseServiceRequest(QUERY.replace('b%20c', 'b+c'))).toEqual(accept(MESSAGE));
  });

  it.each(['http://urlib.net:80/rep/sid.inpe.br/x/2009/07.21.13.23-TDI', 'http://urlib.net/doi:10.1/x', 'x'])(
    'takes any persistent URL, such as %s',
    (persistentUrl) => {
      const query = QUERY.replace(/url\.persistent=[^&]*/, `url.persistent=${persistentUrl}`);
      expect(parseServiceRequest(query)).toEqual(accept({ ...MESSAGE, persistentUrl }));
    },
  );

  it.each([
    ['clientinformation.ipaddress', '%20', 'ip-list/empty', 0, 'an IP address'],
    ['contenttype', 'metadata', 'message/value', 0, 'Data or Metadata'],
    ['state', 'Deleted', 'message/value', 0, 'Original or Copy'],
    ['ibi', 'x', 'ibi-forms/word', 0, 'rep or ibip and a label'],
    ['ibi', 'rep', 'host/empty-word', 3, 'a letter or a digit'],
    ['ibi', 'rep%20x', 'repository/no-word', 6, 'a letter, a digit, - or /'],
    ['ibi', 'ibip%20LK47B6W/362SFKH%20%20', 'ibi-forms/word', 25, 'rep or ibip and a label'],
    ['url', 'a.org', 'value/url', 0, 'http:// or https://'],
    ['urlkey', '1234567890-1234567890x', 'key/trailing', 21, 'a digit or the end'],
  ])('refuses in %s the value %j', (name, value, problem, position, expected) => {
    const query = QUERY.replace(new RegExp(`(^|&)${name.replace('.', '\\.')}=[^&]*`), `$1${name}=${value}`);
    const start = query.startsWith(`${name}=`) ? name.length + 1 : query.indexOf(`&${name}=`) + name.length + 2;
    expect(parseServiceRequest(query)).toEqual(refuse(problem, start + position, `in ${name}: ${expected}`));
  });
});

describe('properties', () => {
  it('reads what it writes', () => {
    const path = fc.string({
      unit: fc.constantFrom(..."aZ09/.-~!$&'()*,;:@", '%20', '%2B', '%f3', '%25', '%2520'),
      maxLength: 12,
    });
    const message = fc.record({
      subject: fc.constant('acknowledgment' as const),
      clientAddresses: fc.array(fc.oneof(fc.ipV4(), fc.constant('::1')), { minLength: 1, maxLength: 4 }),
      contentType: fc.constantFrom('Data' as const, 'Metadata' as const),
      ibi: fc.constantFrom(
        undefined,
        { repository, ibip },
        { repository, ibip: undefined },
        { repository: undefined, ibip },
      ),
      state: fc.constantFrom('Original' as const, 'Copy' as const, undefined),
      url: fc.tuple(path, path).map(([file, query]) => `https://a.org:8443/${file}?x=+&y%=${query}`),
      persistentUrl: path.map((file) => `http://urlib.net:80/LK47B6W/362SFKH!:+(pt)/x${file}?a=b+c&d=%`),
      urlKey: fc.constantFrom('1234567890', '1426286454-36108967764060357'),
    });
    fc.assert(
      fc.property(message, (acknowledgment) => {
        expect(parseServiceRequest(formatServiceRequest(acknowledgment))).toEqual(accept(acknowledgment));
      }),
      { seed: 20_150_325, numRuns: 2_000 },
    );
  });
});
