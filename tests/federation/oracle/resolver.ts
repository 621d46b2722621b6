import { createDigestFiles } from '../../../packages/server/src/adapters/disk/disk-digest-files.ts';
import type { SqlDatabase } from '../../../packages/server/src/adapters/sql/engine/sql-database.ts';
import { createSqlMembers } from '../../../packages/server/src/adapters/sql/members/sql-members.ts';
import { createQuickSecrets } from '../../../packages/server/src/adapters/system/quick-secrets.ts';
import type { DigestFiles } from '../../../packages/server/src/ports/federation/digest-files.ts';
import type { Clock } from '../../../packages/server/src/ports/system/clock.ts';
import { findAlias } from '../../../packages/server/src/services/resolver/aliases/find-alias.ts';
import { resolveAliases } from '../../../packages/server/src/services/resolver/aliases/resolve-alias.ts';
import { createLocationMemory } from '../../../packages/server/src/services/resolver/asking/location-memory.ts';
import { createResolver } from '../../../packages/server/src/services/resolver/asking/resolve-persistent-url.ts';
import { createHolderIndex } from '../../../packages/server/src/services/resolver/digests/holder-index.ts';
import { createLeaseAnswers } from '../../../packages/server/src/services/resolver/leases/answer-leases.ts';
import { openLeaseBook } from '../../../packages/server/src/services/resolver/leases/lease-book.ts';
import { createResolverService } from '../../../packages/server/src/services/resolver/members/create-resolver-service.ts';
import { createMemberCircuits } from '../../../packages/server/src/services/resolver/members/member-circuits.ts';
import { openMemberDirectory } from '../../../packages/server/src/services/resolver/members/member-directory.ts';
import { openServiceIdentity } from '../../../packages/server/src/services/resolver/members/service-identity.ts';
import { rememberRedirects } from '../../../packages/server/src/services/resolver/redirects/redirect-memory.ts';
import type { Network } from './messenger.ts';
import type { OurArchive } from './ours.ts';
import { MESSAGE_MS, type World } from './truth.ts';
import type { VirtualTime } from './virtual-time.ts';

/** No question runs out of time here, because what a deadline cuts off is not a question of truth. */
const LIMITS = { messageMs: MESSAGE_MS, hedgeMs: 250, graceMs: 300, maxAnswerBytes: 1_048_576, together: 64 };
const DEADLINE_MS = 600_000;

export type OpenResolver = Awaited<ReturnType<typeof openResolver>>;

/** Opens one process of the product's resolver, which has forgotten everything except its database and its files. */
export const openResolver = async ({
  world,
  time,
  clock,
  database,
  network,
  ours,
  folder,
}: {
  readonly world: World;
  readonly time: VirtualTime;
  readonly clock: Clock;
  readonly database: SqlDatabase;
  readonly network: Network;
  readonly ours: ReadonlyMap<number, OurArchive>;
  /** The folder of its digests; without one they are not kept. */
  readonly folder: string | undefined;
}) => {
  const bornAt = performance.now();
  const fail = (error: unknown): never => {
    throw error;
  };
  const members = createSqlMembers(database);
  const localTruth = world.archives.find(({ isLocal }) => isLocal);
  const circuits = createMemberCircuits({ clock, chance: () => 0.5 });
  const directory = await openMemberDirectory({
    members,
    localService: localTruth?.service,
    onConfirmed: circuits.answered,
    onError: fail,
  });
  const book = await openLeaseBook({
    members,
    // Every process counts time from its own start.
    now: () => ({ monotonic: performance.now() - bornAt, wall: Date.now() }),
    onError: fail,
  });
  book.watch((number) => circuits.answered(number));
  const membership = createResolverService({
    log: undefined,
    members,
    messenger: network,
    secrets: { isKeyOf: async (hash, key) => hash === key, isKnownKey: () => false },
    directory,
    leases: createLeaseAnswers({ members, book, secrets: createQuickSecrets() }),
    // No node of the oracle asks its resolver.
    tellAlias: async () => undefined,
    clock,
  });
  const holders = createHolderIndex({
    directory,
    messenger: network,
    leases: book,
    clock,
    secrets: { randomBytes: (count) => Buffer.alloc(count, 7) },
    files: folder === undefined ? NO_FILES : timeless(createDigestFiles({ folder }), time),
    onError: fail,
  });
  const local = localTruth && ours.get(localTruth.number);
  const asking = {
    directory,
    holders,
    messenger: network,
    circuits,
    limits: { ...LIMITS, maxAskedForUnknown: world.maxAskedForUnknown },
    isServiceOf: await openServiceIdentity({ members, onError: fail }),
    onHeard: () => undefined,
    locations: createLocationMemory({ now: () => performance.now(), maxAgeMs: 600_000, maxLocations: 1_000 }),
    local: local && {
      archive: { number: localTruth.number, service: localTruth.service, address: localTruth.address, isLocal: true },
      async answer(query: string) {
        const { body, isLasting = false } = await time.holdWhile(Promise.resolve(local.service.answer(query)));
        return { body, isLasting };
      },
    },
  };
  const patience = { now: () => performance.now(), deadlineMs: DEADLINE_MS, retryAfterSeconds: 30 };
  const resolver = rememberRedirects({
    resolver: resolveAliases({
      ...patience,
      find: (alias, how) => findAlias(asking, alias, how),
      graceMs: LIMITS.graceMs,
      onClash: () => undefined,
      resolver: createResolver({
        ...asking,
        ...patience,
        persistentAddress: 'http://resolver.example.org:80',
        onDispute: () => undefined,
      }),
    }),
    acknowledgments: { send: () => undefined },
    version: () => local?.catalogue.version(),
  });
  return {
    resolver,
    membership,
    members,
    directory,
    async close() {
      await Promise.all([holders.close(), directory.close(), book.close()]);
    },
  };
};

/** Without restarts, nobody would read the files. */
const NO_FILES: DigestFiles = {
  async *read() {},
  begin: async () => ({ append: async () => undefined, keep: async () => undefined, discard: async () => undefined }),
  append: async () => undefined,
  remove: async () => undefined,
  retain: async () => undefined,
};

/** Time stands still while files are read and written. */
const timeless = (files: DigestFiles, { holdWhile }: VirtualTime): DigestFiles => ({
  async *read(service) {
    yield* await holdWhile(collect(files.read(service)));
  },
  async begin(service) {
    const file = await holdWhile(files.begin(service));
    return {
      append: (answer) => holdWhile(file.append(answer)),
      keep: () => holdWhile(file.keep()),
      discard: () => holdWhile(file.discard()),
    };
  },
  append: (service, answer) => holdWhile(files.append(service, answer)),
  remove: (service) => holdWhile(files.remove(service)),
  retain: (services) => holdWhile(files.retain(services)),
});

const collect = async (texts: AsyncIterable<string>): Promise<readonly string[]> => {
  const all: string[] = [];
  for await (const text of texts) all.push(text);
  return all;
};
