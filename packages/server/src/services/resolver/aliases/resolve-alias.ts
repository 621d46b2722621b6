import { because } from '@perene/api/refusals';
import { type Alias, type AliasTarget, readAliasTarget } from '@perene/core/item';
import { readPersistentUrl } from '@perene/core/reading';
import { LRUCache } from 'lru-cache';
import type { Resolution, ResolutionRequest, ResolverOperations, TraceStep } from '../asking/resolution.ts';
import type { AliasAsking, AliasFinding, AliasHolder } from './find-alias.ts';

const NOTED_MS = 60_000;
const MAX_NOTED_CLASHES = 1_000;
/** After the address of a resolver a URL is an alias; alone it may be a mistyped persistent URL. */
const URL_IN_PATH = /^\/https?:/i;

/** Living items of several Archives that carry one alias. */
export interface AliasClash {
  readonly alias: Alias;
  readonly holders: readonly AliasHolder[];
}

interface AliasResolving {
  readonly resolver: Pick<ResolverOperations, 'resolve'>;
  readonly find: (alias: Alias, asking: AliasAsking) => Promise<AliasFinding>;
  readonly now: () => number;
  /** The time limit for finding the item of an alias. */
  readonly deadlineMs: number;
  readonly retryAfterSeconds: number;
  /** Is called when an alias leads to several living items, of which the first is taken. */
  readonly onClash: (clash: AliasClash) => void;
}

/**
 * Resolves an alias like the label of its item; passes on any other request unchanged. A label of before RTC-10 stands
 * for the labels that it decodes to: as an alias it counts only where no Archive has an item of these.
 */
export const resolveAliases = (needs: AliasResolving): Pick<ResolverOperations, 'resolve'> => {
  const { resolver } = needs;
  const resolving = { ...needs, onClash: seldom(needs.onClash) };
  return {
    async resolve(request, trace = () => undefined) {
      const targets = readAliasTarget(request.target);
      if (targets.length === 0) return resolver.resolve(request, trace);
      const direct = readPersistentUrl(request.target).ok ? await resolver.resolve(request, trace) : undefined;
      if (direct !== undefined && direct.kind !== 'unknown') return direct;
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
  const { find, now, deadlineMs, retryAfterSeconds, onClash } = resolving;
  const deadline = now() + deadlineMs;
  const asking = { leftMs: () => deadline - now(), trace };
  let doubt: Resolution | undefined;
  let away: AliasFinding['away'] = [];
  const lead = ({ label, archive }: AliasHolder, { alias, rest }: AliasTarget): Promise<Resolution> => {
    trace({ kind: 'decided', why: because('alias-found', { alias: alias.text, label: label.text }) });
    return resolveLabel(resolving, { ...request, target: `/${label.text}${rest}` }, { archive, trace });
  };
  let tombstone: (() => Promise<Resolution>) | undefined;
  for (const target of targets) {
    const { alias } = target;
    const finding = await find(alias, asking);
    const living = finding.holders.filter(({ isRemoved }) => !isRemoved);
    if (living.length > 1) onClash({ alias, holders: living });
    if (living[0] !== undefined) return lead(living[0], target);
    const [dead] = finding.holders;
    if (dead !== undefined) tombstone ??= () => lead(dead, target);
    if (finding.silent.length > 0) {
      doubt ??= { kind: 'uncertain', ibi: alias.text, silent: finding.silent, retryAfterSeconds };
    }
    away = finding.away;
  }
  if (doubt !== undefined) return doubt;
  return tombstone?.() ?? { kind: 'unknown', ibi: '', away };
};

/** Only an alias of this node stays the same until the catalogue changes. */
const resolveLabel = async (
  { resolver }: Pick<AliasResolving, 'resolver'>,
  request: ResolutionRequest,
  { archive, trace }: Pick<AliasHolder, 'archive'> & Pick<AliasAsking, 'trace'>,
): Promise<Resolution> => {
  const resolution = await resolver.resolve(request, trace);
  return resolution.kind === 'found'
    ? { ...resolution, isLasting: resolution.isLasting && archive.isLocal }
    : resolution;
};
