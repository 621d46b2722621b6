import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accept, refuse } from '../parsing/answer.ts';
import { formatIpList, parseIpList } from './ip-list.ts';

describe('parseIpList', () => {
  it.each([
    ['150.163.2.175', ['150.163.2.175']],
    ['172.16.44.200 150.163.68.1', ['172.16.44.200', '150.163.68.1']],
    ['  1.2.3.4   ::1 ', ['1.2.3.4', '::1']],
    ['2001:DB8:0:0:0:0:0:1', ['2001:db8::1']],
  ])('reads %j', (text, addresses) => {
    expect(parseIpList(text)).toEqual(accept(addresses));
  });

  it.each(['', ' ', '   '])('refuses %j', (text) => {
    expect(parseIpList(text)).toEqual(refuse('ip-list/empty', 0, 'an IP address'));
  });

  it.each([
    ['x', 'ip/octet', 0],
    ['1.2.3.4 1.2.3', 'ip/octet', 13],
    ['  1.2.3.4  1.2.3.256', 'ip/octet', 17],
    ['1.2.3.4,5.6.7.8', 'ip/trailing', 7],
    ['::1 ::g', 'ip/group', 6],
    ['1.2.3.4\t5.6.7.8', 'ip/trailing', 7],
  ])('refuses %j', (text, problem, position) => {
    expect(parseIpList(text)).toMatchObject({ ok: false, problem, position });
  });

  it('has at most 32 addresses', () => {
    const list = (count: number): string => Array(count).fill('1.2.3.4').join(' ');
    expect(parseIpList(list(32))).toEqual(accept(Array(32).fill('1.2.3.4')));
    expect(parseIpList(`${list(32)} `)).toEqual(accept(Array(32).fill('1.2.3.4')));
    expect(parseIpList(list(33))).toEqual(refuse('ip-list/too-many', 32 * 8, 'at most 32 addresses'));
    expect(parseIpList(` ${list(34)}`)).toEqual(refuse('ip-list/too-many', 32 * 8 + 1, 'at most 32 addresses'));
  });
});

describe('formatIpList', () => {
  it('writes a blank between addresses', () => {
    expect(formatIpList(['172.16.44.200', '150.163.68.1', '::1'])).toBe('172.16.44.200 150.163.68.1 ::1');
    expect(formatIpList(['::1'])).toBe('::1');
  });

  it('writes what is read as the same list', () => {
    const address = fc.oneof(fc.ipV4(), fc.ipV6());
    fc.assert(
      fc.property(fc.array(address, { minLength: 1, maxLength: 32 }), (written) => {
        const list = parseIpList(written.join(' '));
        expect(list.ok && list.value).toHaveLength(written.length);
        if (list.ok) expect(parseIpList(formatIpList(list.value))).toEqual(list);
      }),
      { seed: 20_150_325, numRuns: 500 },
    );
  });
});
