import type { IncomingMessage } from 'node:http';
import { parseIpAddress } from '@perene/core';
import { type Network, networkContains } from '@perene/core/item';
import { LRUCache } from 'lru-cache';

const MAX_PROXIES = 32;
const MAX_REMEMBERED = 1_024;
const MAX_ADDRESS_LENGTH = 64;

interface Known {
  /** The canonical spelling; an IPv4-mapped address is written as its IPv4 address. */
  readonly text: string;
  readonly isTrusted: boolean;
}

export type AddressReader = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => readonly string[];

/**
 * Reads the user's address, then those of the user's own proxies (Table 8.10). Proxies that this node trusts are left
 * out, and only they can bring an `X-Forwarded-For`. The last address is the one that a trusted proxy saw itself. Those
 * before it are claims: they choose a URL and open nothing, because a document is guarded by the address that asks for
 * it.
 */
export const createAddressReader = (trustedProxies: readonly Network[]): AddressReader => {
  const remembered = new LRUCache<string, Known | 'unreadable'>({ max: MAX_REMEMBERED });
  const look = (address: string): Known | undefined => {
    if (address.length > MAX_ADDRESS_LENGTH) return undefined;
    let known = remembered.get(address);
    if (known === undefined) {
      known = readAddress(address, trustedProxies) ?? 'unreadable';
      remembered.set(address, known);
    }
    return known === 'unreadable' ? undefined : known;
  };
  return ({ headers, socket }) => {
    const nearest = look(socket.remoteAddress ?? '');
    if (nearest === undefined) return [];
    const forwarded = nearest.isTrusted ? headers['x-forwarded-for'] : undefined;
    if (forwarded === undefined) return [nearest.text];
    const path = [nearest];
    // RFC 9110 section 5.6.1.2: empty elements of a list do not count.
    const senders = String(forwarded)
      .split(',')
      .slice(-MAX_PROXIES)
      .map((text) => text.trim());
    for (const text of senders.filter((one) => one !== '').reverse()) {
      const sender = look(text);
      if (sender === undefined) break;
      path.unshift(sender);
    }
    const strangers = path.filter(({ isTrusted }) => !isTrusted);
    return (strangers.length > 0 ? strangers : path.slice(0, 1)).map(({ text }) => text);
  };
};

const MAPPED = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/;

/** Some proxies write the port, too: `192.0.2.1:5555`, `[2001:db8::1]:443`. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/;

/** Returns a list of addresses without ports, which the rest of the server does not know. */
export const withoutPorts = (forwarded: string): string =>
  forwarded
    .split(',')
    .map((text) => {
      const [, inBrackets, beforePort] = WITH_PORT.exec(text.trim()) ?? [];
      return inBrackets ?? beforePort ?? text;
    })
    .join();

const readAddress = (text: string, trustedProxies: readonly Network[]): Known | undefined => {
  const [, inBrackets, beforePort] = WITH_PORT.exec(text) ?? [];
  // A link-local address names its interface behind a percent sign.
  const [plain = ''] = (inBrackets ?? beforePort ?? text).split('%', 1);
  const address = parseIpAddress(plain);
  if (!address.ok) return undefined;
  const [, high, low] = MAPPED.exec(address.value.text) ?? [];
  return {
    text: high === undefined || low === undefined ? address.value.text : [high, low].flatMap(octetsOf).join('.'),
    isTrusted: trustedProxies.some((network) => networkContains(network, address.value)),
  };
};

const octetsOf = (group: string): readonly number[] => {
  const value = Number.parseInt(group, 16);
  return [Math.floor(value / 256), value % 256];
};
