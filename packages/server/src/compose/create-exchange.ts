import { setTimeout as sleep } from 'node:timers/promises';
import { createHttpResolverLink } from '../adapters/peers/http-resolver-link.ts';
import type { SqlDatabase } from '../adapters/sql/engine/sql-database.ts';
import { createSqlNotedLeases } from '../adapters/sql/members/sql-noted-leases.ts';
import { readMachineTime } from '../adapters/system/machine-time.ts';
import type { Settings } from '../config/settings.ts';
import type { LabelChanges } from '../ports/label-changes.ts';
import type { NodeFacts } from '../ports/node-facts.ts';
import { createLabelAnnouncer } from '../services/archive/exchange/announce-labels.ts';
import { createResolverVoice } from '../services/archive/exchange/resolver-voice.ts';
import { findArchiveService } from '../services/archive/items/ensure-archive-service.ts';

/** Makes the parts that announce changes of the catalogue to the resolver that this Archive has joined. */
export const createExchange = (
  { joining: { resolver, registrationKey } }: Settings,
  {
    database,
    facts,
    changes,
  }: { readonly database: SqlDatabase; readonly facts: NodeFacts; readonly changes: LabelChanges },
) => {
  const leases = createSqlNotedLeases(database, readMachineTime);
  /** Undefined where the settings name no resolver, or the Archive has no label yet. */
  const openVoice = async () => {
    const archiveService = await findArchiveService(facts);
    if (resolver === undefined || registrationKey === undefined || archiveService === undefined) return undefined;
    const link = createHttpResolverLink({ url: resolver });
    return createResolverVoice({ resolver, link, archiveService, registrationKey });
  };
  const announcer = createLabelAnnouncer({
    leases,
    changes,
    openVoice,
    monotonicMs: () => performance.now(),
    pause: (milliseconds) => sleep(milliseconds),
  });
  return { leases, announcer, openVoice };
};
