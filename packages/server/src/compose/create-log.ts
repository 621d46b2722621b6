import type { SqlDatabase } from '../adapters/sql/engine/sql-database.ts';
import { createSqlLogStore } from '../adapters/sql/log/sql-log-store.ts';
import { createSqlLogWitnesses } from '../adapters/sql/log/sql-log-witnesses.ts';
import type { Settings } from '../config/settings.ts';
import type { Members } from '../ports/federation/members.ts';
import type { NodeFacts } from '../ports/node/node-facts.ts';
import type { Clock } from '../ports/system/clock.ts';
import type { Signatures } from '../ports/system/signatures.ts';
import { createEvidence } from '../services/resolver/log/alerts/find-evidence.ts';
import { createAlertLog } from '../services/resolver/log/alerts/log-alerts.ts';
import { createLogAnswers } from '../services/resolver/log/answer-log.ts';
import { createLogAppender } from '../services/resolver/log/append-log.ts';
import { type AskMember, createChainFinder } from '../services/resolver/log/claims/find-chain.ts';
import { createClaimHearing } from '../services/resolver/log/claims/hear-claims.ts';
import { createClaimJudge } from '../services/resolver/log/claims/judge-claims.ts';
import { createArchiveKeys } from '../services/resolver/log/claims/replace-key.ts';
import { createLogSubmissions } from '../services/resolver/log/claims/take-submissions.ts';
import { inspectLog } from '../services/resolver/log/inspect-log.ts';
import { createLogHeads } from '../services/resolver/log/log-heads.ts';
import type { ArchiveKeyOperations, LogOperations } from '../services/resolver/log/log-operations.ts';
import { createLogReader } from '../services/resolver/log/read-log.ts';
import { createTrustFinder } from '../services/resolver/log/show-trust.ts';
import { openSigner } from '../services/trust/open-signer.ts';

const ORIGIN = 'log.origin';

/** The log of a resolver: what is appended to it, and what it answers. */
export const createLog = async (
  { publicUrl }: Settings,
  {
    database,
    facts,
    signatures,
    clock,
    members,
    ask,
    onError,
  }: {
    readonly database: SqlDatabase;
    readonly facts: NodeFacts;
    readonly signatures: Signatures;
    readonly clock: Clock;
    readonly members: Members;
    readonly ask: AskMember;
    readonly onError: (error: unknown, what: string) => void;
  },
) => {
  const store = createSqlLogStore(database);
  const witnesses = createSqlLogWitnesses(database);
  const signer = await openSigner({ facts, signatures }, 'log.signing-key');
  // The name of a log never changes, even if the resolver gets another address.
  const origin = (await facts.find(ORIGIN)) ?? (await facts.keep(ORIGIN, `${new URL(publicUrl).host}/log`));
  const heads = createLogHeads({ store, signer, signatures, origin, now: () => performance.now() });
  const appender = createLogAppender({ store, signatures, signer, clock });
  const hearing = createClaimHearing({
    log: appender,
    store,
    findChain: createChainFinder({ ask, signatures }),
    signatures,
    now: () => performance.now(),
    onError: (error) => onError(error, 'claims of Archives could not be logged'),
  });
  const reader = createLogReader({ store, heads, witnesses, signatures, members });
  return {
    hearing,
    reader,
    answers: createLogAnswers({ log: reader, heads, witnesses, clock }),
    inspect: () => inspectLog({ store, signatures }),
    keys: createArchiveKeys({ log: appender, members }),
    submissions: createLogSubmissions({
      log: appender,
      store,
      heads,
      witnesses,
      signatures,
      now: () => performance.now(),
    }),
    findTrust: createTrustFinder({ store, witnesses, members }),
    findEvidence: createEvidence({ store, members, signatures }),
    judge: createClaimJudge({ store, members, signatures }),
    noteAlert: createAlertLog({ log: appender, store, hearing, signatures }),
  };
};

export type Log = Awaited<ReturnType<typeof createLog>>;

/** The log is opened when it is first asked. */
export const readLate = (open: () => Promise<Log>): LogOperations & ArchiveKeyOperations => ({
  head: async (...request) => (await open()).reader.head(...request),
  proof: async (...request) => (await open()).reader.proof(...request),
  consistency: async (...request) => (await open()).reader.consistency(...request),
  entries: async (...request) => (await open()).reader.entries(...request),
  proofFile: async (...request) => (await open()).reader.proofFile(...request),
  replaceKey: async (...request) => (await open()).keys.replaceKey(...request),
});
