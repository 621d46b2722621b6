import { refuse } from '@perene/api/refusals';
import { dateFromMicroseconds, formatHostPort, formatTime } from '@perene/core';
import type { Alias } from '@perene/core/item';
import { createDigestFiles } from '../adapters/disk/digest-files.ts';
import type { SqlDatabase } from '../adapters/sql/engine/sql-database.ts';
import { createSqlGivenLeases } from '../adapters/sql/members/sql-given-leases.ts';
import { createSqlPinnedServices } from '../adapters/sql/members/sql-pinned-services.ts';
import type { Settings } from '../config/settings.ts';
import type { AccessCounts } from '../ports/access-counts.ts';
import type { Alerts } from '../ports/alerts.ts';
import type { ArchiveMessenger } from '../ports/archive-messenger.ts';
import type { Catalogue } from '../ports/catalogue.ts';
import type { Clock } from '../ports/clock.ts';
import type { RememberedKeyHashes } from '../ports/key-hashes.ts';
import type { Mail } from '../ports/mail.ts';
import type { Members } from '../ports/members.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { ArchiveService } from '../services/archive/exchange/archive-service.ts';
import { labelOfUrl } from '../services/archive/exchange/count-access.ts';
import { createAcknowledgments } from '../services/resolver/asking/acknowledge.ts';
import type { AskLimits, LocalArchive } from '../services/resolver/asking/ask-archives.ts';
import { type AliasAsking, findAlias } from '../services/resolver/asking/find-alias.ts';
import { createLocalCounts } from '../services/resolver/asking/local-counts.ts';
import { createLocationMemory } from '../services/resolver/asking/location-memory.ts';
import { rememberRedirects } from '../services/resolver/asking/redirect-memory.ts';
import { resolveAliases } from '../services/resolver/asking/resolve-alias.ts';
import { createResolver } from '../services/resolver/asking/resolve-persistent-url.ts';
import { createLeaseAnswers } from '../services/resolver/digests/answer-leases.ts';
import { createHolderIndex } from '../services/resolver/digests/holder-index.ts';
import { openLeaseBook } from '../services/resolver/digests/lease-book.ts';
import { createResolverService } from '../services/resolver/members/create-resolver-service.ts';
import { createMemberCircuits } from '../services/resolver/members/member-circuits.ts';
import { type MemberDirectory, openMemberDirectory } from '../services/resolver/members/member-directory.ts';
import { createMembershipOperations } from '../services/resolver/members/register-archives.ts';
import { openServiceIdentity } from '../services/resolver/members/service-identity.ts';

