import { parseHostPort } from '@perene/core';
import { createDigestFiles } from '../../../packages/server/src/adapters/disk/disk-digest-files.ts';
import { createSqlCatalogue } from '../../../packages/server/src/adapters/sql/catalogue/sql-catalogue.ts';
import type { SqlDatabase } from '../../../packages/server/src/adapters/sql/engine/sql-database.ts';
import { createSqlMembers } from '../../../packages/server/src/adapters/sql/members/sql-members.ts';
import { createQuickSecrets } from '../../../packages/server/src/adapters/system/quick-secrets.ts';
import { createFederation } from '../../../packages/server/src/compose/create-federation.ts';
import { createRecollection } from '../../../packages/server/src/memory/recollection.ts';
import type { DigestFiles } from '../../../packages/server/src/ports/federation/digest-files.ts';
import type { Clock } from '../../../packages/server/src/ports/system/clock.ts';
import type { Secrets } from '../../../packages/server/src/ports/system/secrets.ts';
import type { Network } from './messenger.ts';
import type { OurArchive } from './ours.ts';
import { MESSAGE_MS, type World } from './truth.ts';
import type { VirtualTime } from './virtual-time.ts';

/** No question runs out of time here, because what a deadline cuts off is not a question of truth. */
const LIMITS = { messageMs: MESSAGE_MS, hedgeMs: 250, graceMs: 300, maxAnswerBytes: 1_048_576, together: 64 };
const RESOLUTION_MS = 600_000;
const RESOLVER_URL = 'http://resolver.example.org';

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
  const localTruth = world.archives.find(({ isLocal }) => isLocal);
  const local = localTruth && ours.get(localTruth.number);
  const address = parseHostPort(localTruth?.address ?? 'resolver.example.org');
  if (!address.ok) throw new Error(localTruth?.address);
  const members = createSqlMembers(database);
  const federation = await createFederation(
    {
      resolverUrl: RESOLVER_URL,
      publicUrl: localTruth === undefined ? RESOLVER_URL : `http://${localTruth.address}`,
      dataFolder: folder ?? 'never-made',
      joining: { address: address.value },
      identity: { repositoryPrefix: 'example.org/resolver', ibipPrefix: undefined, isForTryingOut: false },
    },
    {
      clock,
      members,
      messenger: network,
      secrets: createOpenSecrets(),
      mail: undefined,
      follows: { note: () => undefined },
      log: undefined,
      catalogue: local?.catalogue ?? createSqlCatalogue(database),
      recollection: local?.recollection ?? createRecollection(database.touches.follow()),
      service: local && {
        ...local.service,
        answer: (query) => time.holdWhile(Promise.resolve(local.service.answer(query))),
      },
      onError(error) {
        throw error;
      },
    },
    {
      askLimits: { ...LIMITS, maxAskedForUnknown: world.maxAskedForUnknown },
      resolutionMs: RESOLUTION_MS,
      digestFiles: folder === undefined ? NO_FILES : timeless(createDigestFiles({ folder }), time),
      chance: () => 0.5,
      // Every process counts from its own beginning.
      monotonicMs: () => performance.now() - bornAt,
    },
  );
  const { resolver, service: membership, directory, close } = federation;
  return { resolver, membership, members, directory, close };
};

/** Keys are their own hashes, and every run draws the same numbers. */
const createOpenSecrets = (): Secrets => {
  let drawn = 0;
  return {
    ...createQuickSecrets(),
    randomBytes(count) {
      const bytes = Buffer.alloc(count, 7);
      drawn += 1;
      // Names of leases differ, as real ones do.
      if (count > 8) bytes.writeUInt32BE(drawn);
      return bytes;
    },
    hashKey: async (key) => key,
    isKeyOf: async (hash, key) => hash === key,
    isKnownKey: () => false,
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
