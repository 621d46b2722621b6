import { because } from '@perene/api/refusals';
import { type Alias, type AliasTarget, aliasLabel, readAliasTarget } from '@perene/core/item';
import { readPersistentUrl, type TolerantReading } from '@perene/core/reading';
import { LRUCache } from 'lru-cache';
import type {
  Resolution,
  ResolutionRequest,
  ResolverOperations,
  Silent,
  TraceStep,
} from '../asking/outcome/resolution.ts';
import { isOfLabel } from '../asking/rank-answers.ts';
import type { FirstHolders } from '../digests/first-holders.ts';
import type { AliasFinding } from './find-alias.ts';
import { type Followed, followHolders } from './follow-holders.ts';
import type { AliasAsking, AliasHolder } from './poll-archives.ts';
import { type CandidateNeeds, createCandidateTrying } from './try-candidates.ts';

/** The most items that are tried for one alias; more are named only by Archives that lie. */
const MAX_FOLLOWED = 16;
const NOTED_MS = 60_000;
const MAX_NOTED_CLASHES = 1_000;
/** After the address of a resolver a URL is an alias; alone it may be a mistyped persistent URL. */
const URL_IN_PATH = /^\/https?:/i;

/** Living items of several Archives that carry one alias. */
export interface AliasClash {
  readonly alias: Alias;
  readonly holders: readonly AliasHolder[];
}

interface AliasResolving extends CandidateNeeds {
  /** What is found by and by; the last finding is what is known when all were asked. */
  readonly find: (alias: Alias, asking: AliasAsking) => AsyncIterable<AliasFinding>;
  readonly firsts: Pick<FirstHolders, 'find' | 'learn'>;
  /** The time after which the next of several items with an alias is tried as well. */
  readonly graceMs: number;
  /** Is called when an alias leads to several living items, of which the first is taken. */
  readonly onClash: (clash: AliasClash) => void;
}

/**
 * Resolves an alias like the label of its item; passes on any other request unchanged. A label of before RTC-10 stands
 * for the labels that it decodes to: as an alias it counts only where no Archive has an item of these, or where the
 * resolver found an item with the alias first, unless the Archive that the decoded label names has its item.
 */
export const resolveAliases = (needs: AliasResolving): Pick<ResolverOperations, 'resolve'> => {
  const { resolver } = needs;
  const resolving = { ...needs, onClash: seldom(needs.onClash) };
  const tryCandidates = createCandidateTrying(needs);
  return {
    async resolve(request, trace = () => undefined) {
      const targets = readAliasTarget(request.target);
      const reading = mayBeLegacy(request.target) || targets.length > 0 ? readPersistentUrl(request.target) : undefined;
      const legacy = reading?.ok && reading.value.legacy !== undefined ? reading.value : undefined;
      const tried = legacy && (await tryCandidates(legacy, request, trace));
      if (targets.length === 0) return tried?.resolution ?? resolver.resolve(request, trace);
      if (tried !== undefined && !tried.isDenied && !isAtItsLabel(needs, legacy, tried.resolution)) {
        const kept = await resolveKept(resolving, targets, request, trace);
        if (kept !== undefined && (tried.resolution.kind === 'found' || kept.kind === 'found')) return kept;
      }
      const direct = tried?.resolution ?? (reading?.ok ? await resolver.resolve(request, trace) : undefined);
      const isDenied = tried?.isDenied ?? direct?.kind === 'unknown';
      if (direct !== undefined && !isDenied) return direct;
      const resolution = await resolveAny(resolving, targets, request, trace);
      if (resolution.kind !== 'unknown') return resolution;
      if (direct !== undefined) return direct;
      const named = targets.find(({ alias }) => alias.kind !== 'url' || URL_IN_PATH.test(request.target));
      if (named === undefined) return resolver.resolve(request, trace);
      trace({ kind: 'decided', why: because('alias-nowhere', { alias: named.alias.text }) });
      return { ...resolution, ibi: named.alias.text };
    },
  };
};

/** The outcome for an alias that the resolver has found before; undefined if there is none. */
const resolveKept = async (
  resolving: AliasResolving,
  targets: readonly AliasTarget[],
  request: ResolutionRequest,
  trace: (step: TraceStep) => void,
): Promise<Resolution | undefined> => {
  const kept = await findKept(resolving, targets);
  if (kept.length === 0) return undefined;
  const resolution = await resolveAny(resolving, targets, request, trace);
  return resolution.kind === 'unknown' ? undefined : resolution;
};

