import type { Label } from '@perene/core';
import { createSqlClaimChecks } from '../adapters/sql/catalogue/claims/sql-claim-checks.ts';
import { createSqlUnsignedItems } from '../adapters/sql/catalogue/claims/sql-unsigned-items.ts';
import { createSqlHistoryChain } from '../adapters/sql/catalogue/history-chain.ts';
import type { SqlDatabase } from '../adapters/sql/engine/sql-database.ts';
import { createSqlWitnessedLogs } from '../adapters/sql/log/sql-witnessed-logs.ts';
import { createEd25519Signatures } from '../adapters/system/ed25519-signatures.ts';
import type { NodeFacts } from '../ports/node/node-facts.ts';
import type { Clock } from '../ports/system/clock.ts';
import { findArchiveService } from '../services/archive/items/ensure-archive-service.ts';
import { createClaimSigner } from '../services/trust/find-claim-signer.ts';
import { createSignerOpener } from '../services/trust/open-signer.ts';
import { readArchiveKey, rotateArchiveKey } from '../services/trust/rotate-key.ts';

/** Makes the parts by which the Archive of a node signs, and what is checked of it. */
export const createSigning = ({
  database,
  facts,
  clock,
}: {
  readonly database: SqlDatabase;
  readonly facts: NodeFacts;
  readonly clock: Clock;
}) => {
  const signatures = createEd25519Signatures();
  const signer = createSignerOpener({ facts, signatures }, 'archive.signing-key');
  const findSigner = createClaimSigner({
    findService: () => findArchiveService(facts),
    openSigner: signer,
    signatures,
  });
  return {
    signatures,
    signer,
    findSigner,
    findKey: async () => readArchiveKey({ facts, signer: await signer() }),
    rotateKey: (service: Label) => rotateArchiveKey({ facts, signatures, clock }, service),
    unsignedItems: createSqlUnsignedItems(database, findSigner),
    historyChain: createSqlHistoryChain(database),
    claimChecks: createSqlClaimChecks(database, signatures.sha256),
    witnessed: createSqlWitnessedLogs(database),
  };
};
