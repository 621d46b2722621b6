import { formatServiceRequest } from '@perene/core';
import type { ArchiveAddress, MessageLimits } from '../../packages/server/src/ports/archive-messenger.ts';
import { Refusal } from '../../packages/server/src/refusals/refusal.ts';
import { createLocationMemory } from '../../packages/server/src/services/resolver/location-memory.ts';
import type { IncludedArchive } from '../../packages/server/src/services/resolver/member-directory.ts';
import type { Resolution, TraceStep } from '../../packages/server/src/services/resolver/resolution.ts';
import { createResolver } from '../../packages/server/src/services/resolver/resolve-persistent-url.ts';

/** What an Archive answers to the query of a message; undefined is silence, an error a failure. */
type Script = (query: string, limits: MessageLimits) => string | undefined | Promise<string | undefined>;

export interface ScriptedArchive extends ArchiveAddress {
  readonly answer: Script;
  /** Labels that its digest names; undefined for an Archive without digests. */
  readonly digest?: readonly string[];
}

export interface ScriptedFederation {
  /** Every message that was sent, as the URL that it is. */
  readonly messages: string[];
  readonly trace: TraceStep[];
  readonly disputes: Resolution[];
  resolve(
    target: string,
    options?: { readonly languages?: string; readonly addresses?: readonly string[] },
  ): Promise<Resolution>;
}

/** A resolver whose Archives answer by script: what is sent to them is seen byte by byte. */
export const createScriptedFederation = (
  archives: readonly ScriptedArchive[],
  {
    local,
    silent = [],
    maxAskedForUnknown = 256,
    epochSeconds = () => Date.parse('2026-01-01') / 1_000,
  }: {
    readonly local?: ScriptedArchive;
    readonly silent?: readonly number[];
    readonly maxAskedForUnknown?: number;
    readonly epochSeconds?: () => number;
  } = {},
): ScriptedFederation => {
  const members: readonly IncludedArchive[] = archives.map(({ address, service }, number) => ({
    number,
    address,
    service,
    isLocal: false,
  }));
  const messages: string[] = [];
  const trace: TraceStep[] = [];
  const disputes: Resolution[] = [];
  const resolver = createResolver({
    directory: {
      included: () => members,
      byNumber: (number) => members[number],
      refresh: async () => undefined,
      close: async () => undefined,
    },
    holders: {
      holdersOf: (labels) => ({
        named: members
          .filter(({ number }) => labels.some((label) => archives[number]?.digest?.includes(label)))
          .map(numberOf),
        open: members.filter(({ number }) => archives[number]?.digest === undefined).map(numberOf),
      }),
      close: async () => undefined,
    },
    messenger: {
      async send({ address, service }, query, limits) {
        messages.push(`http://${address}/${service}?${query}`);
        const script = archives.find((archive) => archive.service === service);
        const answer = await script?.answer(query, limits);
        if (answer === undefined) throw new Refusal('peer-unreachable', `${address} does not answer`);
        return answer;
      },
      close: async () => undefined,
    },
    local: local && {
      archive: { number: 60_000, address: local.address, service: local.service, isLocal: true },
      answer: async (query) => ({
        body: (await local.answer(query, { deadlineMs: 0, maxBytes: 0 })) ?? '',
        isLasting: true,
      }),
    },
    circuits: { mayAsk: (number) => !silent.includes(number), answered: () => undefined, failed: () => undefined },
    locations: createLocationMemory({ now: () => performance.now(), maxAgeMs: 600_000 }),
    limits: { messageMs: 1_000, hedgeMs: 20, maxAnswerBytes: 65_536, together: 32, maxAskedForUnknown },
    persistentAddress: 'http://urlib.net:80',
    now: () => performance.now(),
    epochSeconds,
    deadlineMs: 2_000,
    retryAfterSeconds: 30,
    onDispute: (dispute) => disputes.push(dispute),
  });
  return {
    messages,
    trace,
    disputes,
    resolve: (target, { languages, addresses = ['192.0.2.1'] } = {}) =>
      resolver.resolve({ target, clientAddresses: addresses, languages, isCounted: true }, (step) => trace.push(step)),
  };
};

const numberOf = ({ number }: IncludedArchive): number => number;

/** The acknowledgment as it goes out. */
export const acknowledgmentUrl = (resolution: Resolution): string => {
  if (resolution.kind !== 'found' || resolution.acknowledgment === undefined)
    throw new Error(JSON.stringify(resolution));
  const { archive, acknowledgment } = resolution;
  return `http://${archive.address}/${archive.service}?${formatServiceRequest(acknowledgment)}`;
};

/** A list of URLs as an Archive gives it. */
export const urlList = (address: string, service: string, ...pairs: readonly string[]): string =>
  [`archiveaddress ${address}`, `ibi.archiveservice {rep ${service}}`, ...pairs].join('\r\n');
