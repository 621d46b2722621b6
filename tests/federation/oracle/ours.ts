import { createHash, randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type IbipLabel, parseHostPort, parseIbi, type RepositoryLabel } from '@perene/core';
import { createDiskDraftFiles } from '../../../packages/server/src/adapters/disk/drafts/disk-draft-files.ts';
import { createDiskUploads } from '../../../packages/server/src/adapters/disk/uploads/disk-uploads.ts';
import { createSqlCatalogue } from '../../../packages/server/src/adapters/sql/catalogue/sql-catalogue.ts';
import { createSqlLabelChanges } from '../../../packages/server/src/adapters/sql/catalogue/sql-label-changes.ts';
import type { SqlDatabase } from '../../../packages/server/src/adapters/sql/engine/sql-database.ts';
import { openSqliteDatabase } from '../../../packages/server/src/adapters/sql/engine/sqlite/sqlite-database.ts';
import { createSqlJoinedResolvers } from '../../../packages/server/src/adapters/sql/members/sql-joined-resolvers.ts';
import { migrate } from '../../../packages/server/src/adapters/sql/migrations/migrations.ts';
import { createSqlNodeFacts } from '../../../packages/server/src/adapters/sql/node/sql-node-facts.ts';
import { createEd25519Signatures } from '../../../packages/server/src/adapters/system/ed25519-signatures.ts';
import { createQuickSecrets } from '../../../packages/server/src/adapters/system/quick-secrets.ts';
import { createRecollection } from '../../../packages/server/src/memory/recollection.ts';
import type { IncomingDocuments, ItemFile, ItemFiles } from '../../../packages/server/src/ports/archive/item-files.ts';
import type { Messenger } from '../../../packages/server/src/ports/federation/messenger.ts';
import type { PeerArchives, TransferOffer } from '../../../packages/server/src/ports/federation/peer-archives.ts';
import type { Clock } from '../../../packages/server/src/ports/system/clock.ts';
import { createArchive } from '../../../packages/server/src/services/archive/create-archive.ts';
import { createDigestAnswers } from '../../../packages/server/src/services/archive/exchange/answer-digest.ts';
import { createArchiveService } from '../../../packages/server/src/services/archive/exchange/archive-service.ts';
import { createLabelAnnouncer } from '../../../packages/server/src/services/archive/exchange/joining/announce-labels.ts';
import { keepLease } from '../../../packages/server/src/services/archive/exchange/joining/keep-lease.ts';
import { createLeaseMessages } from '../../../packages/server/src/services/archive/exchange/joining/lease-messages.ts';
import { settleCatalogue } from '../../../packages/server/src/services/archive/exchange/settled-catalogue.ts';
import { createUrlKeys } from '../../../packages/server/src/services/archive/exchange/url-keys.ts';
import { ensureArchiveService } from '../../../packages/server/src/services/archive/items/ensure-archive-service.ts';
import { copyItem } from '../../../packages/server/src/services/archive/moving/copy-item.ts';
import { createHandOverProbe } from '../../../packages/server/src/services/archive/moving/hand-over-probe.ts';
import { createHandOverSeal } from '../../../packages/server/src/services/archive/moving/hand-over-seal.ts';
import { createTransferReceiver } from '../../../packages/server/src/services/archive/moving/receive-transfer.ts';
import { createTransfers } from '../../../packages/server/src/services/archive/moving/transfer-item.ts';
import { ibi, ibipLabel, named, repositoryLabel } from '../../fixtures/labels.ts';
import type { ArchiveTruth } from './truth.ts';
import type { VirtualTime } from './virtual-time.ts';

const AUTHOR = { who: 'oracle' };
const RESOLVER_URL = 'http://resolver.example.org';
const KEY = 'key';

/** Makes databases that begin as copies of a migrated one. */
export const createDatabases = async () => {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'oracle-'));
  const template = join(folder, 'template.sqlite');
  const first = openSqliteDatabase(template);
  await migrate(first);
  await first.close();
  return {
    /** Opens a database; time stands still while it writes. */
    open(time: VirtualTime): SqlDatabase {
      const path = join(folder, `${randomUUID()}.sqlite`);
      copyFileSync(template, path);
      const database = openSqliteDatabase(path);
      const remove = (): void => {
        for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
      };
      return {
        ...database,
        transaction: (work) => time.holdWhile(database.transaction(work)),
        close: () => database.close().then(remove),
      };
    },
    makeFolder: (): string => mkdtempSync(join(folder, 'files-')),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};

