import { BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../parsing/answer.ts';
import { parseIpAddress } from './ip-address.ts';
import { networkContains, parseNetwork } from './network.ts';

const RUNS = { seed: 4_632, numRuns: 2_000 };
const refused = (problem: string, position: number, expected: string) => ({ ok: false, problem, position, expected });
const LENGTH_4 = 'a number from 0 to 32';
const LENGTH_6 = 'a number from 0 to 128';

const unwrap = <Value>(answer: Answer<Value>): Value => {
  if (!answer.ok) throw new Error(`${answer.problem} at ${answer.position}: ${answer.expected}`);
  return answer.value;
};

const contains = (network: string, address: string): boolean =>
  networkContains(unwrap(parseNetwork(network)), unwrap(parseIpAddress(address)));

describe('parseNetwork', () => {
  it.each([
    ['192.0.2.0/24', { version: 4, prefix: '110000000000000000000010', text: '192.0.2.0/24' }],
    ['0.0.0.0/0', { version: 4, prefix: '', text: '0.0.0.0/0' }],
    ['10.0.0.0/8', { version: 4, prefix: '00001010', text: '10.0.0.0/8' }],
    ['10.1.2.3', { version: 4, prefix: '00001010000000010000001000000011', text: '10.1.2.3/32' }],
    ['::/0', { version: 6, prefix: '', text: '::/0' }],
    ['2001:DB8::/32', { version: 6, prefix: '00100000000000010000110110111000', text: '2001:db8::/32' }],
    ['::1', { version: 6, prefix: `${'0'.repeat(127)}1`, text: '::1/128' }],
    ['1:0:0:2:3:0:0:0/80', { version: 6, prefix: expect.stringMatching(/^[01]{80}$/), text: '1:0:0:2:3::/80' }],
    ['::ffff:192.0.2.0/120', { version: 4, prefix: '110000000000000000000010', text: '::ffff:c000:200/120' }],
    ['::ffff:0:0/96', { version: 4, prefix: '', text: '::ffff:0:0/96' }],
  ])('reads %s', (text, value) => {
    expect(parseNetwork(text)).toEqual({ ok: true, value });
  });

  it.each([
    ['', refused('ip/octet', 0, 'a number from 0 to 255')],
    ['/8', refused('ip/octet', 0, 'a number from 0 to 255')],
    ['10.0.0/8', refused('ip/octet', 6, 'a point')],
    ['1::2::/8', refused('ip/second-gap', 5, 'no second "::"')],
    ['10.0.0.0/', refused('network/prefix-length', 9, LENGTH_4)],
    ['10.0.0.0/33', refused('network/prefix-length', 9, LENGTH_4)],
    ['10.0.0.0/08', refused('network/prefix-length', 9, LENGTH_4)],
    ['10.0.0.0/00', refused('network/prefix-length', 9, LENGTH_4)],
    ['10.0.0.0/-8', refused('network/prefix-length', 9, LENGTH_4)],
    ['10.0.0.0/8 ', refused('network/prefix-length', 9, LENGTH_4)],
    ['10.0.0.0/8/8', refused('network/prefix-length', 9, LENGTH_4)],
    ['10.0.0.0/255.0.0.0', refused('network/prefix-length', 9, LENGTH_4)],
    [`10.0.0.0/${'9'.repeat(100_000)}`, refused('network/prefix-length', 9, LENGTH_4)],
    ['::/129', refused('network/prefix-length', 3, LENGTH_6)],
    ['192.0.2.1/24', refused('network/host-bits', 10, '192.0.2.0/24 for the network, or no / for one address')],
    ['192.0.2.1/0', refused('network/host-bits', 10, '0.0.0.0/0 for the network, or no / for one address')],
    ['10.255.0.0/9', refused('network/host-bits', 11, '10.128.0.0/9 for the network, or no / for one address')],
    ['2001:db8::1/32', refused('network/host-bits', 12, '2001:db8::/32 for the network, or no / for one address')],
    ['10::1/64', refused('network/host-bits', 6, '10::/64 for the network, or no / for one address')],
    ['::1/64', refused('network/host-bits', 4, '::/64 for the network, or no / for one address')],
    ['::1:1/112', refused('network/host-bits', 6, '0:0:0:0:0:0:1::/112 for the network, or no / for one address')],
    ['::ffff:0:0/95', refused('network/host-bits', 11, '0:0:0:0:0:fffe::/95 for the network, or no / for one address')],
  ])('refuses "%s"', (text, answer) => {
    expect(parseNetwork(text)).toEqual(answer);
  });
});

describe('networkContains', () => {
  it.each([
    ['192.0.2.0/24', '192.0.2.0', true],
    ['192.0.2.0/24', '192.0.2.255', true],
    ['192.0.2.0/24', '192.0.3.0', false],
    ['192.0.2.0/24', '192.0.1.255', false],
    ['192.0.2.0/24', '::ffff:192.0.2.7', true],
    ['192.0.2.0/24', '::ffff:192.0.3.7', false],
    ['192.0.2.0/24', '::192.0.2.7', false],
    ['192.0.2.1', '192.0.2.1', true],
    ['192.0.2.1', '::ffff:c000:201', true],
    ['192.0.2.1', '192.0.2.2', false],
    ['0.0.0.0/0', '255.255.255.255', true],
    ['0.0.0.0/0', '::1', false],
    ['::/0', '::1', true],
    ['::/0', '127.0.0.1', false],
    ['::/0', '::ffff:127.0.0.1', false],
    ['::ffff:192.0.2.0/120', '192.0.2.9', true],
    ['2001:db8::/32', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', true],
    ['2001:db8::/32', '2001:db9::', false],
    ['2001:db8::/33', '2001:db8:8000::', false],
    ['::1', '::1', true],
    ['::1', '::2', false],
  ])('%s, %s: %s', (network, address, expected) => {
    expect(contains(network, address)).toBe(expected);
  });

  const group = fc.oneof(fc.constantFrom(0, 1, 0xffff), fc.integer({ min: 0, max: 0xffff }));
  const ipv6 = fc.array(group, { minLength: 8, maxLength: 8 }).map((groups) => groups.map((one) => one.toString(16)));
  const cases = fc.oneof(
    fc.record({
      version: fc.constant('ipv4' as const),
      size: fc.constant(32),
      address: fc.ipV4(),
      other: fc.ipV4(),
      length: fc.integer({ min: 0, max: 32 }),
    }),
    fc.record({
      version: fc.constant('ipv6' as const),
      size: fc.constant(128),
      address: ipv6.map((groups) => groups.join(':')),
      other: ipv6.map((groups) => groups.join(':')),
      length: fc.integer({ min: 0, max: 128 }),
    }),
  );

  it('reads what a refusal says was meant, and agrees with the platform about it', () => {
    fc.assert(
      fc.property(cases, ({ version, address, other, length }) => {
        const answer = parseNetwork(`${address}/${length}`);
        const meant = answer.ok ? answer : parseNetwork(answer.expected.split(' ')[0] ?? '');
        const network = unwrap(meant);
        fc.pre(!network.text.startsWith('::ffff:'));
        const platform = new BlockList();
        platform.addSubnet(network.text.split('/')[0] ?? '', length, version);
        for (const one of [address, other]) {
          expect(networkContains(network, unwrap(parseIpAddress(one)))).toBe(platform.check(one, version));
        }
        expect(networkContains(network, unwrap(parseIpAddress(address)))).toBe(true);
        expect(unwrap(parseNetwork(network.text))).toEqual(network);
      }),
      RUNS,
    );
  });
});
