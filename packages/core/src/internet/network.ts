import { type Answer, accept, refuse } from '../parsing/answer.ts';
import { isDigit, skip } from '../parsing/characters.ts';
import { type IpAddress, parseIpAddress } from './ip-address.ts';

/** A network in the notation of RFC 4632 and RFC 4291: an address, "/" and how many of its first bits count. */
export interface Network {
  readonly version: 4 | 6;
  /** The bits that all of its addresses begin with, as a text of 0 and 1. */
  readonly prefix: string;
  readonly text: string;
}

/** An IPv4 address that an IPv6 socket reports, RFC 4291 2.5.5.2. */
const MAPPED = `${'0'.repeat(80)}${'1'.repeat(16)}`;
const GROUPS = 8;

export const parseNetwork = (text: string): Answer<Network> => {
  const slash = text.indexOf('/');
  const address = parseIpAddress(slash < 0 ? text : text.slice(0, slash));
  if (!address.ok) return address;
  const bits = bitsOf(address.value);
  const length = slash < 0 ? accept(bits.length) : parsePrefixLength(text, slash + 1, bits.length);
  if (!length.ok) return length;
  const prefix = bits.slice(0, length.value);
  if (bits.includes('1', length.value)) {
    const first = formatBits(prefix.padEnd(bits.length, '0'), address.value);
    return refuse('network/host-bits', slash + 1, `${first}/${length.value} for the network, or no / for one address`);
  }
  return accept({ ...unmapped(prefix, address.value), text: `${address.value.text}/${length.value}` });
};

/** An IPv4-mapped IPv6 address counts as its IPv4 address, and IPv6 networks contain no IPv4 address. */
export const networkContains = (network: Network, address: IpAddress): boolean => {
  const { version, prefix } = unmapped(bitsOf(address), address);
  return version === network.version && prefix.startsWith(network.prefix);
};

const parsePrefixLength = (text: string, start: number, most: number): Answer<number> => {
  const end = skip(text, start, isDigit);
  const length = Number(text.slice(start, end));
  const isPadded = end - start > 1 && text[start] === '0';
  if (end === start || end < text.length || isPadded || length > most) {
    return refuse('network/prefix-length', start, `a number from 0 to ${most}`);
  }
  return accept(length);
};

const unmapped = (prefix: string, { version }: IpAddress): Pick<Network, 'version' | 'prefix'> =>
  version === 6 && prefix.startsWith(MAPPED)
    ? { version: 4, prefix: prefix.slice(MAPPED.length) }
    : { version, prefix };

const bitsOf = ({ version, text }: IpAddress): string => {
  if (version === 4) return text.split('.').map(writeBits(10, 8)).join('');
  const zeros = '0:'.repeat(GROUPS - splitGroups(text).length);
  return splitGroups(text.replace('::', `:${zeros}`))
    .map(writeBits(16, 16))
    .join('');
};

const splitGroups = (text: string): readonly string[] => text.split(':').filter((group) => group !== '');

const writeBits =
  (base: number, width: number) =>
  (digits: string): string =>
    Number.parseInt(digits, base).toString(2).padStart(width, '0');

const formatBits = (bits: string, { version }: IpAddress): string => {
  const parts = (width: number, base: number): readonly string[] =>
    Array.from({ length: bits.length / width }, (_, index) =>
      Number.parseInt(bits.slice(index * width, (index + 1) * width), 2).toString(base),
    );
  if (version === 4) return parts(8, 10).join('.');
  return parts(16, 16)
    .join(':')
    .replace(/(^0)?(:0)+$/, '::');
};