export type Databases = Awaited<ReturnType<typeof createDatabases>>;

export type OurArchive = Awaited<ReturnType<typeof openOurArchive>>;

interface OurNeeds {
  readonly database: SqlDatabase;
  readonly clock: Clock;
  readonly peers: PeerArchives;
  /** Sends messages to the resolver. */
  readonly messenger: Pick<Messenger, 'sendToResolver'>;
  readonly registrationKey: string;
}

/** Opens the product's own Archive: its use cases over its catalogue, and its answers to resolvers. */
export const openOurArchive = async (
  { service: label, address }: ArchiveTruth,
  { database, clock, peers, messenger, registrationKey }: OurNeeds,
) => {
  const exchange = openExchange({ database, messenger, label, registrationKey });
  const catalogue = settleCatalogue(createSqlCatalogue(database), exchange.announcer.settle);
  const publicUrl = `http://${address}`;
  let labels: readonly { readonly repository: RepositoryLabel; readonly ibip?: IbipLabel }[] = [];
  const mint = async () => labels;
  const files = createMemoryFiles();
  const secrets = createQuickSecrets();
  const needs = {
    catalogue,
    files,
    clock,
    peers,
    secrets,
    mint,
    isMinted: async () => false,
    publicUrl,
    resolverUrl: RESOLVER_URL,
    maxFileBytes: 1_000,
  };
  const seal = createHandOverSeal({
    service: async () => repositoryLabel(label),
    signer: async () => SIGNER,
    signatures: SIGNATURES,
    clock,
  });
  const archiveAddress = parseHostPort(address);
  if (!archiveAddress.ok) throw new Error(address);
  const chosen = { text: label, form: 'repository' } as Parameters<typeof ensureArchiveService>[0]['chosen'];
  const recollection = createRecollection(database.touches.follow());
  const service = createArchiveService({
    catalogue,
    recollection,
    clock,
    handOver: createHandOverProbe({ peers, seal }),
    urlKeys: createUrlKeys('secret', createQuickSecrets()),
    publicUrl,
    archiveAddress: archiveAddress.value,
    label: (await ensureArchiveService({ catalogue, clock, mint, facts: createSqlNodeFacts(database), chosen })).text,
    digests: createDigestAnswers({ changes: createSqlLabelChanges(database), clock }),
    platformSoftware: undefined,
  });
  const archive = createArchive(needs);
  // Who may hand over what, and with which aliases, is tried elsewhere.
  const unasked = { checkOffer: async () => undefined, findCarrier: async () => undefined };
  const receiver = createTransferReceiver({ ...needs, seal, ...unasked });
  const transfers = createTransfers({ ...needs, seal, receiver });
  return {
    database,
    recollection,
    publicUrl,
    service,
    catalogue,
    receiver,
    archive,
    async deposit(
      given: { readonly label: string; readonly metadata: string; readonly ibip: string | undefined },
      { language, paths }: { readonly language: string | undefined; readonly paths: readonly string[] },
    ): Promise<void> {
      labels = [
        { repository: repositoryLabel(given.label), ...(given.ibip && { ibip: ibipLabel(given.ibip) }) },
        { repository: repositoryLabel(given.metadata) },
      ];
      const sent = async function* () {
        for (const path of paths) yield { path, open: () => Readable.from([path]) };
      };
      await archive.deposit({ language, target: paths[0], files: sent() }, AUTHOR);
    },
    link: (of: string, links: Parameters<typeof archive.edit>[1]) => archive.edit(named(of), links, AUTHOR),
    remove: (of: string) => archive.remove(named(of), { reason: 'an event' }, AUTHOR),
    copy: (of: string, from: string) => copyItem(needs, ibi(of), { from }, AUTHOR),
    transfer: (of: string, to: string) => transfers.transfer(named(of), { to, key: KEY }, AUTHOR),
    /** From now on the Archive holds a lease of the resolver, as long as it reaches the resolver. */
    startLease: exchange.start,
    stopLease: exchange.stop,
    async close() {
      await exchange.stop();
      await database.close();
    },
  };
};

