import { because } from '@perene/api/refusals';
import { type Alias, type AliasTarget, readAliasTarget } from '@perene/core/item';
import { readPersistentUrl } from '@perene/core/reading';
import type { AliasAsking, AliasFinding } from './find-alias.ts';
import type { Resolution, ResolutionRequest, ResolverOperations, TraceStep } from './resolution.ts';

interface AliasNeeds {
  readonly resolver: Pick<ResolverOperations, 'resolve'>;
  readonly find: (alias: Alias, asking: AliasAsking) => Promise<AliasFinding>;
  readonly now: () => number;
  /** The time limit for finding the item of an alias. */
  readonly deadlineMs: number;
  readonly retryAfterSeconds: number;
}

/** After the address of a resolver a URL is an alias; alone it may be a mistyped persistent URL. */
const URL_IN_PATH = /^\/https?:/i;

type Resolve = ResolverOperations['resolve'];

/** Resolves an alias like the label of its item; passes on any other request unchanged. */
export const resolveAliases = (needs: AliasNeeds): Pick<ResolverOperations, 'resolve'> => ({
  async resolve(request, trace = () => undefined) {
    const targets = readAliasTarget(request.target);
    return targets.length === 0 ? needs.resolver.resolve(request, trace) : resolveAny(needs, targets, request, trace);
  },
});

const resolveAny = async (
  needs: AliasNeeds,
  targets: readonly AliasTarget[],
  request: ResolutionRequest,
  trace: (step: TraceStep) => void,
): Promise<Resolution> => {
  const deadline = needs.now() + needs.deadlineMs;
  const asking = { leftMs: () => deadline - needs.now(), trace };
  let doubt: Resolution | undefined;
  let away: Extract<AliasFinding, { kind: 'unknown' }>['away'] = [];
  for (const { alias, rest } of targets) {
    const finding = await needs.find(alias, asking);
    if (finding.kind === 'found') {
      trace({ kind: 'decided', why: because('alias-found', { alias: alias.text, label: finding.label.text }) });
      return resolveLabel(needs, finding, { ...request, target: `/${finding.label.text}${rest}` }, trace);
    }
    if (finding.kind === 'unknown') away = finding.away;
    if (finding.kind === 'uncertain') {
      const { retryAfterSeconds } = needs;
      doubt ??= { kind: 'uncertain', ibi: alias.text, silent: finding.silent, retryAfterSeconds };
    }
  }
  return resolveOtherwise(needs, { targets, request, trace, doubt, away });
};

/** Only an alias of this node stays the same until the catalogue changes. */
const resolveLabel = async (
  { resolver }: AliasNeeds,
  { isLocal }: Extract<AliasFinding, { kind: 'found' }>,
  request: ResolutionRequest,
  trace: (step: TraceStep) => void,
): Promise<Resolution> => {
  const resolution = await resolver.resolve(request, trace);
  return resolution.kind === 'found' ? { ...resolution, isLasting: resolution.isLasting && isLocal } : resolution;
};

/** No item has the alias, but a label of before RTC-10 may be decoded, and a URL may be a persistent URL. */
const resolveOtherwise = async (
  { resolver }: { readonly resolver: { readonly resolve: Resolve } },
  {
    targets,
    request,
    trace,
    doubt,
    away,
  }: {
    readonly targets: readonly AliasTarget[];
    readonly request: ResolutionRequest;
    readonly trace: (step: TraceStep) => void;
    readonly doubt: Resolution | undefined;
    readonly away: Extract<AliasFinding, { kind: 'unknown' }>['away'];
  },
): Promise<Resolution> => {
  const named = targets.find(({ alias }) => alias.kind !== 'url' || URL_IN_PATH.test(request.target));
  if (named !== undefined && !readPersistentUrl(request.target).ok) {
    trace({ kind: 'decided', why: because('alias-nowhere', { alias: named.alias.text }) });
    return doubt ?? { kind: 'unknown', ibi: named.alias.text, away };
  }
  const resolution = await resolver.resolve(request, trace);
  return resolution.kind === 'unknown' ? (doubt ?? resolution) : resolution;
};
