import { type Answer, accept, refuse, refuseLong } from '../parsing/answer.ts';
import { isDigit, isHexadecimal, skip } from '../parsing/characters.ts';

/** An IP address in its one canonical spelling: dotted decimal, or RFC 5952 without embedded IPv4. */
export interface IpAddress {
  readonly version: 4 | 6;
  readonly text: string;
}

const MAX_IPV6_LENGTH = 45;
const GROUPS = 8;

export const parseIpAddress = (text: string): Answer<IpAddress> => {
  if (!text.includes(':')) {
    const address = parseIpv4(text, 0);
    return address.ok ? accept({ version: 4, text }) : address;
  }
  const groups = parseIpv6(text);
  return groups.ok ? accept({ version: 6, text: formatIpv6(groups.value) }) : groups;
};

/** RFC 3986 `IPv4address`: four numbers from 0 to 255 without leading zeros, returned as one number of 32 bits. */
const parseIpv4 = (text: string, start: number): Answer<number> => {
  let address = 0;
  let position = start;
  for (let count = 1; ; count += 1) {
    const end = skip(text, position, isDigit);
    const octet = Number(text.slice(position, end));
    if (end === position || octet > 255 || (end - position > 1 && text[position] === '0')) {
      return refuse('ip/octet', position, 'a number from 0 to 255');
    }
    address = address * 256 + octet;
    if (count === 4) {
      return end === text.length ? accept(address) : refuse('ip/trailing', end, 'the end');
    }
    if (text[end] !== '.') return refuse('ip/octet', end, 'a point');
    position = end + 1;
  }
};

/** RFC 3986 `IPv6address`, without a zone. */
const parseIpv6 = (text: string): Answer<readonly number[]> => {
  if (text.length > MAX_IPV6_LENGTH) return refuseLong('ip', MAX_IPV6_LENGTH);
  const groups: number[] = [];
  let gap = -1;
  let position = 0;
  if (text.startsWith('::')) {
    gap = 0;
    position = 2;
  }
  while (position < text.length) {
    const end = skip(text, position, isHexadecimal);
    if (text[end] === '.' && groups.length <= GROUPS - 2) {
      const address = parseIpv4(text, position);
      if (!address.ok) return address;
      groups.push(Math.floor(address.value / 65_536), address.value % 65_536);
      position = text.length;
      break;
    }
    if (end === position || end - position > 4) {
      return refuse('ip/group', position, 'one to four hexadecimal digits');
    }
    groups.push(Number.parseInt(text.slice(position, end), 16));
    position = end;
    if (position === text.length || groups.length === GROUPS) break;
    if (text[position] !== ':') return refuse('ip/group', position, 'a colon');
    position += 1;
    if (text[position] === ':') {
      if (gap >= 0) return refuse('ip/second-gap', position, 'no second "::"');
      gap = groups.length;
      position += 1;
    } else if (position === text.length) {
      return refuse('ip/group', position, 'one to four hexadecimal digits');
    }
  }
  if (position < text.length) return refuse('ip/trailing', position, 'the end');
  if (gap < 0) {
    return groups.length === GROUPS ? accept(groups) : refuse('ip/too-few-groups', text.length, 'eight groups');
  }
  if (groups.length === GROUPS) return refuse('ip/too-many-groups', text.length, 'fewer than eight groups');
  return accept([...groups.slice(0, gap), ...new Array<number>(GROUPS - groups.length).fill(0), ...groups.slice(gap)]);
};

/** RFC 5952: lower case, no leading zeros, the first longest run of two or more zero groups as "::". */
const formatIpv6 = (groups: readonly number[]): string => {
  let longestStart = 0;
  let longestLength = 1;
  let runStart = 0;
  for (let index = 0; index < GROUPS; index += 1) {
    if (groups[index] !== 0) runStart = index + 1;
    else if (index + 1 - runStart > longestLength) {
      longestStart = runStart;
      longestLength = index + 1 - runStart;
    }
  }
  const written = groups.map((group) => group.toString(16));
  if (longestLength === 1) return written.join(':');
  return `${written.slice(0, longestStart).join(':')}::${written.slice(longestStart + longestLength).join(':')}`;
};
