import type { Settings } from '../config/settings.ts';
import type { HttpServerNeeds } from '../transports/http/create-http-server.ts';
import type { Store } from './open-store.ts';

/** The resolver of ARKs over the minters of a node, to be added to its server. */
export const openArks = async (
  { ark, publicUrl }: Settings,
  { database, clock }: Pick<Store, 'database' | 'clock'>,
): Promise<HttpServerNeeds['registerArchive']> => {
  const [{ registerArks }, { rememberMinters }, { createSqlMinterStore }, { createPatterns }] = await Promise.all([
    import('../transports/http/ark/ark-routes.ts'),
    import('../services/noid/ark/ark-minters.ts'),
    import('../adapters/sql/sql-minter-store.ts'),
    import('../adapters/system/re2-patterns.ts'),
  ]);
  const store = createSqlMinterStore(database);
  const needs = { store, minters: rememberMinters({ store, clock }), patterns: createPatterns(), publicUrl, ...ark };
  return (server) => registerArks(server, needs);
};
