import { because } from '@perene/api/refusals';
import { type Alias, type AliasTarget, readAliasTarget } from '@perene/core/item';
import { readPersistentUrl } from '@perene/core/reading';
import type { Resolution, ResolutionRequest, ResolverOperations, TraceStep } from '../asking/resolution.ts';
import type { AliasAsking, AliasFinding } from './find-alias.ts';

/** After the address of a resolver a URL is an alias; alone it may be a mistyped persistent URL. */
const URL_IN_PATH = /^\/https?:/i;

type Resolve = ResolverOperations['resolve'];

/** Resolves an alias like the label of its item; passes on any other request unchanged. */
export const resolveAliases = ({
  resolver,
  find,
  now,
  deadlineMs,
  retryAfterSeconds,
}: {
  readonly resolver: Pick<ResolverOperations, 'resolve'>;
  readonly find: (alias: Alias, asking: AliasAsking) => Promise<AliasFinding>;
  readonly now: () => number;
  /** The time limit for finding the item of an alias. */
  readonly deadlineMs: number;
  readonly retryAfterSeconds: number;
}): Pick<ResolverOperations, 'resolve'> => {
  const resolveAny = async (
    targets: readonly AliasTarget[],
    request: ResolutionRequest,
    trace: (step: TraceStep) => void,
  ): Promise<Resolution> => {
    const deadline = now() + deadlineMs;
    const asking = { leftMs: () => deadline - now(), trace };
    let doubt: Resolution | undefined;
    let away: Extract<AliasFinding, { kind: 'unknown' }>['away'] = [];
    for (const { alias, rest } of targets) {
      const finding = await find(alias, asking);
      if (finding.kind === 'found') {
        trace({ kind: 'decided', why: because('alias-found', { alias: alias.text, label: finding.label.text }) });
        return resolveLabel(resolver, finding, { ...request, target: `/${finding.label.text}${rest}` }, trace);
      }
      if (finding.kind === 'unknown') away = finding.away;
      if (finding.kind === 'uncertain') {
        doubt ??= { kind: 'uncertain', ibi: alias.text, silent: finding.silent, retryAfterSeconds };
      }
    }
    return resolveOtherwise(resolver, { targets, request, trace, doubt, away });
  };
  return {
    async resolve(request, trace = () => undefined) {
      const targets = readAliasTarget(request.target);
      return targets.length === 0 ? resolver.resolve(request, trace) : resolveAny(targets, request, trace);
    },
  };
};

/** Only an alias of this node stays the same until the catalogue changes. */
const resolveLabel = async (
  resolver: { readonly resolve: Resolve },
  { isLocal }: Extract<AliasFinding, { kind: 'found' }>,
  request: ResolutionRequest,
  trace: (step: TraceStep) => void,
): Promise<Resolution> => {
  const resolution = await resolver.resolve(request, trace);
  return resolution.kind === 'found' ? { ...resolution, isLasting: resolution.isLasting && isLocal } : resolution;
};

/** No item has the alias, but a label of before RTC-10 may be decoded, and a URL may be a persistent URL. */
const resolveOtherwise = async (
  resolver: { readonly resolve: Resolve },
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
