import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { type Refusal, refuse } from '@perene/api/refusals';
import { parseIpAddress } from '@perene/core';
import { type Network, networkContains, parseNetwork } from '@perene/core/item';

const networks = (...texts: readonly string[]): readonly Network[] =>
  texts.map((text) => {
    const network = parseNetwork(text);
    if (!network.ok) throw new Error(`not a network: ${text}`);
    return network.value;
  });

export const LOOPBACK = networks('127.0.0.0/8', '::1');

export const EVERY_NETWORK = networks('0.0.0.0/0', '::/0');

/** Addresses that are not public by the registries of RFC 6890, and those that contain IPv4 addresses. */
const CLOSED = [
  ...LOOPBACK,
  ...networks('0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'),
  ...networks('192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4'),
  ...networks('::/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2002::/16', '2001::/32'),
  ...networks('fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'),
];

/** Which addresses a request may connect to (decision 23). */
export interface AddressRule {
  /** A refusal for a host that is itself an address and not allowed; such hosts are not looked up. */
  check(host: string): Refusal | undefined;
  /** Looks a name up and returns only allowed addresses. The connection uses these, so no second look-up can differ. */
  readonly lookup: LookupFunction;
}

/** All addresses of a name, as the operating system knows them. */
export type LookUpAll = (
  host: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export const createAddressRule = (allowed: readonly Network[], lookUp: LookUpAll = lookup): AddressRule => {
  const isAllowed = (text: string): boolean => {
    const address = parseIpAddress(text);
    if (!address.ok) return false;
    const isIn = (network: Network): boolean => networkContains(network, address.value);
    return allowed.some(isIn) || !CLOSED.some(isIn);
  };

  return {
    check(host) {
      return parseIpAddress(host).ok && !isAllowed(host) ? notAllowed(host, host) : undefined;
    },
    lookup(host, options, callback) {
      lookUp(host, { ...options, all: true }, (error, addresses) => {
        const usable = error ? [] : addresses.filter(({ address }) => isAllowed(address));
        const [first] = usable;
        if (first !== undefined)
          return options.all ? callback(null, usable) : callback(null, first.address, first.family);
        return callback(error ?? notAllowed(host, addresses[0]?.address ?? ''), []);
      });
    },
  };
};

const notAllowed = (host: string, address: string): Refusal =>
  refuse('peer-not-allowed', { reason: 'private', host, address });
