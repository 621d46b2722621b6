import { createSqlHoldings } from '../../adapters/sql/catalogue/counts/sql-holdings.ts';
import { createSqlMintingState } from '../../adapters/sql/minters/sql-minting-state.ts';
import { createThisMachine } from '../../adapters/system/this-machine.ts';
import type { Settings } from '../../config/settings.ts';
import { readFilePass } from '../../services/archive/upkeep/check-files.ts';
import { findBackupTime } from '../../services/backup/backup-manifest.ts';
import {
  examination,
  examineBackup,
  examineClaims,
  examineClock,
  examineDois,
  examineFixity,
  examineFolder,
} from '../../services/health/examine-node.ts';
import { createOverview, MAX_WAITING } from '../../services/health/give-overview.ts';
import type { MembershipOperations } from '../../services/resolver/members/membership-operations.ts';
import type { Node } from '../create-node.ts';

/** Makes the overview of a running node: what `perene doctor` examines quickly, what is held, and what waits. */
export const createNodeOverview = (
  { identity, dataFolder, roles, fixity, clockTolerance }: Settings,
  node: Node,
  membership: Pick<MembershipOperations, 'list' | 'alerts'>,
) => {
  const { clock, facts, catalogue, database, relations } = node;
  const isArchive = roles.includes('archive');
  const isResolver = roles.includes('resolver');
  const machine = createThisMachine();
  const examine = async () => {
    const now = clock.now();
    const pass = await readFilePass(facts);
    const damaged = (await catalogue.fileChecks.damaged(MAX_WAITING)).length;
    const claims = examineClaims(await node.restoredClaims.find());
    const dois = examineDois(await node.doiQueue.count());
    return [
      examination('settings', { reason: identity.isForTryingOut ? 'trying-out' : 'named' }),
      await examineFolder(machine, dataFolder),
      examineClock(now, await createSqlMintingState(database).last(), clockTolerance),
      ...(isArchive
        ? [examineFixity({ began: pass && BigInt(pass.began), damaged }, { now, period: fixity.periodMicroseconds })]
        : []),
      examineBackup(await findBackupTime(facts), now),
      ...[claims, dois].flatMap((found) => found ?? []),
    ];
  };
  const countWaiting = async () => {
    const page = { limit: MAX_WAITING };
    return {
      ...(isArchive && {
        proposals: (await relations.list({ ...page, direction: 'in' })).proposals.filter(
          ({ state }) => state === 'open',
        ).length,
      }),
      ...(isResolver && {
        registrations: (await membership.list(page)).archives.filter(({ state }) => state === 'requested').length,
        alerts: (await membership.alerts(page)).alerts.length,
      }),
    };
  };
  return createOverview({
    clock,
    holdings: isArchive ? createSqlHoldings(database) : undefined,
    examine,
    countWaiting,
  });
};
