import { refuse } from '@perene/api/refusals';
import { formatServiceRequest, parseUrlList } from '@perene/core';
import { parseAlias } from '@perene/core/item';
import { type Claim, formatClaimPairs, type Signed } from '@perene/core/trust';
import type { Members } from '../../packages/server/src/ports/federation/members.ts';
import type { ArchiveAddress, MessageLimits } from '../../packages/server/src/ports/federation/messenger.ts';
import { createAliasTelling } from '../../packages/server/src/services/resolver/aliases/answer-alias-request.ts';
import { findAlias } from '../../packages/server/src/services/resolver/aliases/find-alias.ts';
import { type AliasClash, resolveAliases } from '../../packages/server/src/services/resolver/aliases/resolve-alias.ts';
import { createLocationMemory } from '../../packages/server/src/services/resolver/asking/location-memory.ts';
import type { Resolution, TraceStep } from '../../packages/server/src/services/resolver/asking/outcome/resolution.ts';
import type { JudgeAnswer } from '../../packages/server/src/services/resolver/asking/rank-answers.ts';
import { createResolver } from '../../packages/server/src/services/resolver/asking/resolve-persistent-url.ts';
import { createFirstHolders } from '../../packages/server/src/services/resolver/digests/first-holders.ts';
import type { HolderIndex } from '../../packages/server/src/services/resolver/digests/holders.ts';
import type { IncludedArchive } from '../../packages/server/src/services/resolver/members/member-directory.ts';
import { ibi } from '../fixtures/labels.ts';

/** Returns what an Archive answers to the query of a message; undefined is silence, an error is a failure. */
type Script = (query: string, limits: MessageLimits) => string | undefined | Promise<string | undefined>;

export interface ScriptedArchive extends ArchiveAddress {
  readonly answer: Script;
  /** The labels in its digest; undefined for an Archive without digests. */
  readonly digest?: readonly string[];
  /** Where it answered when it was asked back; without it, at its address. */
  readonly confirmed?: IncludedArchive['confirmed'];
  /** Whether another process of the resolver has just included it. */
  readonly isJustIncluded?: boolean;
}

/** What an Archive is known by. */
export const confirmedOf = (archive: ScriptedArchive): IncludedArchive['confirmed'] =>
  'confirmed' in archive ? archive.confirmed : { address: archive.address, ips: [] };

/** Stands for an answer of another status than 200. */
export const UNAVAILABLE = 'status 503';
export const REFUSED = 'status 400';
const STATUSES: ReadonlyMap<string, number> = new Map([
  [UNAVAILABLE, 503],
  [REFUSED, 400],
]);

export interface ScriptedFederation {
  /** The URL of every message that was sent. */
  readonly messages: string[];
  readonly trace: TraceStep[];
  readonly disputes: Resolution[];
  readonly clashes: AliasClash[];
  /** The numbers of the Archives whose circuit counted a failure. */
  readonly failures: number[];
  /** What it says of an alias to nodes that ask. */
  tellAlias(alias: string, item?: string): Promise<string | undefined>;
  /** Resolves when all that it learned is kept. */
  finish(): Promise<void>;
  /** The Archive leaves the resolver, and nobody knows what it holds. */
  exclude(number: number): void;
  resolve(
    target: string,
    options?: { readonly languages?: string; readonly addresses?: readonly string[] },
  ): Promise<Resolution>;
}

/** First holders, by names. */
export type KeptHolders = Map<string, NonNullable<Awaited<ReturnType<Members['firstHolder']>>>>;

