import { refuse } from '@perene/api/refusals';
import { dateFromMicroseconds, formatHostPort, formatTime, type Ibi } from '@perene/core';
import type { Alias } from '@perene/core/item';
import { createDigestFiles } from '../adapters/disk/disk-digest-files.ts';
import type { Settings } from '../config/settings.ts';
import type { Recollection } from '../memory/recollection.ts';
import type { Catalogue } from '../ports/archive/catalogue.ts';
import type { DigestFiles } from '../ports/federation/digest-files.ts';
import type { Mail } from '../ports/federation/mail.ts';
import type { Members } from '../ports/federation/members.ts';
import type { Messenger } from '../ports/federation/messenger.ts';
import type { Clock } from '../ports/system/clock.ts';
import type { Secrets } from '../ports/system/secrets.ts';
import type { ArchiveService } from '../services/archive/exchange/archive-service.ts';
import { repositoryOfUrl } from '../services/archive/exchange/count-access.ts';
import type { FollowCounter } from '../services/archive/usage/count-follows.ts';
import { createAliasTelling } from '../services/resolver/aliases/answer-alias-request.ts';
import { findAlias } from '../services/resolver/aliases/find-alias.ts';
import type { AliasAsking } from '../services/resolver/aliases/poll-archives.ts';
import { resolveAliases } from '../services/resolver/aliases/resolve-alias.ts';
import type { ArchiveHere, AskLimits } from '../services/resolver/asking/ask-archives.ts';
import { createLocationMemory } from '../services/resolver/asking/location-memory.ts';
import { createResolver } from '../services/resolver/asking/resolve-persistent-url.ts';
import type { HeardAnswer } from '../services/resolver/asking/searching/read-list.ts';
import { createFirstHolders } from '../services/resolver/digests/first-holders.ts';
import { createHolderIndex } from '../services/resolver/digests/holder-index.ts';
import { createLeaseAnswers } from '../services/resolver/leases/answer-leases.ts';
import { openLeaseBook } from '../services/resolver/leases/lease-book.ts';
import { createAlertTelling } from '../services/resolver/log/alerts/tell-alert.ts';
import { withEvidence } from '../services/resolver/log/alerts/with-evidence.ts';
import { createMembershipOperations } from '../services/resolver/members/create-membership-operations.ts';
import { createResolverService } from '../services/resolver/members/create-resolver-service.ts';
import { createMemberCircuits } from '../services/resolver/members/member-circuits.ts';
import { isAlone, type MemberDirectory, openMemberDirectory } from '../services/resolver/members/member-directory.ts';
import { openServiceIdentity } from '../services/resolver/members/service-identity.ts';
import { createAcknowledgments } from '../services/resolver/redirects/acknowledge.ts';
import { createLocalCounts } from '../services/resolver/redirects/local-counts.ts';
import { rememberRedirects } from '../services/resolver/redirects/redirect-memory.ts';
import type { Log } from './create-log.ts';

const ASK_LIMITS: AskLimits = {
  messageMs: 5_000,
  hedgeMs: 250,
  graceMs: 300,
  maxAnswerBytes: 1_048_576,
  together: 64,
  maxAskedForUnknown: 256,
};
const RESOLUTION_MS = 10_000;
const RETRY_AFTER_SECONDS = 30;
const LEARNED_MS = 600_000;
const MAX_LOCATIONS = 200_000;
const DAY_LENGTH = 'YYYY-MM-DD'.length;

type FederationSettings = Pick<Settings, 'resolverUrl' | 'publicUrl' | 'dataFolder' | 'identity'> & {
  readonly alertEmail?: string | undefined;
  readonly joining: Pick<Settings['joining'], 'address'>;
};

/** The parts and bounds that a test brings in place of those of a node. */
export interface FederationOverrides {
  readonly askLimits?: AskLimits;
  /** The time limit of one resolution. */
  readonly resolutionMs?: number;
  readonly digestFiles?: DigestFiles;
  /** Returns a number from 0 to 1. */
  readonly chance?: () => number;
  /** Returns milliseconds, by a clock that is never set and begins with the process. */
  readonly monotonicMs?: () => number;
}

