import { MAX_STEPS } from '@perene/api';
import { refuse } from '@perene/api/refusals';
import type { ResolverOperations, TraceStep } from '../../../../services/resolver/asking/outcome/resolution.ts';
import { resolutionToJson, stepToJson } from '../../../../services/resolver/asking/outcome/resolution-to-json.ts';
import { readVia } from '../../../../services/resolver/asking/passed-on.ts';
import { preferredLanguage } from '../../negotiation/page-language.ts';
import type { AddressReader } from '../../resolve/client-addresses.ts';
import { checkRole } from '../authentication.ts';
import type { Bind } from '../bind-operation.ts';

export const registerResolveRoute = (
  bind: Bind,
  needs: {
    readonly resolver: Pick<ResolverOperations, 'resolve'>;
    /** Whether the resolver is that of another node. */
    readonly isResolvedElsewhere: boolean;
    readonly readAddresses: AddressReader;
  },
): void => {
  bind('resolveUrl', async (request) => {
    // The question comes from a node that takes this one for its resolver.
    const passed = readVia(request.headers.via);
    if (needs.isResolvedElsewhere && passed.length > 0) {
      throw refuse('address-unknown', { reason: 'address', method: 'GET', address: '/api/v1/resolve' });
    }
    const isTraced = request.query.trace === 'yes';
    if (isTraced) checkRole(request.principal, 'reader');
    const steps: TraceStep[] = [];
    const note = (step: TraceStep): void => {
      if (steps.length < MAX_STEPS) steps.push(step);
    };
    const resolution = await needs.resolver.resolve(
      {
        target: request.query.url,
        clientAddresses: needs.readAddresses(request.raw),
        languages: request.headers['accept-language'],
        isCounted: false,
        passed,
      },
      isTraced ? note : undefined,
    );
    const language = preferredLanguage(request.headers['accept-language'] ?? '');
    return {
      ...resolutionToJson(resolution, language),
      ...(isTraced && { steps: steps.map((step) => stepToJson(step, language)) }),
    };
  });
};
