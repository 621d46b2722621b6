import { MAX_STEPS } from '@perene/api';
import type { ResolverOperations, TraceStep } from '../../../../services/resolver/asking/resolution.ts';
import { resolutionToJson, stepToJson } from '../../../../services/resolver/asking/resolution-to-json.ts';
import { preferredLanguage } from '../../negotiation/page-language.ts';
import type { AddressReader } from '../../resolve/client-addresses.ts';
import { checkRole } from '../authentication.ts';
import type { Bind } from '../bind-operation.ts';

export const registerResolveRoute = (
  bind: Bind,
  needs: { readonly resolver: ResolverOperations; readonly readAddresses: AddressReader },
): void => {
  bind('resolveUrl', async (request) => {
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
