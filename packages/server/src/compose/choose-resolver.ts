import { createUsedResolver } from '../adapters/remote-node/remote-resolver.ts';
import type { Settings } from '../config/settings.ts';
import { deferToResolver } from '../services/resolver/asking/defer-to-resolver.ts';
import type { ResolverOperations } from '../services/resolver/asking/outcome/resolution.ts';

/** The resolver that a node asks: its own, that of the federation to which it belongs, or both in turn. */
export const chooseResolver = (
  { roles, joining, publicUrl, resolverUrl }: Settings,
  own: Pick<ResolverOperations, 'resolve'>,
) => {
  const elsewhere = findElsewhere({ joining, resolverUrl, publicUrl });
  if (elsewhere === undefined) return { resolver: own, isResolvedElsewhere: false };
  const used = createUsedResolver(elsewhere);
  return roles.includes('resolver')
    ? { resolver: deferToResolver(own, used), isResolvedElsewhere: false }
    : { resolver: used, isResolvedElsewhere: true };
};

/** The address of another resolver than this node; undefined if the settings name none. */
export const findElsewhere = ({
  joining,
  resolverUrl,
  publicUrl,
}: Pick<Settings, 'joining' | 'resolverUrl' | 'publicUrl'>): string | undefined =>
  [joining.resolver, resolverUrl].find((url) => url !== undefined && url !== publicUrl);
