import { formatHostPort } from '@perene/core';
import type { Settings } from '../config/settings.ts';
import type { ArchiveService } from '../services/archive/archive-service.ts';
import { openMembership } from './open-membership.ts';
import { openResolver } from './open-resolver.ts';
import type { Store } from './open-store.ts';

/** The resolver of this node: its members, and the listeners for what they and readers ask. */
export const openFederation = async (
  settings: Settings,
  store: Store,
  needs: {
    /** Undefined where this node is no Archive. */
    readonly service: ArchiveService | undefined;
    /** A command uses the members as they are. */
    readonly isServing: boolean;
    readonly onError: (error: unknown, what: string) => void;
  },
) => {
  const [{ createHttpMessenger }, { allowedNetworksOf }, { createResolverServiceListener }, { createResolveListener }] =
    await Promise.all([
      import('../adapters/peer-http/http-messenger.ts'),
      import('../adapters/peer-http/allowed-address.ts'),
      import('../transports/http/resolve/resolver-service.ts'),
      import('../transports/http/resolve/resolve-listener.ts'),
    ]);
  const { service, isServing, onError } = needs;
  const { trustedProxies, resolverUrl, redirectCaching } = settings;
  const messenger = createHttpMessenger({ allowedNetworks: allowedNetworksOf(settings) });
  const membership = await openMembership(settings, store, {
    messenger,
    local: service && {
      service: service.label,
      ...(isServing && { address: formatHostPort(settings.joining.address) }),
    },
    onError,
  });
  const { alerts, directory, circuits } = membership;
  const { resolver, close } = await openResolver(settings, store, {
    messenger,
    directory,
    circuits,
    service,
    onDispute({ ibi, claims }) {
      alerts
        .note({ ibi, claims, at: store.clock.now() })
        .catch((error: unknown) => onError(error, 'an alert could not be kept'));
    },
    onError,
  });
  return {
    membership: membership.operations,
    resolver,
    listeners: [
      createResolverServiceListener({ service: membership.service, trustedProxies }),
      createResolveListener({ resolver, trustedProxies, resolverUrl, cacheControl: redirectCaching }),
    ],
    async close() {
      await close();
      await Promise.all([directory.close(), messenger.close()]);
    },
  };
};
