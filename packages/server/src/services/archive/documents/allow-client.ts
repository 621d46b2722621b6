import { parseIpAddress } from '@perene/core';
import { type Network, networkContains, parseNetwork } from '@perene/core/item';
import type { AccessRules } from '../../../ports/archive/catalogue.ts';

/** Who asks, and on which day in UTC (YYYY-MM-DD). */
export interface Asking {
  readonly address: string | undefined;
  readonly today: string;
}

/** Whether the files are closed to everyone still. */
export const isEmbargoed = ({ embargo }: AccessRules, { today }: Pick<Asking, 'today'>): boolean =>
  embargo !== undefined && today < embargo;

/** Whether a client at that address may have the item itself, and not only its metadata. */
export const allowsClient = (access: AccessRules, { address, today }: Asking): boolean =>
  !isEmbargoed(access, { today }) && isInside(access, address);

const isInside = ({ networks }: AccessRules, address: string | undefined): boolean => {
  if (networks === undefined) return true;
  const client = parseIpAddress(address ?? '');
  return client.ok && networks.map(readNetwork).some((network) => network && networkContains(network, client.value));
};

/** Whether somebody may read the description of the item: with a key, or inside its networks, if it is closed. */
export const allowsDescription = (
  access: AccessRules,
  { address, hasKey }: { readonly address: string | undefined; readonly hasKey: boolean },
): boolean => access.description !== 'closed' || hasKey || (access.networks !== undefined && isInside(access, address));

const readNetwork = (text: string): Network | undefined => {
  const network = parseNetwork(text);
  return network.ok ? network.value : undefined;
};
