import type { Resolution, ResolverOperations, TraceStep } from '../../services/resolver/resolution.ts';
import { queryOf } from './json-request.ts';
import { createNodeClient } from './node-client.ts';

/** The resolver of a running node, asked over its API: nothing is counted as an access. */
export const createRemoteResolver = (address: {
  readonly url: string;
  readonly key: string | undefined;
}): Pick<ResolverOperations, 'resolve'> => {
  const node = createNodeClient(address);
  return {
    async resolve({ target, languages }, trace) {
      const { steps = [], ...answer } = (await node.ask({
        method: 'GET',
        path: `/resolve${queryOf({ url: target, trace: trace === undefined ? undefined : 'yes' })}`,
        ...(languages !== undefined && { headers: { 'accept-language': languages } }),
      })) as { readonly outcome: string; readonly steps?: readonly TraceStep[] };
      for (const step of steps) trace?.(step);
      return toResolution(answer);
    },
  };
};

const toResolution = ({ outcome: kind, ...members }: { readonly outcome: string }): Resolution => {
  if (kind !== 'malformed') return { kind, ...members } as Resolution;
  const { text, problem, position, expected } = members as Record<string, never>;
  return { kind, text, refused: { ok: false, problem, position, expected } } as unknown as Resolution;
};
