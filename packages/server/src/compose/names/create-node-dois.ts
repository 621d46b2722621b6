import { createDataCiteRegistry } from '../../adapters/datacite/datacite-registry.ts';
import { createSqlDoiQueue } from '../../adapters/sql/dois/sql-doi-queue.ts';
import type { SqlDatabase } from '../../adapters/sql/engine/sql-database.ts';
import type { Settings } from '../../config/settings.ts';
import type { Catalogue } from '../../ports/archive/catalogue.ts';
import type { DoiRegistry } from '../../ports/dois/doi-registry.ts';
import type { MinterStore } from '../../ports/minting/minter-store.ts';
import { createDois } from '../../services/archive/dois/create-dois.ts';
import { attributesOf, describeItemDoi } from '../../services/archive/dois/describe-doi.ts';
import { createDoiSender, type DescribeSubject, type SentCounts } from '../../services/archive/dois/send-dois.ts';
import type { MinterTools } from '../../services/noid/minters/minter-work.ts';
import { describeName, giveDoiToName } from '../../services/noid/names/name-doi.ts';

/** Makes what gives DOIs to items and names, and registers them with DataCite. */
export const createNodeDois = (
  settings: Pick<Settings, 'dataCite' | 'publicUrl' | 'resolverUrl'>,
  {
    database,
    catalogue,
    minterStore: store,
    registry: given,
    ...tools
  }: MinterTools & {
    readonly database: SqlDatabase;
    readonly catalogue: Catalogue;
    readonly minterStore: MinterStore;
    readonly registry?: DoiRegistry | undefined;
  },
) => {
  const { dataCite } = settings;
  const doiQueue = createSqlDoiQueue(database);
  const dois = createDois({
    queue: doiQueue,
    catalogue,
    clock: tools.clock,
    rules: dataCite,
    giveToName: (name, makeDoi, { who }) => giveDoiToName({ ...tools, store }, name, { makeDoi, contact: who }),
  });
  const describe: DescribeSubject = async (registration) => {
    const { doi, subject, wanted } = registration;
    if (subject.kind === 'item') return describeItemDoi(catalogue, registration, settings);
    const name = await describeName(store, subject, settings);
    if (name === undefined) return { kind: 'gone' };
    const sent = { url: name.url, attributes: attributesOf(name.description, doi) };
    if (name.doi !== doi || name.state === 'withdrawn') return { kind: 'gone', ...sent };
    return { kind: 'living', state: name.state === 'reserved' ? 'draft' : wanted, ...sent };
  };
  const registry = dataCite && (given ?? createDataCiteRegistry(dataCite));
  const send =
    dataCite &&
    registry &&
    createDoiSender({ queue: doiQueue, registry, clock: tools.clock, prefix: dataCite.prefix, describe });
  return {
    dois,
    doiQueue,
    /** Sends what is due to DataCite; undefined if the node has no account. */
    sendDois: send as ((mayGoOn?: () => boolean) => Promise<SentCounts>) | undefined,
    closeRegistry: async () => registry?.close(),
  };
};