/** The aliases that the resolver has found items with. */
const findKept = async (
  { firsts }: Pick<AliasResolving, 'firsts'>,
  targets: readonly AliasTarget[],
): Promise<readonly AliasTarget[]> => {
  const found = await Promise.all(targets.map(({ alias }) => firsts.find(aliasLabel(alias))));
  return targets.filter((_, index) => found[index] !== undefined);
};

/** Whether the Archive that the decoded label names has its item. */
const isAtItsLabel = (
  { directory }: Pick<AliasResolving, 'directory'>,
  legacy: TolerantReading | undefined,
  resolution: Resolution,
): boolean => {
  if (resolution.kind !== 'found') return false;
  const {
    ibi,
    archive: { service },
  } = resolution;
  const label = legacy && [legacy.url.ibi, ...legacy.alternatives].find(({ text }) => text === ibi);
  const holder = directory.included().find((one) => one.service === service);
  return label !== undefined && holder !== undefined && isOfLabel(label, holder);
};

/** A quick test that rules out most addresses: labels of before RTC-10 have a Z in their prefix. */
const mayBeLegacy = (target: string): boolean => target.includes('Z');

/** Readers may ask for one alias all the time, and each note is written. */
const seldom = (onClash: AliasResolving['onClash']): AliasResolving['onClash'] => {
  const noted = new LRUCache<string, true>({ max: MAX_NOTED_CLASHES, ttl: NOTED_MS });
  return (clash) => {
    if (noted.has(clash.alias.key)) return;
    noted.set(clash.alias.key, true);
    onClash(clash);
  };
};

/** The outcome for the first of the aliases that a living item has; else a doubt, a tombstone, or that none has it. */
const resolveAny = async (
  resolving: AliasResolving,
  targets: readonly AliasTarget[],
  request: ResolutionRequest,
  trace: (step: TraceStep) => void,
): Promise<Resolution> => {
  const { now, deadlineMs } = resolving;
  const deadline = now() + deadlineMs;
  const asking = { leftMs: () => deadline - now(), trace, clientAddresses: request.clientAddresses };
  const outcomes: Resolution[] = [];
  // Nobody takes the modifiers of a known alias by carrying a longer one.
  const kept = await findKept(resolving, targets);
  for (const target of [...kept, ...targets.filter((one) => !kept.includes(one))]) {
    const outcome = await resolveOne(resolving, target, { request, asking });
    if (!isWithout(outcome)) return outcome;
    outcomes.push(outcome);
  }
  const doubts = outcomes.filter((outcome) => outcome.kind === 'uncertain');
  // A doubt about an item that carries one of the aliases says more than a doubt whether any item carries another.
  const isOfItem = ({ ibi }: { readonly ibi: string }): boolean => targets.every(({ alias }) => alias.text !== ibi);
  const doubt = doubts.find(isOfItem) ?? doubts.at(-1);
  if (doubt !== undefined) return { ...doubt, silent: withoutDoubles(doubts.flatMap(({ silent }) => silent)) };
  const find = (kind: Resolution['kind']) => outcomes.find((outcome) => outcome.kind === kind);
  return find('removed') ?? find('malformed') ?? outcomes.at(-1) ?? { kind: 'unknown', ibi: '', away: [] };
};

const withoutDoubles = (silent: readonly Silent[]): readonly Silent[] =>
  silent.filter(({ service }, index) => silent.findIndex((other) => other.service === service) === index);

const isWithout = ({ kind }: Resolution): boolean => WITHOUT.includes(kind);

/** What cannot be read behind a shorter name may be read behind a longer one. */
const WITHOUT: readonly Resolution['kind'][] = ['unknown', 'uncertain', 'removed', 'malformed'];

/**
 * Follows what is said of the alias until there is an item. Where it lacks what is asked for, and for any other "no", no
 * Archive that may have the alias may be silent (decision 41).
 */
