import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Ibi, parseIbi } from '../../ibi/ibi.ts';
import { type Answer, accept, refuse } from '../../parsing/answer.ts';
import { formatRegistrationMail, parseRegistrationMail, REGISTRATION_SUBJECT } from './registration-mail.ts';

const unwrap = <Value>(answer: Answer<Value>): Value => {
  if (!answer.ok) throw new Error(`${answer.problem} at ${answer.position}: ${answer.expected}`);
  return answer.value;
};
const label = (text: string): Ibi => unwrap(parseIbi(text));

/** RTC-11 Example 7.1. */
const EXAMPLE = `IBI do serviço de Arquivo:
archiveserviceibi = dpi.inpe.br/banon/1999/01.09.22.14

Chave de cadastro:
registrationkey = 1234567890
`;
const MAIL = { archiveService: label('dpi.inpe.br/banon/1999/01.09.22.14'), registrationKey: '1234567890' };
const SEED = 20_150_325;

describe('the registration mail', () => {
  it('is read and written as in Example 7.1', () => {
    expect(REGISTRATION_SUBJECT).toBe('Solicitação de cadastro de um novo Arquivo');
    expect(parseRegistrationMail(EXAMPLE)).toEqual(accept(MAIL));
    expect(formatRegistrationMail(MAIL)).toBe(EXAMPLE);
  });

  it.each([
    ['CRLF', EXAMPLE.replaceAll('\n', '\r\n')],
    ['quoted', EXAMPLE.replace(/^/gm, '> ')],
    ['quoted twice', EXAMPLE.replace(/^/gm, '>> > ')],
    ['indented', EXAMPLE.replace(/^/gm, '   ')],
    ['without blanks around the signs', EXAMPLE.replaceAll(' = ', '=')],
    ['with many', EXAMPLE.replaceAll(' = ', '  =\t  ')],
    ['with blanks at the ends of lines', EXAMPLE.replaceAll('\n', '  \t\n')],
    ['in the other order', EXAMPLE.split('\n').reverse().join('\n')],
    ['with prose', `Dear all,\n= x\n=\nx = y = z\nx = 1\nx = 2\n${EXAMPLE}\n-- \na=b`],
    ['nothing but the two lines', 'registrationkey=1234567890\narchiveserviceibi=DPI.inpe.br/banon/1999/01.09.22.14'],
  ])('is read with other habits: %s', (_habit, body) => {
    expect(parseRegistrationMail(body)).toEqual(accept(MAIL));
  });

  const KEY = 'registrationkey = 1234567890';
  const SERVICE = 'archiveserviceibi = LK47B6W/362SFKH';
  it.each([
    ['', 'message/missing', 0, 'a pair named archiveserviceibi'],
    ['Hello', 'message/missing', 0, 'a pair named archiveserviceibi'],
    [`${KEY}\nHello`, 'message/missing', 28, 'a pair named archiveserviceibi'],
    [`x\n${SERVICE} \ny = zz  \n\n`, 'message/missing', 45, 'a pair named registrationkey'],
    [`${SERVICE}\n${KEY}\n${KEY}`, 'message/repeated', 83, 'registrationkey only once'],
    [`${KEY}\n> ${SERVICE}\n> ${SERVICE}`, 'message/repeated', 89, 'archiveserviceibi only once'],
    [`${SERVICE}\nRegistrationKey = 1234567890`, 'message/missing', 64, 'a pair named registrationkey'],
    [`${SERVICE}\n\tregistrationkey = 1234567890`, 'message/missing', 65, 'a pair named registrationkey'],
    [`${SERVICE}\n${KEY}x`, 'key/trailing', 64, 'in registrationkey: a hyphen or the end'],
    [`${SERVICE}\n\n>registrationkey=  123`, 'key/number', 56, 'in registrationkey: 10 to 256 digits'],
    [`${SERVICE}\nregistrationkey = `, 'key/number', 54, 'in registrationkey: 10 to 256 digits'],
    [
      `${KEY}\narchiveserviceibi = LK47B6/362SFKH`,
      'ibip/no-separator',
      55,
      'in archiveserviceibi: W (IPv4), X (IPv6) or 2 to 9 or A to U except I and O',
    ],
  ])('refuses %j', (body, problem, position, expected) => {
    expect(parseRegistrationMail(body)).toEqual(refuse(problem, position, expected));
  });

  it('has at most 65536 characters', () => {
    const body = (length: number): string => EXAMPLE + '\n'.repeat(length - EXAMPLE.length);
    expect(parseRegistrationMail(body(65_536))).toEqual(accept(MAIL));
    expect(parseRegistrationMail(body(65_537))).toEqual(refuse('mail/too-long', 65_536, 'at most 65536 characters'));
  });

  it('is read as it is written', () => {
    const mail = fc.record({
      archiveService: fc
        .constantFrom(
          'LK47B6W/362SFKHW7',
          'sid.inpe.br/mtc-m18@80/2009/07.21.13.23',
          'a.b/c.8080/2012/06.05.15.34.39.5',
        )
        .map(label),
      registrationKey: fc.constantFrom('1234567890', '0000000000-12345678901234567', '9'.repeat(64)),
    });
    fc.assert(
      fc.property(mail, (value) => {
        expect(parseRegistrationMail(formatRegistrationMail(value))).toEqual(accept(value));
      }),
      { seed: SEED, numRuns: 100 },
    );
  });

  it('never throws over a damaged mail, and writes again what it accepts', () => {
    const scrap = fc.oneof(
      fc.constantFrom('\n', '\r\n', '=', '>', ' ', 'x = y\n', '0', '/'),
      fc.array(fc.nat(0xffff), { maxLength: 2 }).map((codes) => String.fromCharCode(...codes)),
    );
    const damage = fc.record({ at: fc.nat(999), cut: fc.nat(2), scrap });
    let accepted = 0;
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 3 }), (damages) => {
        const body = damages.reduce((current, { at, cut, scrap }) => {
          const place = at % (current.length + 1);
          return current.slice(0, place) + scrap + current.slice(place + cut);
        }, EXAMPLE);
        const answer = parseRegistrationMail(body);
        if (answer.ok) {
          accepted += 1;
          expect(parseRegistrationMail(formatRegistrationMail(answer.value))).toEqual(answer);
        } else {
          expect(answer.position).toBeGreaterThanOrEqual(0);
          expect(answer.position).toBeLessThanOrEqual(body.length);
        }
      }),
      { seed: SEED, numRuns: 5_000 },
    );
    expect(accepted).toBeGreaterThan(200);
  });
});