/** The resolver of a node over the Archives that are its members; it reads all of them before it answers. */
export const createFederation = async (
  settings: FederationSettings,
  parts: {
    readonly clock: Clock;
    readonly secrets: Secrets;
    readonly catalogue: Catalogue;
    readonly recollection: Recollection;
    readonly messenger: Pick<Messenger, 'send'>;
    readonly mail: Mail | undefined;
    readonly members: Members;
    readonly follows: Pick<FollowCounter, 'note'>;
    /** Undefined if this node is not an Archive. */
    readonly service: ArchiveService | undefined;
    /** Undefined where this node only asks others. */
    readonly log: Log | undefined;
    readonly onError: (error: unknown, what: string) => void;
  },
  {
    askLimits = ASK_LIMITS,
    resolutionMs = RESOLUTION_MS,
    digestFiles = createDigestFiles({ folder: settings.dataFolder }),
    chance = Math.random,
    monotonicMs: now = () => performance.now(),
  }: FederationOverrides = {},
) => {
  const { clock, secrets, messenger, members, service, log, onError } = parts;

  // These parts know which Archives take part, which answer, and which hold a lease.
  const circuits = createMemberCircuits({ clock, chance });
  const directory = await openMemberDirectory({
    members,
    localService: service?.label,
    onConfirmed: circuits.answered,
    onError: (error) => onError(error, 'reading the Archives of this resolver failed'),
  });
  const leases = await openLeaseBook({
    members,
    now: () => ({ monotonic: now(), wall: Date.now() }),
    onError: (error) => onError(error, 'reading the leases of Archives failed'),
  });
  // An Archive that asks for a lease is running.
  leases.watch((number) => circuits.answered(number));
  const membership = createMembershipOperations({
    members,
    secrets,
    directory,
    circuits,
    clock,
    mail: parts.mail,
    resolverUrl: settings.resolverUrl,
    onMailError: (error) => onError(error, 'an e-mail to the administrator of an Archive was not sent'),
    findEvidence: async (alert) => log?.findEvidence(alert),
    findTrust: async (services) => log?.findTrust(services) ?? new Map(),
  });
  // These parts decide whom to ask, and what the answers mean.
  const local = localArchive(settings, directory, service);
  const holders = createHolderIndex({
    directory,
    messenger,
    leases,
    clock,
    secrets,
    files: digestFiles,
    onError: (error) => onError(error, 'the digest of an Archive could not be used'),
  });
  const acknowledgments = createAcknowledgments({
    messenger,
    local:
      service &&
      createLocalCounts({
        service: service.label,
        accessCounts: parts.catalogue.accessCounts,
        repositoryOf: (url) => repositoryOfUrl(url, settings.publicUrl),
        today: () => formatTime(dateFromMicroseconds(clock.now())).slice(0, DAY_LENGTH),
        noteFollow: (follow) => parts.follows.note(follow),
        onError: (error) => onError(error, 'accesses could not be counted for now'),
      }),
  });
  const firsts = createFirstHolders({
    members,
    directory,
    now,
    onError: (error) => onError(error, 'who first answered for a label could not be read, or kept'),
  });
  const asking = {
    directory,
    firsts,
    holders,
    messenger,
    circuits,
    local,
    limits: askLimits,
    locations: createLocationMemory({ now, maxAgeMs: LEARNED_MS, maxLocations: MAX_LOCATIONS }),
    // Without the log, resolution goes on as if nobody signed.
    judge: async (ibi: Ibi, answer: HeardAnswer) =>
      log?.judge(ibi, answer).catch((error: unknown) => {
        onError(error, 'an answer could not be compared with the log');
        return undefined;
      }),
    onHeard: (answer: HeardAnswer) => log?.hearing.hear(answer),
    isServiceOf: await openServiceIdentity({
      members,
      onError: (error) => onError(error, 'the name of an Archive service could not be kept'),
    }),
  };
  const noteAlert = (alert: Parameters<Members['noteAlert']>[0]): void => {
    members.noteAlert(alert).catch((error: unknown) => onError(error, 'an alert could not be kept'));
  };
  const tellAlert =
    log &&
    createAlertTelling({
      ...log,
      mail: parts.mail,
      to: settings.alertEmail,
      resolverUrl: settings.resolverUrl,
      now,
    });
  const asked = createResolver({
    ...asking,
    persistentAddress: withPort(settings.resolverUrl),
    now,
    secondsNow: () => dateFromMicroseconds(clock.now()).seconds,
    deadlineMs: resolutionMs,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    onDispute({ ibi, claims }) {
      noteAlert({ ibi, claims, at: clock.now() });
      tellAlert?.({ ibi, claims }).catch((error: unknown) => onError(error, 'an alert could not be logged, or sent'));
    },
  });
  const onEvidenceError = (error: unknown): void => onError(error, 'the evidence of an alert could not be read');
  const labels = log === undefined ? asked : withEvidence(asked, { ...log, onError: onEvidenceError });
  const find = (alias: Alias, how: AliasAsking) => findAlias(asking, alias, how);
  const aliases = resolveAliases({
    ...asking,
    resolver: labels,
    find,
    now,
    graceMs: askLimits.graceMs,
    deadlineMs: resolutionMs,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    onClash({ alias, holders: claiming }) {
      noteAlert({
        ibi: alias.text,
        claims: claiming.map(({ archive: { service: by, address }, label }) => ({
          service: by,
          address,
          url: `${settings.resolverUrl}/${label.text}`,
        })),
        at: clock.now(),
      });
    },
  });
  const resolverService = createResolverService({
    members,
    messenger,
    secrets,
    directory,
    leases: createLeaseAnswers({ members, book: leases, secrets }),
    log,
    tellAlias: createAliasTelling({ find, now, deadlineMs: RESOLUTION_MS }),
    clock,
  });
  const resolver = rememberRedirects({
    resolver: aliases,
    acknowledgments,
    recollection: parts.recollection,
    isAlone: () => isAlone(directory),
  });

  return {
    membership,
    directory,
    circuits,
    leases,
    /** Answers members. */
    service: resolverService,
    resolver,
    async close() {
      await acknowledgments.finish();
      await log?.hearing.finish();
      await holders.close();
      await firsts.finish();
      await Promise.all([directory.close(), leases.close()]);
    },
  };
};

