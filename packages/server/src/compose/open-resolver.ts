import { dateFromMicroseconds, formatHostPort, formatTime } from '@perene/core';
import type { Settings } from '../config/settings.ts';
import type { ArchiveMessenger } from '../ports/archive-messenger.ts';
import { Refusal } from '../refusals/refusal.ts';
import type { ArchiveService } from '../services/archive/archive-service.ts';
import type { AskLimits, LocalArchive } from '../services/resolver/ask-archives.ts';
import type { MemberCircuits } from '../services/resolver/member-circuits.ts';
import type { MemberDirectory } from '../services/resolver/member-directory.ts';
import type { Disputed, ResolverOperations } from '../services/resolver/resolution.ts';
import type { Store } from './open-store.ts';

const ASK_LIMITS: AskLimits = {
  messageMs: 5_000,
  hedgeMs: 250,
  maxAnswerBytes: 1_048_576,
  together: 64,
  maxAskedForUnknown: 256,
};
const RESOLUTION_MS = 10_000;
const RETRY_AFTER_SECONDS = 30;
const LEARNED_MS = 600_000;
const DAY_LENGTH = 'YYYY-MM-DD'.length;

export interface OpenedResolver {
  readonly resolver: ResolverOperations;
  /** How many acknowledgments were lost. */
  readonly lostAcknowledgments: () => number;
  close(): Promise<void>;
}

/** The resolver of this node, over the Archives that are members. */
export const openResolver = async (
  settings: Settings,
  { database, clock, catalogue, secrets }: Pick<Store, 'database' | 'clock' | 'catalogue' | 'secrets'>,
  needs: {
    readonly messenger: ArchiveMessenger;
    readonly directory: MemberDirectory;
    readonly circuits: MemberCircuits;
    /** Undefined where this node has no Archive. */
    readonly service: ArchiveService | undefined;
    readonly onDispute: (dispute: Disputed) => void;
    readonly onError: (error: unknown, what: string) => void;
  },
): Promise<OpenedResolver> => {
  const [resolving, redirects, acknowledging, counting, locating, holding, files, counts, urls] = await Promise.all([
    import('../services/resolver/resolve-persistent-url.ts'),
    import('../services/resolver/redirect-memory.ts'),
    import('../services/resolver/acknowledge.ts'),
    import('../services/resolver/local-counts.ts'),
    import('../services/resolver/location-memory.ts'),
    import('../services/resolver/holder-index.ts'),
    import('../adapters/disk/digest-files.ts'),
    import('../adapters/sql/sql-access-counts.ts'),
    import('../services/archive/count-access.ts'),
  ]);
  const { messenger, directory, circuits, service, onDispute, onError } = needs;
  const now = (): number => performance.now();
  const local = localArchive(settings, directory, service);
  const holders = holding.createHolderIndex({
    directory,
    messenger,
    clock,
    secrets,
    files: files.createDigestFiles({ folder: settings.dataFolder }),
    onError: (error) => onError(error, 'the digest of an Archive could not be used'),
  });
  const acknowledgments = acknowledging.createAcknowledgments({
    messenger,
    local:
      service &&
      counting.createLocalCounts({
        service: service.label,
        accessCounts: counts.createSqlAccessCounts(database),
        repositoryOf: (url) => urls.repositoryOf(url, settings.publicUrl),
        today: () => formatTime(dateFromMicroseconds(clock.now())).slice(0, DAY_LENGTH),
        onError: (error) => onError(error, 'accesses could not be counted for now'),
      }),
  });
  const resolver = resolving.createResolver({
    directory,
    holders,
    messenger,
    local,
    circuits,
    locations: locating.createLocationMemory({ now, maxAgeMs: LEARNED_MS }),
    limits: ASK_LIMITS,
    persistentAddress: withPort(settings.resolverUrl),
    now,
    epochSeconds: () => Number(clock.now() / 1_000_000n),
    deadlineMs: RESOLUTION_MS,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    onDispute,
  });
  return {
    resolver: redirects.rememberRedirects({ resolver, acknowledgments, version: () => catalogue.version() }),
    lostAcknowledgments: acknowledgments.lost,
    async close() {
      await acknowledgments.finish();
      await holders.close();
    },
  };
};

/** Beyond all numbers of members. */
const NO_MEMBER = 65_536;

/** A member like others, once the node has served, but asked without a network. */
const localArchive = (
  settings: Settings,
  directory: MemberDirectory,
  service: ArchiveService | undefined,
): LocalArchive | undefined =>
  service && {
    archive: directory.included().find(({ isLocal }) => isLocal) ?? {
      number: NO_MEMBER,
      service: service.label,
      address: formatHostPort(settings.joining.address),
      isLocal: true,
    },
    async answer(query) {
      const { status, body, isLasting = false } = await service.answer(query);
      if (status !== 200) throw new Refusal('peer-unreachable', 'the Archive of this node cannot say now');
      return { body, isLasting };
    },
  };

/** Decision 36: with its port, whichever it is. */
const withPort = (url: string): string => {
  const { protocol, hostname, port } = new URL(url);
  return `${protocol}//${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
};