/** The Archive's side of decision 43. */
const openExchange = ({
  database,
  messenger,
  label,
  registrationKey,
}: Pick<OurNeeds, 'database' | 'messenger' | 'registrationKey'> & { readonly label: string }) => {
  const archiveService = parseIbi(label);
  if (!archiveService.ok) throw new Error(label);
  const messages = createLeaseMessages({
    resolver: RESOLVER_URL,
    messenger,
    archiveService: archiveService.value,
    registrationKey,
  });
  const joined = createSqlJoinedResolvers(database, () => ({
    wall: Date.now(),
    uptime: performance.now(),
    boot: 'virtual',
  }));
  const monotonicMs = (): number => performance.now();
  const announcer = createLabelAnnouncer({
    joined,
    changes: createSqlLabelChanges(database),
    openMessages: async () => messages,
    findClaim: async () => undefined,
    monotonicMs,
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  });
  let lease: ReturnType<typeof keepLease> | undefined;
  return {
    announcer,
    start(): void {
      const onError = (error: unknown): never => {
        throw error;
      };
      const onDenied = (): void => undefined;
      const needs = { messages, joined, announcer, secrets: createQuickSecrets(), monotonicMs, onDenied, onError };
      if (lease) lease.wake();
      else lease = keepLease(needs);
    },
    async stop(): Promise<void> {
      await lease?.stop();
    },
  };
};

/** Makes Archives that reach one another without a network. */
export const createPeers = (find: (url: string) => OurArchive): PeerArchives => ({
  showItem: async (url, label) => JSON.parse(JSON.stringify(await find(url).archive.show(named(label)))) as unknown,
  openDocument: async (url) => Readable.from([decodeURIComponent(url.slice(url.indexOf('/doc/') + 5))]),
  askOutcome: ({ archive, id }) => find(archive).receiver.outcome(id),
  offerTransfer: ({ archive, id }, offer) => find(archive).receiver.offer(id, asSent(offer), ADMIN),
  sendTransfer({ archive, id }, offer, files) {
    const sent = async function* () {
      for (const { index, open } of files) yield { index, content: await open() };
    };
    return find(archive).receiver.accept(id, asSent(offer), sent(), ADMIN);
  },
  settleTransfer: ({ archive, id }, decision, transfers) => find(archive).receiver[decision](id, ADMIN, transfers),
});

const ADMIN = { ...AUTHOR, isAdmin: true };
const SIGNATURES = createEd25519Signatures();
const SIGNER = SIGNATURES.open(SIGNATURES.createKey());

const asSent = (offer: TransferOffer): TransferOffer => JSON.parse(JSON.stringify(offer));

/** The content of every file is its name, because documents are not judged here. */
const createMemoryFiles = (): ItemFiles => {
  const describe = (path: string): ItemFile => ({
    path,
    bytes: path.length,
    sha256: createHash('sha256').update(path).digest('hex'),
    mediaType: 'application/pdf',
  });
  const incoming: IncomingDocuments = {
    async receive(path, content) {
      content.resume();
      return describe(path);
    },
    adopt: async (path) => describe(path),
    keep: async () => undefined,
    replace: async () => undefined,
    withdraw: async () => undefined,
    discard: async () => undefined,
  };
  return {
    // Nobody uploads here, and the folder is made with the first upload.
    uploads: createDiskUploads({ folder: 'never-made' }),
    drafts: createDiskDraftFiles({ folder: 'never-made' }),
    begin: async () => incoming,
    link: async () => undefined,
    open: async (_, path) => Readable.from([path]),
    remove: async () => undefined,
    async *openRemoved() {},
    keptAt: async () => undefined,
    async *walk() {},
    hash: async (_, path) => ({ ...describe(path), crc32: 0 }),
    mend: async () => undefined,
    sweep: async () => undefined,
  };
};
