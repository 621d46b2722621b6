import type { Settings } from '../config/settings.ts';
import type { Store } from './open-store.ts';

/** What has to do with other Archives. */
export const openPeers = async (settings: Settings, { catalogue, files, clock, secrets }: Store) => {
  const [
    { createHttpPeerArchives },
    { allowedNetworksOf },
    { createTransferReceiver },
    { createItemMover },
    { createHandOverProbe },
  ] = await Promise.all([
    import('../adapters/peer-http/http-peer-archives.ts'),
    import('../adapters/peer-http/allowed-address.ts'),
    import('../services/archive/receive-transfer.ts'),
    import('../services/archive/item-mover.ts'),
    import('../services/archive/hand-over-probe.ts'),
  ]);
  const { maxFileBytes, publicUrl, resolverUrl } = settings;
  const peers = createHttpPeerArchives({ allowedNetworks: allowedNetworksOf(settings) });
  const receiver = createTransferReceiver({ catalogue, files, clock, maxFileBytes });
  const needs = { catalogue, files, clock, secrets, maxFileBytes, publicUrl, resolverUrl };
  return {
    receiver,
    mover: createItemMover({ ...needs, peers, receiver }),
    handOver: createHandOverProbe({ peers }),
  };
};