/** Makes a resolver whose Archives answer by script, so that tests see every byte that is sent to them. */
export const createScriptedFederation = (
  archives: readonly ScriptedArchive[],
  {
    local,
    silent = [],
    maxAskedForUnknown = 256,
    away = [],
    onRefresh = () => undefined,
    judge = async () => undefined,
    graceMs = 100,
    kept = new Map(),
    prefixes = [],
    secondsNow = () => Date.now() / 1_000,
  }: {
    readonly local?: ScriptedArchive;
    readonly silent?: readonly number[];
    readonly maxAskedForUnknown?: number;
    readonly away?: ReturnType<HolderIndex['holdersOf']>['away'];
    /** Is called whenever announcements are read. */
    readonly onRefresh?: () => unknown;
    readonly judge?: JudgeAnswer;
    readonly graceMs?: number;
    /** What an earlier process of the resolver kept of first holders. */
    readonly kept?: KeptHolders;
    /** What the labels of the local one begin with. */
    readonly prefixes?: readonly string[];
    readonly secondsNow?: () => number;
  } = {},
): ScriptedFederation => {
  const excluded = new Set<number>();
  const members: readonly IncludedArchive[] = archives.map((archive, number) => ({
    number,
    address: archive.address,
    service: archive.service,
    confirmed: confirmedOf(archive),
    isLocal: false,
  }));
  const messages: string[] = [];
  const trace: TraceStep[] = [];
  const disputes: Resolution[] = [];
  const clashes: AliasClash[] = [];
  const failures: number[] = [];
  const unread = new Set(members.filter(({ number }) => archives[number]?.isJustIncluded).map(numberOf));
  const directory = {
    included: () => members.filter(({ number }) => !excluded.has(number) && !unread.has(number)),
    away: () =>
      members
        .filter(({ number }) => excluded.has(number))
        .map((one) => ({ ...one, state: 'excluded' as const, since: 0n })),
    byNumber: (number: number) => (excluded.has(number) || unread.has(number) ? undefined : members[number]),
    refresh: async () => unread.clear(),
    close: async () => undefined,
  };
  const firsts = createFirstHolders({
    members: {
      firstHolder: async (name) => kept.get(name),
      async keepFirstHolders(learned) {
        for (const [name, holder] of learned) if (kept.get(name)?.archive === holder.instead) kept.set(name, holder);
      },
    },
    directory,
    now: () => performance.now(),
    onError(error) {
      throw error;
    },
  });
  const parts: Parameters<typeof findAlias>[0] = {
    directory,
    firsts,
    holders: {
      holdersOf: (labels, answeredBefore) => ({
        named: members
          .filter(({ number }) => labels.some((label) => archives[number]?.digest?.includes(label)))
          .map(numberOf)
          .filter((number) => !excluded.has(number)),
        open: members.filter(({ number }) => archives[number]?.digest === undefined).map(numberOf),
        away: [
          ...away,
          ...members
            .filter(({ number }) => excluded.has(number))
            .map((one) => ({ ...one, state: 'excluded' as const, since: 0n, isKnown: one.number === answeredBefore })),
        ],
      }),
      refresh: async () => void onRefresh(),
      meet: async () => undefined,
      kinshipOf: (number) => (archives[number]?.digest === undefined ? 'foreign' : 'ours'),
      close: async () => undefined,
    },
    messenger: {
      async send({ address, service }, query, limits) {
        messages.push(`http://${address}/${service}?${query}`);
        const script = archives.find((archive) => archive.service === service);
        const answer = await Promise.race([script?.answer(query, limits), pause(limits.deadlineMs)]);
        if (answer === undefined) throw refuse('peer-unreachable', { reason: 'silent', origin: address });
        const status = STATUSES.get(answer);
        if (status !== undefined) throw refuse('peer-refused', { reason: 'status', origin: address, status });
        return answer;
      },
    },
    local: local && {
      archive: {
        number: 60_000,
        address: local.address,
        service: local.service,
        confirmed: confirmedOf(local),
        isLocal: true,
        prefixes,
      },
      answer: async (query) => ({
        body: (await local.answer(query, { deadlineMs: 0, maxBytes: 0 })) ?? '',
        isLasting: true,
      }),
    },
    circuits: {
      mayAsk: (number) => !silent.includes(number),
      answered: () => undefined,
      failed: (number) => failures.push(number),
      unheard: () => undefined,
    },
    limits: { messageMs: 1_000, hedgeMs: 20, graceMs, maxAnswerBytes: 65_536, together: 32, maxAskedForUnknown },
    locations: createLocationMemory({ now: () => performance.now(), maxAgeMs: 600_000, maxLocations: 200_000 }),
    onHeard: () => undefined,
    judge,
    isServiceOf: (service, { repository }) => repository?.text === service,
  };
  const labels = createResolver({
    ...parts,
    persistentAddress: 'http://urlib.net:80',
    now: () => performance.now(),
    secondsNow,
    deadlineMs: 2_000,
    retryAfterSeconds: 30,
    onDispute: (dispute) => disputes.push(dispute),
  });
  const resolver = resolveAliases({
    ...parts,
    resolver: labels,
    find: (alias, asking) => findAlias(parts, alias, asking),
    graceMs: parts.limits.graceMs,
    now: () => performance.now(),
    deadlineMs: 2_000,
    retryAfterSeconds: 30,
    onClash: (clash) => clashes.push(clash),
  });
  const telling = createAliasTelling({
    find: (alias, asking) => findAlias(parts, alias, asking),
    now: () => performance.now(),
    deadlineMs: 2_000,
  });
  return {
    messages,
    trace,
    disputes,
    clashes,
    failures,
    finish: firsts.finish,
    async tellAlias(text, item) {
      const alias = parseAlias(text);
      const asked = { by: '192.0.2.1', item: item === undefined ? undefined : ibi(item) };
      return alias.ok ? telling(alias.value, asked) : undefined;
    },
    exclude: (number) => void excluded.add(number),
    resolve: (target, { languages, addresses = ['192.0.2.1'] } = {}) =>
      resolver.resolve({ target, clientAddresses: addresses, languages, isCounted: true }, (step) => trace.push(step)),
  };
};

/** Undefined is silence. */
const pause = (milliseconds: number): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds, undefined).unref();
  });

const numberOf = ({ number }: IncludedArchive): number => number;

/** Returns the URL of the acknowledgment as it is sent. */
export const acknowledgmentUrl = (resolution: Resolution): string => {
  if (resolution.kind !== 'found' || resolution.acknowledgment === undefined)
    throw new Error(JSON.stringify(resolution));
  const { archive, acknowledgment } = resolution;
  return `http://${archive.address}/${archive.service}?${formatServiceRequest(acknowledgment)}`;
};

/** Writes a list of URLs as an Archive does. */
export const urlList = (address: string, service: string, ...pairs: readonly string[]): string =>
  [`archiveaddress ${address}`, `ibi.archiveservice {rep ${service}}`, ...pairs].join('\r\n');

/** The answer of an Archive with an original, and with a claim of it. */
export const claimedList = (archive: { readonly address: string; readonly service: string }, signed: Signed<Claim>) => {
  const { repository, state } = signed.statement;
  const pairs = formatClaimPairs(signed, { ibip: undefined, state });
  const text = urlList(
    archive.address,
    archive.service,
    `ibi {rep ${repository}}`,
    `state ${state}`,
    'timestamp 2026-11-17T09:20:00Z',
    `url http://${archive.address}/doc`,
    ...pairs.map(({ name, value }) => `${name} ${value}`),
  );
  const list = parseUrlList(text);
  if (!list.ok || list.value === undefined) throw new Error(text);
  return { ...list.value, unread: [] };
};