const ASK_LIMITS: AskLimits = {
  messageMs: 5_000,
  hedgeMs: 250,
  maxAnswerBytes: 1_048_576,
  together: 64,
  maxAskedForUnknown: 256,
};
const RESOLUTION_MS = 10_000;
const RETRY_AFTER_SECONDS = 30;
const LEARNED = { maxAgeMs: 600_000, maxLocations: 200_000 };
const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** The resolver of a node over the Archives that are its members; it reads all of them before it answers. */
export const createFederation = async (
  settings: Settings,
  parts: {
    readonly database: SqlDatabase;
    readonly clock: Clock;
    readonly secrets: Secrets;
    readonly catalogue: Catalogue;
    readonly accessCounts: AccessCounts;
    readonly messenger: ArchiveMessenger;
    readonly mail: Mail | undefined;
    readonly members: Members;
    readonly alerts: Alerts;
    readonly hashes: RememberedKeyHashes;
    /** Undefined where this node is no Archive. */
    readonly service: ArchiveService | undefined;
    readonly onError: (error: unknown, what: string) => void;
  },
) => {
  const { database, clock, secrets, messenger, members, alerts, hashes, service, onError } = parts;
  const now = (): number => performance.now();

  // Which Archives take part, which answer, and which hold a lease.
  const circuits = createMemberCircuits({ clock, chance: Math.random });
  const directory = await openMemberDirectory({
    members,
    localService: service?.label,
    onConfirmed: circuits.answered,
    onError: (error) => onError(error, 'reading the Archives of this resolver failed'),
  });
  const given = createSqlGivenLeases(database);
  const leases = await openLeaseBook({
    given,
    now: () => ({ monotonic: performance.now(), wall: Date.now() }),
    onError: (error) => onError(error, 'reading the leases of Archives failed'),
  });
  // An Archive that asks for a lease is there.
  leases.watch((number) => circuits.answered(number));
  const membership = createMembershipOperations({
    members,
    alerts,
    hashes,
    directory,
    circuits,
    clock,
    mail: parts.mail,
    resolverUrl: settings.resolverUrl,
    onMailError: (error) => onError(error, 'an e-mail to the administrator of an Archive was not sent'),
  });
  const resolverService = createResolverService({
    members,
    messenger,
    hashes,
    directory,
    leases: createLeaseAnswers({ given, book: leases, secrets }),
    clock,
  });

  // Whom to ask, and what is made of the answers.
  const local = localArchive(settings, directory, service);
  const holders = createHolderIndex({
    directory,
    messenger,
    leases,
    clock,
    secrets,
    files: createDigestFiles({ folder: settings.dataFolder }),
    onError: (error) => onError(error, 'the digest of an Archive could not be used'),
  });
  const acknowledgments = createAcknowledgments({
    messenger,
    local:
      service &&
      createLocalCounts({
        service: service.label,
        accessCounts: parts.accessCounts,
        repositoryOf: (url) => labelOfUrl(url, settings.publicUrl),
        today: () => formatTime(dateFromMicroseconds(clock.now())).slice(0, DAY_LENGTH),
        onError: (error) => onError(error, 'accesses could not be counted for now'),
      }),
  });
  const asking = { directory, holders, messenger, local, limits: ASK_LIMITS };
  const labels = createResolver({
    ...asking,
    circuits,
    locations: createLocationMemory({ now, ...LEARNED }),
    isServiceOf: await openServiceIdentity({
      pinned: createSqlPinnedServices(database),
      onError: (error) => onError(error, 'the name of an Archive service could not be kept'),
    }),
    persistentAddress: withPort(settings.resolverUrl),
    now,
    deadlineMs: RESOLUTION_MS,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    onDispute({ ibi, claims }) {
      alerts
        .note({ ibi, claims, at: clock.now() })
        .catch((error: unknown) => onError(error, 'an alert could not be kept'));
    },
  });
  const find = (alias: Alias, how: AliasAsking) => findAlias(asking, alias, how);
  const aliases = resolveAliases({
    resolver: labels,
    find,
    now,
    deadlineMs: RESOLUTION_MS,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
  const resolver = rememberRedirects({
    resolver: aliases,
    acknowledgments,
    version: () => parts.catalogue.version(),
  });

  return {
    membership,
    directory,
    circuits,
    leases,
    /** What members are answered. */
    service: resolverService,
    resolver,
    /** The label of the item with the alias, if an Archive has one. */
    async labelOfAlias(alias: Alias) {
      const deadline = now() + RESOLUTION_MS;
      const found = await find(alias, { leftMs: () => deadline - now(), trace: () => undefined });
      return found.kind === 'found' ? found.label : undefined;
    },
    async close() {
      await acknowledgments.finish();
      await holders.close();
      await Promise.all([directory.close(), leases.close()]);
    },
  };
};

export type Federation = Awaited<ReturnType<typeof createFederation>>;

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
      if (status !== 200) throw refuse('peer-unreachable', { reason: 'itself' });
      return { body, isLasting };
    },
  };

/** Decision 36: with its port, whichever it is. */
const withPort = (url: string): string => {
  const { protocol, hostname, port } = new URL(url);
  return `${protocol}//${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
};