export type Federation = Awaited<ReturnType<typeof createFederation>>;

/** Larger than all numbers of members. */
const NO_MEMBER = 65_536;

/** A member like others, once the node has served, but asked without a network. */
const localArchive = (
  settings: FederationSettings,
  directory: MemberDirectory,
  service: ArchiveService | undefined,
): ArchiveHere | undefined =>
  service && {
    archive: {
      ...(directory.included().find(({ isLocal }) => isLocal) ?? {
        number: NO_MEMBER,
        service: service.label,
        address: formatHostPort(settings.joining.address),
        confirmed: { address: formatHostPort(settings.joining.address), ips: [] },
        isLocal: true,
      }),
      prefixes: prefixesOf(settings.identity),
    },
    async answer(query) {
      const { status, body, isLasting = false } = await service.answer(query);
      if (status !== 200) throw refuse('peer-unreachable', { reason: 'itself' });
      return { body, isLasting };
    },
  };

const prefixesOf = ({ repositoryPrefix, ibipPrefix }: Settings['identity']): readonly string[] =>
  ibipPrefix === undefined ? [repositoryPrefix] : [repositoryPrefix, ibipPrefix];

/** Decision 36: with its port, whichever it is. */
const withPort = (url: string): string => {
  const { protocol, hostname, port } = new URL(url);
  return `${protocol}//${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
};
