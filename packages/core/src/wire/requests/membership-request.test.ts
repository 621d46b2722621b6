import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Ibi, parseIbi } from '../../ibi/ibi.ts';
import { type Answer, accept, refuse } from '../../parsing/answer.ts';
import type { MembershipRequest } from './membership-request.ts';
import { formatServiceRequest, parseServiceRequest } from './service-request.ts';

const unwrap = <Value>(answer: Answer<Value>): Value => {
  if (!answer.ok) throw new Error(`${answer.problem} at ${answer.position}: ${answer.expected}`);
  return answer.value;
};
const label = (text: string): Ibi => unwrap(parseIbi(text));

const REQUEST: MembershipRequest = {
  subject: 'exclusionRequest',
  archiveAddress: { host: '::1', port: 8080 },
  archiveService: label('J8LNKB5R7W/3FUQHC5'),
  archiveIp: { version: 6, text: '::1' },
  protocol: 'HTTP',
  platformVersion: 'a b?',
  administratorEmail: 'a+b@c.org',
  registrationKey: '1234567890',
};

const QUERY =
  'servicesubject=exclusionRequest&archiveaddress=[::1]:8080&archiveserviceibi=J8LNKB5R7W/3FUQHC5&archiveip=::1' +
  '&archiveprotocol=HTTP&archiveplatformversion=a%20b%3F&archiveadmemailaddress=a%2Bb@c.org&registrationkey=1234567890';

describe('writing a membership request', () => {
  it('writes the pairs in the order of Table 7.2', () => {
    expect(formatServiceRequest(REQUEST)).toBe(QUERY);
    expect(formatServiceRequest({ ...REQUEST, subject: 'inclusionRequest' })).toBe(
      QUERY.replace('exclusionRequest', 'inclusionRequest'),
    );
  });
});

describe('reading a membership request', () => {
  it('reads them in any order', () => {
    expect(parseServiceRequest(QUERY.split('&').reverse().join('&'))).toEqual(accept(REQUEST));
  });

  it.each([
    ['archiveaddress', '[::1', 'host-port/bracket', 4, ']'],
    ['archiveserviceibi', 'J8LNKB5R7W', 'ibi/no-slash', 10, undefined],
    ['archiveip', '[::1]', 'ip/group', 0, 'one to four hexadecimal digits'],
    ['archiveprotocol', 'HTTPS', 'message/value', 0, 'HTTP'],
    ['archiveplatformversion', '%0A'.repeat(342), 'value/too-long', 1024, 'at most 1024 characters'],
    ['archiveadmemailaddress', 'a', 'value/email', 0, 'an e-mail address'],
    ['registrationkey', '1234567890-', 'key/number', 11, '10 to 256 digits'],
  ])('refuses a wrong %s', (name, value, problem, position, expected) => {
    const query = QUERY.replace(new RegExp(`&${name}=[^&]*`), `&${name}=${value}`);
    const start = query.indexOf(`&${name}=`) + name.length + 2;
    expect(parseServiceRequest(query)).toEqual(
      refuse(problem, start + position, `in ${name}: ${expected ?? 'a slash: a label such as 8JMKD3MGP8W/34PGRBS'}`),
    );
  });
});

describe('properties', () => {
  it('reads what it writes', () => {
    const host = fc.oneof(
      fc.domain().map((domain) => domain.toLowerCase()),
      fc.ipV4(),
      fc.constantFrom('localhost', '::1', '2001:db8::1'),
    );
    const request = fc.record({
      subject: fc.constantFrom('inclusionRequest' as const, 'exclusionRequest' as const),
      archiveAddress: fc.record({
        host,
        port: fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: undefined }),
      }),
      archiveService: fc.constantFrom('J8LNKB5R7W/3FUQHC5', 'sid.inpe.br/mtc-m21.8080/2012/06.05.15.34.39').map(label),
      archiveIp: fc.oneof(
        fc.ipV4().map((text) => ({ version: 4 as const, text })),
        fc.constantFrom('::1', '2001:db8::1').map((text) => ({ version: 6 as const, text })),
      ),
      protocol: fc.constant('HTTP' as const),
      platformVersion: fc.string({ minLength: 1, maxLength: 20 }),
      administratorEmail: fc.constantFrom('banon@dpi.inpe.br', "o'b%r+i=e&n?@c.org:25", 'a@[::1]'),
      registrationKey: fc.constantFrom('1234567890', '1234567890-12345678901234567'),
    });
    fc.assert(
      fc.property(request, (message) => {
        expect(parseServiceRequest(formatServiceRequest(message))).toEqual(accept(message));
      }),
      { seed: 20_150_325, numRuns: 1_000 },
    );
  });
});
