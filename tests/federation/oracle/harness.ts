import { refuse } from '@perene/api/refusals';
import { formatServiceRequest, parseHostPort, parseIbi, parseIpAddress } from '@perene/core';
import { createSqlGivenLeases } from '../../../packages/server/src/adapters/sql/members/sql-given-leases.ts';
import { createSqlMembers } from '../../../packages/server/src/adapters/sql/members/sql-members.ts';
import { createSqlPinnedServices } from '../../../packages/server/src/adapters/sql/members/sql-pinned-services.ts';
import { createSecrets } from '../../../packages/server/src/adapters/system/secrets.ts';
import type { Clock } from '../../../packages/server/src/ports/clock.ts';
import type { DigestFiles } from '../../../packages/server/src/ports/digest-files.ts';
import { createLocationMemory } from '../../../packages/server/src/services/resolver/asking/location-memory.ts';
import { rememberRedirects } from '../../../packages/server/src/services/resolver/asking/redirect-memory.ts';
import type { Resolution, TraceStep } from '../../../packages/server/src/services/resolver/asking/resolution.ts';
import { createResolver } from '../../../packages/server/src/services/resolver/asking/resolve-persistent-url.ts';
import { createLeaseAnswers } from '../../../packages/server/src/services/resolver/digests/answer-leases.ts';
import { createHolderIndex } from '../../../packages/server/src/services/resolver/digests/holder-index.ts';
import { openLeaseBook } from '../../../packages/server/src/services/resolver/digests/lease-book.ts';
import { createResolverService } from '../../../packages/server/src/services/resolver/members/create-resolver-service.ts';
import { createMemberCircuits } from '../../../packages/server/src/services/resolver/members/member-circuits.ts';
import { openMemberDirectory } from '../../../packages/server/src/services/resolver/members/member-directory.ts';
import { openServiceIdentity } from '../../../packages/server/src/services/resolver/members/service-identity.ts';
import { createNetwork, type Network } from './messenger.ts';
import { createPeers, type Databases, type OurArchive, openOurArchive } from './ours.ts';
import type { Question } from './script.ts';
import { type ArchiveTruth, MESSAGE_MS, type World } from './truth.ts';
import type { VirtualTime } from './virtual-time.ts';

/** The resolver of the product, whole, over a network that is not there. */
export interface Harness {
  readonly network: Network;
  readonly ours: ReadonlyMap<number, OurArchive>;
  ask(
    question: Question,
    label: string,
  ): Promise<{ readonly resolution: Resolution; readonly trace: readonly TraceStep[] }>;
  include(archive: ArchiveTruth): Promise<void>;
  exclude(archive: ArchiveTruth): Promise<void>;
  revoke(archive: ArchiveTruth): Promise<void>;
  /** The product's Archive at its new address. */
  move(archive: ArchiveTruth): Promise<void>;
  close(): Promise<void>;
}

/** Nobody is cut off for lack of time: what the deadline cuts off is no question of truth. */
const LIMITS = { messageMs: MESSAGE_MS, hedgeMs: 250, maxAnswerBytes: 1_048_576, together: 64 };
const DEADLINE_MS = 600_000;
const KEY = '1234567890';

