import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import type { Label } from '@perene/core';
import { createSqlLogStore } from '../../packages/server/src/adapters/sql/log/sql-log-store.ts';
import { createEd25519Signatures } from '../../packages/server/src/adapters/system/ed25519-signatures.ts';
import { createNode } from '../../packages/server/src/compose/create-node.ts';
import { readSettings } from '../../packages/server/src/config/settings.ts';
import { createLogAppender } from '../../packages/server/src/services/resolver/log/append-log.ts';
import { openSigner } from '../../packages/server/src/services/trust/open-signer.ts';
import { labelOf, newSigner, signClaim, statementHash } from '../fixtures/signed-claims.ts';

/** Appends to the log, a few claims at a time, and writes the hash of each once it is there; ends when it is killed. */
const [data = '', name = ''] = process.argv.slice(2);
const { database, facts, clock } = await createNode(readSettings({ flags: { data }, environment: {}, file: {} }));
const signatures = createEd25519Signatures();
const signer = await openSigner({ facts, signatures }, 'log.signing-key');
const log = createLogAppender({ store: createSqlLogStore(database), signatures, signer, clock });
const archive = newSigner();
// It is killed later.
flushCompileCache();
const archiveService = `example.org/${name}/2020/01.01.00.00` as Label;
for (let number = 0; ; number += 3) {
  const claims = [0, 1, 2].map((place) =>
    signClaim(archive, { archiveService, repository: labelOf(number + place, `example.org/${name}`) }),
  );
  const outcomes = await log.append(
    claims.map((signed) => ({ kind: 'said', signed, from: signed.statement.archiveService })),
  );
  for (const [place, outcome] of outcomes.entries()) {
    const claim = claims[place];
    if (outcome === 'logged' && claim !== undefined) writeSync(1, `${statementHash(claim)}\n`);
  }
}
