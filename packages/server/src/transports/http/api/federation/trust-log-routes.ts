import { refuse } from '@perene/api/refusals';
import type { LogOperations } from '../../../../services/resolver/log/log-operations.ts';
import type { Bind } from '../bind-operation.ts';

/** The log of the resolver, and proofs from it. */
export const registerTrustLogRoutes = (bind: Bind, { log }: { readonly log: LogOperations }): void => {
  bind('showLogHead', ({ query }) => log.head({ isWitnessed: query.witnessed === 'yes' }));
  bind('showLogProof', ({ query }) => {
    if ((query.index === undefined) === (query.label === undefined)) {
      throw refuse('request-invalid', { reason: 'index-or-label' });
    }
    return log.proof(query);
  });
  bind('showLogConsistency', ({ query }) => log.consistency(query));
  bind('listLogEntries', ({ query }) => log.entries(query));
  bind('showProof', ({ params }) => log.proofFile(params.ibi));
};
