import { refuse } from '@perene/api/refusals';
import type { Label } from '@perene/core';
import { readPrivateKey } from '../adapters/disk/private-key-file.ts';
import { findAwaiting } from '../adapters/sql/catalogue/claims/awaited-log.ts';
import { createSqlClaimChecks } from '../adapters/sql/catalogue/claims/sql-claim-checks.ts';
import { createSqlRestoredClaims } from '../adapters/sql/catalogue/claims/sql-restored-claims.ts';
import { createSqlUnsignedItems } from '../adapters/sql/catalogue/claims/sql-unsigned-items.ts';
import { createSqlHistoryChain } from '../adapters/sql/catalogue/history/history-chain.ts';
import type { SqlDatabase } from '../adapters/sql/engine/sql-database.ts';
import { createSqlWitnessedLogs } from '../adapters/sql/log/sql-witnessed-logs.ts';
import { createEd25519Signatures } from '../adapters/system/ed25519-signatures.ts';
import type { NodeFacts } from '../ports/node/node-facts.ts';
import type { Clock } from '../ports/system/clock.ts';
import { findArchiveService } from '../services/archive/items/ensure-archive-service.ts';
import { createClaimSigner } from '../services/trust/find-claim-signer.ts';
import { createSignerOpener } from '../services/trust/open-signer.ts';
import { readArchiveKey, rotateArchiveKey } from '../services/trust/rotate-key.ts';
import { once } from './once.ts';

/** Makes the parts by which the Archive of a node signs, and what is checked of it. */
export const createSigning = ({
  database,
  facts,
  clock,
  keyFile,
}: {
  readonly database: SqlDatabase;
  readonly facts: NodeFacts;
  readonly clock: Clock;
  readonly keyFile: string | undefined;
}) => {
  const signatures = createEd25519Signatures();
  // A file is read once: another key in it is a stranger to every resolver, and needs a restart.
  const readKeyFile = keyFile === undefined ? undefined : once(() => readPrivateKey(keyFile));
  const signer = createSignerOpener({ facts, signatures, readKeyFile }, 'archive.signing-key');
  const findSigner = createClaimSigner({
    findService: () => findArchiveService(facts),
    openSigner: signer,
    signatures,
    isWaiting: () => database.read(async (session) => (await findAwaiting(session)) !== undefined),
  });
  return {
    signatures,
    signer,
    findSigner,
    findKey: async () => readArchiveKey({ facts, signer: await signer() }),
    async rotateKey(service: Label) {
      if (keyFile !== undefined) throw refuse('setting-invalid', { reason: 'key-in-file', path: keyFile });
      return rotateArchiveKey({ facts, signatures, clock }, service);
    },
    restoredClaims: createSqlRestoredClaims(database, findSigner),
    unsignedItems: createSqlUnsignedItems(database, findSigner),
    historyChain: createSqlHistoryChain(database, findSigner),
    claimChecks: createSqlClaimChecks(database, signatures.sha256),
    witnessed: createSqlWitnessedLogs(database),
  };
};
