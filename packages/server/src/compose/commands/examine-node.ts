import { because, Refusal } from '@perene/api/refusals';
import { createUsedResolver } from '../../adapters/remote-node/remote-resolver.ts';
import type { SqlDatabase } from '../../adapters/sql/engine/sql-database.ts';
import { createSqlMintingState } from '../../adapters/sql/minters/sql-minting-state.ts';
import { createThisMachine } from '../../adapters/system/this-machine.ts';
import type { Settings } from '../../config/settings.ts';
import type { Machine } from '../../ports/system/machine.ts';
import { readFilePass } from '../../services/archive/upkeep/check-files.ts';
import { findBackupTime } from '../../services/backup/backup-manifest.ts';
import {
  type Examination,
  examination,
  examine,
  examineBackup,
  examineClaims,
  examineClock,
  examineDois,
  examineFixity,
  examineFolder,
  examineResolver,
  examineWitnessed,
} from '../../services/health/examine-node.ts';
import type { ResolverOperations } from '../../services/resolver/asking/outcome/resolution.ts';
import { nameInVia } from '../../services/resolver/asking/passed-on.ts';
import { createNode, type Node } from '../create-node.ts';

const MAX_COUNTED = 10_000;

/** Looks at everything that a node needs, and says of each part how it is. */
export const examineNode = async (
  settings: Settings,
  machine: Machine = createThisMachine(),
): Promise<readonly Examination[]> => {
  const { identity, dataFolder } = settings;
  const place = await examineFolder(machine, dataFolder);
  const found = [examination('settings', { reason: identity.isForTryingOut ? 'trying-out' : 'named' }), place];
  // A folder that is not there must not become a new node.
  if (place.level === 'error') return found;
  return [
    ...found,
    ...(await examine('database', async () => {
      const node = await createNode(settings);
      try {
        return await examineOpened(settings, node, machine);
      } finally {
        await node.close();
      }
    })),
  ];
};

const examineOpened = async (settings: Settings, node: Node, machine: Machine): Promise<readonly Examination[]> => {
  const { clock, facts, catalogue, keys, people } = node;
  const { joining, resolverUrl, publicUrl, roles, fixity, clockTolerance } = settings;
  const now = clock.now();
  const resolver = joining.resolver ?? (resolverUrl === publicUrl ? undefined : resolverUrl);
  const seen = resolver === undefined ? [] : await examineResolver(machine, { url: resolver, now });
  const isClockTold = seen.some(({ part }) => part === 'clock');
  const ownClock = examineClock(now, await createSqlMintingState(node.database).last(), clockTolerance);
  const pass = await readFilePass(facts);
  const damaged = (await catalogue.fileChecks.damaged(MAX_COUNTED)).length;
  const ofKeys = (await keys.list()).filter(({ revoked, role }) => revoked === undefined && role === 'admin');
  const ofPeople = (await people.list()).filter(({ state, role }) => state === 'active' && role === 'admin');
  const active = ofKeys.length + ofPeople.length;
  return [
    await examineDatabase(node.database),
    ...(isClockTold && ownClock.level === 'ok' ? [] : [ownClock]),
    ...seen,
    examination('keys', active === 0 ? { reason: 'keys-none' } : { reason: 'keys', count: active }),
    ...(roles.includes('archive')
      ? [
          resolver === undefined
            ? examination('reachable', { reason: 'reach-own' })
            : await examineReach(node, createUsedResolver(resolver, nameInVia(publicUrl)), resolver),
          examineFixity({ began: pass && BigInt(pass.began), damaged }, { now, period: fixity.periodMicroseconds }),
        ]
      : []),
    examineBackup(await findBackupTime(facts), now),
    ...[examineClaims(await node.restoredClaims.find()), examineDois(await node.doiQueue.count())].flatMap(
      (found) => found ?? [],
    ),
    await examineLog(settings, node, resolver),
  ];
};

/** SQLite reads every page; PostgreSQL checks its pages itself. */
const examineDatabase = async (database: SqlDatabase): Promise<Examination> => {
  if (database.dialect === 'postgres') return examination('database', { reason: 'database-whole' });
  const rows = await database.read((session) => session.all('pragma quick_check(1)'));
  const text = String(Object.values(rows[0] ?? {})[0] ?? '');
  return examination('database', text === 'ok' ? { reason: 'database-whole' } : { reason: 'database-damaged', text });
};

/** Lets the resolver look for the Archive service, which it finds only by asking this Archive. */
const examineReach = async (
  { serviceLabel, joined }: Node,
  used: Pick<ResolverOperations, 'resolve'>,
  resolver: string,
): Promise<Examination> => {
  const { text: service } = await serviceLabel();
  try {
    const question = { clientAddresses: [], languages: undefined, isCounted: false };
    const resolution = await used.resolve({ target: `/${service}`, ...question });
    if (resolution.kind === 'found') return examination('reachable', { reason: 'reached', resolver });
    const said = because('not-resolved', { outcome: resolution.kind });
    return examination('reachable', { reason: 'unreached', resolver, said });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Resolvers of other programs have no API: they say whether they include this Archive.
    const isIncluded = (await joined.find(resolver))?.state.kind === 'included';
    return isIncluded
      ? examination('reachable', { reason: 'reached', resolver })
      : examination('reachable', { reason: 'unreached', resolver, said: error });
  }
};

const examineLog = async (
  { roles }: Settings,
  { inspectLog, witnessed, clock }: Node,
  resolver: string | undefined,
): Promise<Examination> => {
  const seen = resolver === undefined ? undefined : await witnessed.find(resolver);
  const wrong = resolver && seen && examineWitnessed(resolver, seen, clock.now());
  if (wrong) return wrong;
  if (!roles.includes('resolver')) return examination('log', { reason: 'log-none' });
  const findings = (await inspectLog()).length;
  return examination('log', findings === 0 ? { reason: 'log-whole' } : { reason: 'log-damaged', findings });
};
