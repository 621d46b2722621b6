import { refuse } from '@perene/api/refusals';
import type { Label } from '@perene/core';
import { formatServiceRequest, parseHostPort, parseIbi, parseIpAddress } from '@perene/core';
import { createSqlMembers } from '../../../packages/server/src/adapters/sql/members/sql-members.ts';
import type { Clock } from '../../../packages/server/src/ports/system/clock.ts';
import type {
  Resolution,
  TraceStep,
} from '../../../packages/server/src/services/resolver/asking/outcome/resolution.ts';
import { createNetwork, type Network } from './messenger.ts';
import { createPeers, type Databases, type OurArchive, openOurArchive } from './ours.ts';
import { type OpenResolver, openResolver } from './resolver.ts';
import type { Question } from './script.ts';
import type { ArchiveTruth, World } from './truth.ts';
import type { VirtualTime } from './virtual-time.ts';

/** The whole resolver of the product, over a simulated network. */
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
  /** Moves the product's Archive to its new address. */
  move(archive: ArchiveTruth): Promise<void>;
  /** Stops the resolver; it starts again with its database and its files. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

const KEY = '1234567890';

export const openHarness = async ({
  world,
  time,
  startMs,
  databases,
  keepsDigests,
}: {
  readonly world: World;
  readonly time: VirtualTime;
  readonly startMs: number;
  readonly databases: Databases;
  /** Whether the resolver keeps digests in files, for the time after a restart. */
  readonly keepsDigests: boolean;
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
    const messenger = { sendToResolver: (_url: string, query: string) => sendToResolver(archive, query) };
    ours.set(
      archive.number,
      await openOurArchive(archive, { database, clock, peers, messenger, registrationKey: KEY }),
    );
  };
  for (const archive of world.archives) if (archive.kind === 'ours') await open(archive);

  const network = createNetwork({ world, time, ours });
  const database = databases.open(time);
  const folder = keepsDigests ? databases.makeFolder() : undefined;
  const members = createSqlMembers(database);
  for (const { service } of world.archives) await register(members, service, clock.now());
  const start = () => openResolver({ world, time, clock, database, network, ours, folder });
  /** Undefined while the resolver is stopped. */
  let running: OpenResolver | undefined = await start();
  const current = (): OpenResolver => {
    if (running === undefined) throw refuse('peer-unreachable', { reason: 'silent', origin: 'the resolver' });
    return running;
  };
  const tell = async (subject: 'inclusionRequest' | 'exclusionRequest', archive: ArchiveTruth): Promise<void> => {
    const query = membershipQuery(subject, archive);
    const { status, body } = await time.until(current().membership.answer(query, { by: '192.0.2.1', isHead: false }));
    if (status !== 200) throw new Error(body);
  };
  const sendToResolver = async (archive: ArchiveTruth, query: string): Promise<string> => {
    await new Promise((resolve) => setTimeout(resolve, archive.latencyMs));
    if (archive.down !== undefined) throw refuse('peer-unreachable', { reason: 'silent', origin: 'the resolver' });
    return (await current().membership.answer(query, { by: '192.0.2.1', isHead: false })).body;
  };
  for (const archive of world.archives) await tell('inclusionRequest', archive);
  // A lease counts if digests speak for Archives; otherwise everybody is asked.
  const hasLeases = world.maxAskedForUnknown < world.archives.length;
  if (hasLeases) for (const archive of ours.values()) archive.startLease();

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
      const { resolver } = current();
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
      await current().directory.refresh();
    },
    move: open,
    async stop() {
      const ending = current();
      running = undefined;
      await time.until(ending.close());
    },
    async start() {
      running = await start();
      network.failures.clear();
    },
    async close() {
      if (running) await time.until(running.close());
      for (const archive of ours.values()) await time.until(archive.close());
      await database.close();
    },
  };
};

const register = async (members: ReturnType<typeof createSqlMembers>, service: Label, now: bigint): Promise<void> => {
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
      confirmed: undefined,
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

export const aliasOf = (alias: number): string => `doi:10.5555/oracle.${alias}`;
