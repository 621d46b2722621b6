import type { AnswerOf, TraceStep as ToldStep } from '@perene/api';
import type { Said } from '@perene/api/refusals';
import type { Resolution, ResolverOperations, Silent, TraceStep } from '../../services/resolver/asking/resolution.ts';
import { createRemoteClient, type RemoteAddress } from './remote-client.ts';

/** The resolver of a running node, asked over its API, which counts no accesses. */
export const createRemoteResolver = (address: RemoteAddress): Pick<ResolverOperations, 'resolve'> => {
  const client = createRemoteClient(address);
  return {
    async resolve({ target, languages }, trace) {
      const { steps = [], ...answer } = await client.resolveUrl(
        { url: target, trace: trace === undefined ? undefined : 'yes' },
        { headers: languages === undefined ? {} : { 'accept-language': languages } },
      );
      for (const step of steps) trace?.(toStep(step));
      return toResolution(answer);
    },
  };
};

const toResolution = ({ outcome: kind, ...members }: AnswerOf<'resolveUrl'>): Resolution => {
  if (kind !== 'malformed') {
    const silent = (members.silent as readonly ToldSilence[] | undefined)?.map(({ reason, because, ...one }) => ({
      ...one,
      because: { ...because, detail: reason },
    }));
    return { kind, ...members, ...(silent && { silent }) } as Resolution;
  }
  const { text, problem, position, expected } = members;
  return { kind, text, refused: { ok: false, problem, position, expected } } as Resolution;
};

interface ToldSilence extends Omit<Silent, 'because'> {
  readonly reason: string;
  readonly because?: Said;
}

/** In the API, the text of a step has another name in each kind. */
const toStep = (told: ToldStep): TraceStep => {
  switch (told.kind) {
    case 'asked': {
      const { kind, archive, query, code, parameters, why } = told;
      return { kind, archive, query, why: { code, parameters, detail: why } };
    }
    case 'answered':
      return told;
    case 'failed': {
      const { kind, archive, milliseconds, code, parameters, reason } = told;
      return { kind, archive, milliseconds, why: { code, parameters, detail: reason } };
    }
    case 'decided': {
      const { kind, code, parameters, because } = told;
      return { kind, why: { code, parameters, detail: because } };
    }
  }
};
