import { refuse } from '@perene/api/refusals';
import { checkLabel } from '../../../../services/archive/items/check-labels.ts';
import type { ArchiveKeyOperations, LogOperations } from '../../../../services/resolver/log/log-operations.ts';
import type { Bind } from '../bind-operation.ts';

/** The log of the resolver, and proofs from it. */
export const registerTrustLogRoutes = (
  bind: Bind,
  { log }: { readonly log: LogOperations & ArchiveKeyOperations },
): void => {
  bind('showLogHead', ({ query }) => log.head({ isWitnessed: query.witnessed === 'yes' }));
  bind('showLogProof', ({ query }) => {
    if ((query.index === undefined) === (query.label === undefined)) {
      throw refuse('request-invalid', { reason: 'index-or-label' });
    }
    const { label, ...place } = query;
    return log.proof({ ...place, label: label === undefined ? undefined : checkLabel(label) });
  });
  bind('showLogConsistency', ({ query }) => log.consistency(query));
  bind('listLogEntries', ({ query }) => log.entries(query));
  bind('replaceArchiveKey', ({ params, body }) => log.replaceKey(checkLabel(params.ibi), body.key));
  bind('showProof', ({ params }) => log.proofFile(checkLabel(params.ibi)));
};