const resolveOne = async (
  resolving: AliasResolving,
  { alias, rest }: AliasTarget,
  { request, asking }: { readonly request: ResolutionRequest; readonly asking: AliasAsking },
): Promise<Resolution> => {
  const { find, graceMs, retryAfterSeconds, onClash } = resolving;
  const { trace } = asking;
  const lead = ({ label, archive, state }: AliasHolder): Promise<Resolution> => {
    trace({ kind: 'decided', why: because('alias-found', { alias: alias.text, label: label.text }) });
    const isLasting = archive.isLocal && state === 'Original';
    return resolveLabel(resolving, { ...request, target: `/${label.text}${rest}` }, { isLasting, trace });
  };
  const outcomes = new Map<string, Resolution>();
  let last: Pick<AliasFinding, 'holders' | 'silent' | 'away'> = { holders: [], silent: [], away: [] };
  let unfollowed: readonly Silent[] = [];
  let lacking: Resolution | undefined;
  for await (const finding of find(alias, asking)) {
    last = finding;
    const { holders, known } = finding;
    const [first] = holders;
    const rivals = holders.filter(({ state }) => state !== 'Deleted' && state === first?.state);
    if (rivals.length > 1) onClash({ alias, holders: rivals });
    const isUntried = ({ label, state }: AliasHolder): boolean => state !== 'Deleted' && !outcomes.has(label.text);
    const follow = (some: readonly AliasHolder[], wantsAll: boolean) =>
      followHolders(some.slice(0, MAX_FOLLOWED - outcomes.size), {
        graceMs,
        lead,
        note: ({ label }, outcome) => outcomes.set(label.text, outcome),
        wantsAll,
      });
    let found = lacking === undefined ? await follow(known.filter(isUntried), false) : [];
    const isDoubtful = known.some(({ label }) => outcomes.get(label.text)?.kind === 'uncertain');
    if (found.length === 0 && lacking === undefined && !isDoubtful) {
      const untried = holders.filter(isUntried);
      unfollowed = untried.slice(MAX_FOLLOWED - outcomes.size).map(notFollowed);
      // Where nobody is known to have carried the alias first, all who say so count.
      found = await follow(untried, first?.archive.isLocal !== true);
    }
    const whole = found.filter(({ outcome }) => !isLacking(outcome));
    if (whole.length > 1) return { kind: 'disputed', ibi: alias.text, claims: whole.map(claimOf) };
    const [one] = whole;
    if (one !== undefined) {
      const isSure = known.length > 0 || (finding.isSettled && rivals.every(({ label }) => outcomes.has(label.text)));
      if (isSure && OF_ITEM.test(rest)) await learn(resolving, alias, one);
      return one.outcome;
    }
    lacking ??= found[0]?.outcome;
  }
  const said = [...outcomes.values()];
  const doubt = said.find(({ kind }) => kind === 'uncertain');
  if (doubt !== undefined) return doubt;
  const silent = [...last.silent, ...unfollowed];
  if (silent.length > 0) return { kind: 'uncertain', ibi: alias.text, silent, retryAfterSeconds };
  const no = lacking ?? said.find(({ kind }) => kind === 'unusable') ?? said.find(({ kind }) => kind === 'removed');
  if (no !== undefined) return no;
  const tombstone = last.holders.find(({ state }) => state === 'Deleted');
  return tombstone === undefined ? { kind: 'unknown', ibi: '', away: last.away } : lead(tombstone);
};

/** What follows an alias if its item itself is asked for. */
const OF_ITEM = /^(?:\?ibiurl\.requireditemstatus=Original)?$/i;

/** The Archive that has the item, and no other that only names it, may later give the alias to another of its items. */
const learn = async (
  { firsts, directory }: AliasResolving,
  alias: Alias,
  { holder, outcome }: Followed,
): Promise<void> => {
  if (outcome.kind !== 'found' || outcome.state !== 'Original') return;
  const { service } = outcome.archive;
  const archive = directory.included().find((one) => one.service === service && !one.isLocal);
  if (archive !== undefined)
    await firsts.learn(aliasLabel(alias), { archive: archive.number, item: holder.label.text });
};

const claimOf = ({ holder, outcome }: Followed) => ({
  address: holder.archive.address,
  service: holder.archive.service,
  url: outcome.kind === 'found' ? outcome.url : undefined,
  timestamp: undefined,
});

/** Whether the item is there, but not what is asked for. */
const isLacking = ({ kind }: Resolution): boolean =>
  kind === 'untranslated' || kind === 'missing' || kind === 'no-original';

const notFollowed = ({ archive: { address, service } }: AliasHolder): Silent => ({
  address,
  service,
  code: 'no-time-left',
  because: because('no-time-left'),
});

/** Only an alias of an original of this node stays the same until the catalogue changes. */
const resolveLabel = async (
  { resolver }: Pick<AliasResolving, 'resolver'>,
  request: ResolutionRequest,
  { isLasting, trace }: { readonly isLasting: boolean } & Pick<AliasAsking, 'trace'>,
): Promise<Resolution> => {
  const resolution = await resolver.resolve(request, trace);
  return resolution.kind === 'found' ? { ...resolution, isLasting: resolution.isLasting && isLasting } : resolution;
};