export const openHarness = async ({
  world,
  time,
  startMs,
  databases,
}: {
  readonly world: World;
  readonly time: VirtualTime;
  readonly startMs: number;
  readonly databases: Databases;
}): Promise<Harness> => {
  const clock: Clock = {
    now: () => BigInt(Math.round((startMs + time.now()) * 1_000)),
    wait: (microseconds) => new Promise((resolve) => setTimeout(resolve, Number(microseconds / 1_000n))),
  };
  const ours = new Map<number, OurArchive>();
  const peers = createPeers((url) => {
    const found = [...ours.values()].find(({ publicUrl }) => publicUrl === url);
    if (found === undefined) throw new Error(`${url} is nobody's`);
    return found;
  });
  const open = async (archive: ArchiveTruth): Promise<void> => {
    const before = ours.get(archive.number);
    const database = before?.database ?? databases.open(time);
    // A message of its lease may be under way, which takes time.
    if (before) await time.until(before.stopLease());
    const link = { send: (query: string) => sendToResolver(archive, query) };
    ours.set(archive.number, await openOurArchive(archive, { database, clock, peers, link, registrationKey: KEY }));
  };
  for (const archive of world.archives) if (archive.kind === 'ours') await open(archive);

  const network = createNetwork({ world, time, ours });
  const database = databases.open(time);
  const members = createSqlMembers(database);
  const fail = (error: unknown): never => {
    throw error;
  };
  for (const { service } of world.archives) await register(members, service, clock.now());
  const localTruth = world.archives.find(({ isLocal }) => isLocal);
  const circuits = createMemberCircuits({ clock, chance: () => 0.5 });
  const directory = await openMemberDirectory({
    members,
    localService: localTruth?.service,
    onConfirmed: circuits.answered,
    onError: fail,
  });
  const given = createSqlGivenLeases(database);
  const book = await openLeaseBook({
    given,
    now: () => ({ monotonic: performance.now(), wall: Date.now() }),
    onError: fail,
  });
  book.watch((number) => circuits.answered(number));
  const membership = createResolverService({
    members,
    messenger: network,
    hashes: { hash: async (key) => key, isHashOf: async (hash, key) => hash === key, isKnown: () => false },
    directory,
    leases: createLeaseAnswers({ given, book, secrets: createSecrets() }),
    clock,
  });
  const tell = async (subject: 'inclusionRequest' | 'exclusionRequest', archive: ArchiveTruth): Promise<void> => {
    const query = membershipQuery(subject, archive);
    const { status, body } = await time.until(membership.answer(query, { by: '192.0.2.1', isHead: false }));
    if (status !== 200) throw new Error(body);
  };
  const sendToResolver = async (archive: ArchiveTruth, query: string): Promise<string> => {
    await new Promise((resolve) => setTimeout(resolve, archive.latencyMs));
    if (archive.down !== undefined) throw refuse('peer-unreachable', { reason: 'silent', origin: 'the resolver' });
    return (await membership.answer(query, { by: '192.0.2.1', isHead: false })).body;
  };
  for (const archive of world.archives) await tell('inclusionRequest', archive);
  // A lease counts where digests speak for Archives; elsewhere everybody is asked.
  const hasLeases = world.maxAskedForUnknown < world.archives.length;
  if (hasLeases) for (const archive of ours.values()) archive.startLease();

  const holders = createHolderIndex({
    directory,
    messenger: network,
    leases: book,
    clock,
    secrets: { randomBytes: (count) => Buffer.alloc(count, 7) },
    files: NO_FILES,
    onError: fail,
  });
  const local = localTruth && ours.get(localTruth.number);
  const resolver = rememberRedirects({
    resolver: createResolver({
      directory,
      holders,
      messenger: network,
      local: local && {
        archive: { number: localTruth.number, service: localTruth.service, address: localTruth.address, isLocal: true },
        async answer(query) {
          const { body, isLasting = false } = await time.holdWhile(Promise.resolve(local.service.answer(query)));
          return { body, isLasting };
        },
      },
      circuits,
      isServiceOf: await openServiceIdentity({ pinned: createSqlPinnedServices(database), onError: fail }),
      locations: createLocationMemory({ now: () => performance.now(), maxAgeMs: 600_000 }),
      limits: { ...LIMITS, maxAskedForUnknown: world.maxAskedForUnknown },
      persistentAddress: 'http://resolver.example.org:80',
      now: () => performance.now(),
      deadlineMs: DEADLINE_MS,
      retryAfterSeconds: 30,
      onDispute: () => undefined,
    }),
    acknowledgments: { send: () => undefined },
    version: () => local?.catalogue.version(),
  });

  return {
    network,
    ours,
    async ask(question, label) {
      const trace: TraceStep[] = [];
      const request = {
        target: targetOf(question, label),
        clientAddresses: ['192.0.2.1'],
        languages: question.languages,
        isCounted: true,
      };
      const recalled = resolver.recall(request);
      if (recalled !== undefined) return { resolution: recalled, trace };
      const resolution = await time.until(resolver.resolve(request, (step) => trace.push(step)));
      return { resolution, trace };
    },
    async include(archive) {
      await tell('inclusionRequest', archive);
      if (hasLeases) ours.get(archive.number)?.startLease();
    },
    exclude: (archive) => tell('exclusionRequest', archive),
    async revoke({ service }) {
      await members.change(service, (member) => member && { kind: 'keep', member: { ...member, state: 'revoked' } });
      await directory.refresh();
    },
    move: open,
    async close() {
      await time.until(Promise.all([holders.close(), directory.close(), book.close()]));
      for (const archive of ours.values()) await time.until(archive.close());
      await database.close();
    },
  };
};

/** Digests are asked for again after a restart, and here nothing is ever restarted. */
const NO_FILES: DigestFiles = {
  async *read() {},
  begin: async () => ({ append: async () => undefined, keep: async () => undefined, discard: async () => undefined }),
  append: async () => undefined,
  remove: async () => undefined,
  retain: async () => undefined,
};

const register = async (members: ReturnType<typeof createSqlMembers>, service: string, now: bigint): Promise<void> => {
  await members.change(service, () => ({
    kind: 'keep',
    member: {
      service,
      state: 'registered',
      keyHash: KEY,
      address: undefined,
      ip: undefined,
      platformVersion: undefined,
      administratorEmail: undefined,
      isConfirmed: false,
      requestedAt: now,
      registeredAt: now,
      changedAt: now,
    },
  }));
};

const membershipQuery = (subject: 'inclusionRequest' | 'exclusionRequest', archive: ArchiveTruth): string => {
  const [address, service, ip] = [
    parseHostPort(archive.address),
    parseIbi(archive.service),
    parseIpAddress('192.0.2.1'),
  ];
  if (!address.ok || !service.ok || !ip.ok) throw new Error(archive.address);
  return formatServiceRequest({
    subject,
    archiveAddress: address.value,
    archiveIp: ip.value,
    protocol: 'HTTP',
    archiveService: service.value,
    platformVersion: '1',
    administratorEmail: 'a@example.org',
    registrationKey: KEY,
  });
};

export const targetOf = ({ modifier, path, isFileList, isOriginal }: Question, label: string): string => {
  const query = [
    ...(isOriginal ? ['ibiurl.requireditemstatus=Original'] : []),
    ...(isFileList ? ['ibiurl.verblist=GetFileList'] : []),
  ];
  return `/${label}${modifier}${path === undefined ? '' : `/${path}`}${query.length > 0 ? `?${query.join('&')}` : ''}`;
};
