import type { AnswerOf, TraceStep as ToldStep } from '@perene/api';
import { because, misfit, refuse, type Said } from '@perene/api/refusals';
import { parseIbi } from '@perene/core';
import type { ArchiveAddress } from '../../ports/federation/messenger.ts';
import type {
  Resolution,
  ResolverOperations,
  Silent,
  TraceStep,
} from '../../services/resolver/asking/outcome/resolution.ts';
import { formatVia } from '../../services/resolver/asking/passed-on.ts';
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

const MAX_SILENCE_MS = 15_000;

/** The resolver that another node asks, under its name. */
export const createUsedResolver = (url: string, name: string): Pick<ResolverOperations, 'resolve'> => {
  const client = createRemoteClient({ url, key: undefined }, MAX_SILENCE_MS);
  return {
    async resolve({ target, languages, passed = [] }, trace) {
      trace?.({ kind: 'decided', why: because('resolver-asked', { resolver: url }) });
      const headers = {
        via: formatVia([...passed, name]),
        ...(languages !== undefined && { 'accept-language': languages }),
      };
      return toResolution(await client.resolveUrl({ url: target }, { headers }));
    },
  };
};

const toResolution = ({ outcome: kind, ...members }: AnswerOf<'resolveUrl'>): Resolution => {
  if (kind !== 'malformed') {
    const silent = (members.silent as readonly ToldSilence[] | undefined)?.map(({ reason, because, ...one }) => ({
      ...one,
      because: { ...because, detail: reason },
    }));
    const { archive, claims } = members;
    return {
      kind,
      ...members,
      ...(archive && { archive: checkAddress(archive) }),
      ...(claims && { claims: claims.map(checkAddress) }),
      ...(silent && { silent }),
    } as Resolution;
  }
  const { text, problem, position, expected } = members;
  return { kind, text, refused: { ok: false, problem, position, expected } } as Resolution;
};

/** Messages are sent to it, so its label is read like any that comes from outside. */
const checkAddress = <Told extends { readonly address: string; readonly service: string }>(
  told: Told,
): Told & ArchiveAddress => {
  const service = parseIbi(told.service);
  if (!service.ok) throw refuse('peer-refused', { reason: 'unreadable', ...misfit(service) });
  return { ...told, service: service.value.text };
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
