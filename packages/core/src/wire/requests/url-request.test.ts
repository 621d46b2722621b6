import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Ibi, parseIbi } from '../../ibi/ibi.ts';
import { type Answer, accept, refuse } from '../../parsing/answer.ts';
import type { Verb } from '../../persistent-url/verb-list.ts';
import { formatServiceRequest, parseServiceRequest } from './service-request.ts';
import type { UrlRequest } from './url-request.ts';

const unwrap = <Value>(answer: Answer<Value>): Value => {
  if (!answer.ok) throw new Error(`${answer.problem} at ${answer.position}: ${answer.expected}`);
  return answer.value;
};
const label = (text: string): Ibi => unwrap(parseIbi(text));

const REQUEST: UrlRequest = {
  subject: 'urlRequest',
  clientAddresses: ['150.163.2.175', '::1'],
  ibi: label('LK47B6W/362SFKH'),
  filePath: '/a%20b+c',
  verbs: [{ kind: 'translation', language: 'pt-BR' }, { kind: 'fileList' }],
};

describe('writing a URL request', () => {
  it('writes what is known, in alphabetical order', () => {
    expect(formatServiceRequest(REQUEST)).toBe(
      'clientinformation.ipaddress=150.163.2.175%20::1&parsedibiurl.filepath=/a%20b%2Bc' +
        '&parsedibiurl.ibi=LK47B6W/362SFKH&parsedibiurl.verblist=GetTranslation(pt-BR)%20GetFileList' +
        '&servicesubject=urlRequest',
    );
  });

  it('leaves out what is not known', () => {
    expect(formatServiceRequest({ ...REQUEST, filePath: undefined, verbs: [] })).toBe(
      'clientinformation.ipaddress=150.163.2.175%20::1&parsedibiurl.ibi=LK47B6W/362SFKH&servicesubject=urlRequest',
    );
  });
});

describe('reading a URL request', () => {
  it.each([
    ['', 'message/missing', 25, 'a pair named clientinformation.ipaddress'],
    ['&clientinformation.ipaddress=::1', 'message/missing', 57, 'a pair named parsedibiurl.ibi'],
    ['&clientinformation.ipaddress=', 'message/missing', 25, 'a pair named clientinformation.ipaddress'],
    ['&clientinformation.ipaddress=%20x', 'ip/octet', 57, 'in clientinformation.ipaddress: a number from 0 to 255'],
    [
      '&clientinformation.ipaddress=::1&parsedibiurl.ibi=LK47B6W/362SFKH&parsedibiurl.verblist=Get',
      'verb/unknown',
      113,
      'in parsedibiurl.verblist: GetLastEdition, GetTranslation, GetMetadata or GetFileList',
    ],
  ])('refuses %j', (rest, problem, position, expected) => {
    expect(parseServiceRequest(`servicesubject=urlRequest${rest}`)).toEqual(refuse(problem, position, expected));
  });
});

const verbs: fc.Arbitrary<readonly Verb[]> = fc
  .tuple(
    fc.constantFrom('', 'u', 'ut', 't', 'tu'),
    fc.constantFrom('', 'm', 'mt'),
    fc.option(fc.constantFrom('pt', 'pt-BR'), { nil: undefined }),
    fc.array(fc.nat(5), { maxLength: 3 }),
  )
  .map(([first, last, language, places]) => {
    const steps: Verb[] = [...first, ...last].map((letter) => {
      if (letter === 'u') return { kind: 'lastEdition' };
      return letter === 't' ? { kind: 'translation', language } : { kind: 'metadata', format: 'oai_dc' };
    });
    return places.reduce<readonly Verb[]>(
      (all, place) => [...all.slice(0, place), { kind: 'fileList' }, ...all.slice(place)],
      steps,
    );
  });

describe('properties', () => {
  it('reads what it writes', () => {
    const character = fc.constantFrom(...'aZ09/.-~!$&\'()*+,;=:@?#"|', '%20', '%', '%f3', '%25');
    const request = fc.record({
      subject: fc.constant('urlRequest' as const),
      clientAddresses: fc.array(fc.oneof(fc.ipV4(), fc.constantFrom('::1', '2001:db8::1')), {
        minLength: 1,
        maxLength: 4,
      }),
      ibi: fc.constantFrom('LK47B6W/362SFKHW7', 'sid.inpe.br/mtc-m18@80/2009/07.21.13.23.45.5').map(label),
      filePath: fc.option(
        fc.string({ unit: character, maxLength: 12 }).map((path) => `/${path}`),
        { nil: undefined },
      ),
      verbs,
    });
    fc.assert(
      fc.property(request, (message) => {
        expect(parseServiceRequest(formatServiceRequest(message))).toEqual(accept(message));
      }),
      { seed: 20_150_325, numRuns: 1_000 },
    );
  });
});
