import type { IncomingMessage } from 'node:http';
import { parseIpAddress } from '@perene/core';
import { type Network, networkContains } from '@perene/core/item';

/** As many as one message of the protocol carries. */
const MAX_ADDRESSES = 32;
const MAX_REMEMBERED = 1_024;
const MAX_ADDRESS_LENGTH = 64;

interface Known {
  /** Canonical; an IPv4-mapped address as its IPv4 address. */
  readonly text: string;
  readonly isTrusted: boolean;
}

export type AddressReader = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => readonly string[];

/**
 * The user's address first, then those of the proxies: `X-Forwarded-For` is believed as far as trusted proxies wrote it,
 * from its end on.
 */
export const createAddressReader = (trustedProxies: readonly Network[]): AddressReader => {
  const remembered = new Map<string, Known | undefined>();
  const look = (address: string): Known | undefined => {
    if (address.length > MAX_ADDRESS_LENGTH) return undefined;
    const known = remembered.get(address);
    if (known !== undefined || remembered.has(address)) return known;
    if (remembered.size === MAX_REMEMBERED) remembered.clear();
    const found = readAddress(address, trustedProxies);
    remembered.set(address, found);
    return found;
  };
  return ({ headers, socket }) => {
    const nearest = look(socket.remoteAddress ?? '');
    if (nearest === undefined) return [];
    const forwarded = nearest.isTrusted ? headers['x-forwarded-for'] : undefined;
    if (forwarded === undefined) return [nearest.text];
    const addresses = [nearest.text];
    for (const text of String(forwarded).split(',').reverse()) {
      const known = look(text.trim());
      if (known === undefined || addresses.length === MAX_ADDRESSES) break;
      addresses.push(known.text);
      if (!known.isTrusted) break;
    }
    return addresses.reverse();
  };
};

const MAPPED = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/;

const readAddress = (text: string, trustedProxies: readonly Network[]): Known | undefined => {
  // A link-local address names its interface behind a percent sign.
  const [plain = ''] = text.split('%', 1);
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
