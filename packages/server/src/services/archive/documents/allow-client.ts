import { parseIpAddress } from '@perene/core';
import { type Network, networkContains, parseNetwork } from '@perene/core/item';
import type { AccessRules } from '../../../ports/archive/catalogue.ts';

/** Whether a client at that address may have the item itself, and not only its metadata. */
export const allowsClient = ({ networks }: AccessRules, address: string | undefined): boolean => {
  if (networks === undefined) return true;
  const client = parseIpAddress(address ?? '');
  return client.ok && networks.map(readNetwork).some((network) => network && networkContains(network, client.value));
};

/** Whether somebody may read the description of the item: with a key, or inside its networks, if it is closed. */
export const allowsDescription = (
  access: AccessRules,
  { address, hasKey }: { readonly address: string | undefined; readonly hasKey: boolean },
): boolean =>
  access.description !== 'closed' || hasKey || (access.networks !== undefined && allowsClient(access, address));

const readNetwork = (text: string): Network | undefined => {
  const network = parseNetwork(text);
  return network.ok ? network.value : undefined;
};
