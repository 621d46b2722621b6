import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { parseIpAddress } from '@perene/core';
import { type Network, networkContains, parseNetwork } from '@perene/core/item';
import { Refusal } from '../../refusals/refusal.ts';

const networks = (...texts: readonly string[]): readonly Network[] =>
  texts.map((text) => {
    const network = parseNetwork(text);
    if (!network.ok) throw new Error(`not a network: ${text}`);
    return network.value;
  });

const LOOPBACK = networks('127.0.0.0/8', '::1');

/** Nothing that the world can reach, by the registries of RFC 6890, and what carries IPv4 addresses inside. */
const CLOSED = [
  ...LOOPBACK,
  ...networks('0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'),
  ...networks('192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4'),
  ...networks('::/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2002::/16', '2001::/32'),
  ...networks('fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'),
];

/** A node that only its own machine can reach may reach the others there. */
export const allowedNetworksOf = ({
  listenHost,
  allowedNetworks,
}: {
  readonly listenHost: string;
  readonly allowedNetworks: readonly Network[];
}): readonly Network[] => {
  const address = parseIpAddress(listenHost);
  const isLoopback = address.ok
    ? LOOPBACK.some((network) => networkContains(network, address.value))
    : /^(?:[^.]+\.)*localhost$/i.test(listenHost);
  return isLoopback ? [...allowedNetworks, ...LOOPBACK] : allowedNetworks;
};

/** Which addresses a request may connect to (decision 23). */
export interface AddressRule {
  /** For hosts that are addresses themselves, which nobody looks up. */
  check(host: string): void;
  /** Looks a name up and passes on only what is allowed: there is no second look-up that could say otherwise. */
  readonly lookup: LookupFunction;
}

export const createAddressRule = (allowed: readonly Network[]): AddressRule => {
  const isAllowed = (text: string): boolean => {
    const address = parseIpAddress(text);
    if (!address.ok) return false;
    const isIn = (network: Network): boolean => networkContains(network, address.value);
    return allowed.some(isIn) || !CLOSED.some(isIn);
  };

  return {
    check(host) {
      const address = host.replace(/^\[(.*)\]$/, '$1');
      if (parseIpAddress(address).ok && !isAllowed(address)) throw notAllowed(host, address);
    },
    lookup(host, options, callback) {
      lookup(host, { ...options, all: true }, (error, addresses: readonly LookupAddress[]) => {
        const usable = error ? [] : addresses.filter(({ address }) => isAllowed(address));
        const [first] = usable;
        if (first !== undefined)
          return options.all ? callback(null, usable) : callback(null, first.address, first.family);
        return callback(error ?? notAllowed(host, addresses[0]?.address ?? 'no address'), []);
      });
    },
  };
};

const notAllowed = (host: string, address: string): Refusal =>
  new Refusal(
    'peer-not-allowed',
    `${host} is at ${address}, which is private: if it is an Archive, allow its network with --allow-network`,
  );
