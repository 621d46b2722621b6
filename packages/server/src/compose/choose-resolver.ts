import { createUsedResolver } from '../adapters/remote-node/remote-resolver.ts';
import type { Settings } from '../config/settings.ts';
import { deferToResolver, type LargerFederation } from '../services/resolver/asking/defer-to-resolver.ts';
import type { ResolverOperations } from '../services/resolver/asking/outcome/resolution.ts';
import { nameInVia } from '../services/resolver/asking/passed-on.ts';

/** The resolver that a node asks: its own, that of the federation to which it belongs, or both in turn. */
export const chooseResolver = (settings: Settings, own: Pick<ResolverOperations, 'resolve'>) => {
  const larger = findLarger(settings);
  if (larger === undefined) return { resolver: own, isResolvedElsewhere: false };
  return settings.roles.includes('resolver')
    ? { resolver: deferToResolver(own, larger, nameInVia(settings.publicUrl)), isResolvedElsewhere: false }
    : { resolver: larger.resolver, isResolvedElsewhere: true };
};

/** The resolver of the federation to which the node belongs; undefined if the settings name none but its own. */
export const findLarger = (
  settings: Pick<Settings, 'joining' | 'resolverUrl' | 'publicUrl'>,
): LargerFederation | undefined => {
  const url = findElsewhere(settings);
  return url === undefined ? undefined : { url, resolver: createUsedResolver(url, nameInVia(settings.publicUrl)) };
};

/** The address of another resolver than this node; undefined if the settings name none. */
export const findElsewhere = ({
  joining,
  resolverUrl,
  publicUrl,
}: Pick<Settings, 'joining' | 'resolverUrl' | 'publicUrl'>): string | undefined =>
  [joining.resolver, resolverUrl].find((url) => url !== undefined && url !== publicUrl);
