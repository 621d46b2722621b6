import { type Answer, accept, refuse, refuseLong, shift } from '../parsing/answer.ts';
import { isDigitOrPoint, skip } from '../parsing/characters.ts';
import { readSubdomain } from './host-name.ts';
import { parseIpAddress } from './ip-address.ts';
import { readPort } from './port.ts';

/** RFC 2396 `hostport`, with the hosts of RFC 3986: a domain name, an IPv4 address or an IPv6 address in brackets. */
export interface HostPort {
  /** The host in lower case; IPv6 addresses are without their brackets. */
  readonly host: string;
  readonly port: number | undefined;
}

const MAX_LENGTH = 260;

export const parseHostPort = (text: string): Answer<HostPort> => {
  if (text.length > MAX_LENGTH) return refuseLong('host-port', MAX_LENGTH);
  const isBracketed = text.startsWith('[');
  const bracket = isBracketed ? text.indexOf(']') : -1;
  if (isBracketed && bracket < 0) {
    return refuse('host-port/bracket', text.length, ']');
  }
  const colon = text.indexOf(':', bracket + 1);
  const hostEnd = isBracketed ? bracket + 1 : colon < 0 ? text.length : colon;
  const host = isBracketed ? readBracketed(text.slice(1, bracket)) : readHost(text.slice(0, hostEnd));
  if (!host.ok) return host;
  if (hostEnd === text.length) return accept({ host: host.value, port: undefined });
  if (hostEnd !== colon) return refuse('host-port/trailing', hostEnd, 'a colon and a port');

  const port = readPort(text, colon + 1);
  if (!port.ok) return port;
  return port.value.end === text.length
    ? accept({ host: host.value, port: port.value.port })
    : refuse('host-port/trailing', port.value.end, 'the end');
};

/** Brackets are for IPv6 addresses alone. */
const readBracketed = (text: string): Answer<string> => {
  if (!text.includes(':')) return refuse('host-port/bracket', 1, 'an IPv6 address');
  const address = parseIpAddress(text);
  return address.ok ? accept(address.value.text) : shift(address, 1);
};

const readHost = (text: string): Answer<string> => {
  if (text !== '' && skip(text, 0, isDigitOrPoint) === text.length) {
    const address = parseIpAddress(text);
    return address.ok ? accept(text) : address;
  }
  // Names with "_" are in use, though RFC 1034 does not allow them: "_" is read as a letter.
  const end = readSubdomain(text.replaceAll('_', 'x'), 0);
  if (!end.ok) return end;
  return end.value === text.length
    ? accept(text.toLowerCase())
    : refuse('host-port/trailing', end.value, 'a colon and a port');
};

export const formatHostPort = ({ host, port }: HostPort): string => {
  const written = host.includes(':') ? `[${host}]` : host;
  return port === undefined ? written : `${written}:${port}`;
};
