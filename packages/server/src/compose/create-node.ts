import { createGivenFiles } from '../adapters/disk/disk-given-files.ts';
import { createMimeMail } from '../adapters/mail/mime-mail.ts';
import { createSmtpMail } from '../adapters/mail/smtp-mail.ts';
import { createHttpMessenger } from '../adapters/peers/http-messenger.ts';
import { createHttpPeerArchives } from '../adapters/peers/http-peer-archives.ts';
import { createSqlCatalogue } from '../adapters/sql/catalogue/sql-catalogue.ts';
import { createSqlJoinedResolvers } from '../adapters/sql/members/sql-joined-resolvers.ts';
import { createSqlMembers } from '../adapters/sql/members/sql-members.ts';
import { createSqlNodeFacts } from '../adapters/sql/node/sql-node-facts.ts';
import { createSqlTableStore } from '../adapters/sql/node/sql-table-store.ts';
import { readMachineTime } from '../adapters/system/machine-time.ts';
import { createPatterns } from '../adapters/system/re2-patterns.ts';
import { createSystemClock } from '../adapters/system/system-clock.ts';
import { createSecrets } from '../adapters/system/system-secrets.ts';
import type { Settings } from '../config/settings.ts';
import { readVersion } from '../config/version.ts';
import { createRecollection } from '../memory/recollection.ts';
import { createCollections } from '../services/archive/collections/create-collections.ts';
import { createArchive } from '../services/archive/create-archive.ts';
import { createDocumentReader } from '../services/archive/documents/open-document.ts';
import { registerOriginals } from '../services/archive/dois/register-originals.ts';
import { createDigestAnswers } from '../services/archive/exchange/answer-digest.ts';
import { createArchiveService } from '../services/archive/exchange/archive-service.ts';
import { formsOfLabel } from '../services/archive/exchange/describe-urls.ts';
import { settleCatalogue } from '../services/archive/exchange/settled-catalogue.ts';
import { ensureArchiveService } from '../services/archive/items/ensure-archive-service.ts';
import { guardLabels } from '../services/archive/items/guard-labels.ts';
import { createOfferCheck } from '../services/archive/moving/check-offer.ts';
import { createTransferConfirmations } from '../services/archive/moving/confirm-transfer.ts';
import { createHandOverProbe } from '../services/archive/moving/hand-over-probe.ts';
import { createHandOverSeal } from '../services/archive/moving/hand-over-seal.ts';
import { createItemMover } from '../services/archive/moving/item-mover.ts';
import { createTransferReceiver } from '../services/archive/moving/receive-transfer.ts';
import { createRelationAnswers } from '../services/archive/relations/answer-relations.ts';
import { withCheckedIbips } from '../services/archive/relations/check-ibips.ts';
import { createRelations } from '../services/archive/relations/create-relations.ts';
import { createHolderFinder } from '../services/archive/relations/find-holder.ts';
import { createLinkSettling } from '../services/archive/relations/proposals/settle-proposals.ts';
import { withProposals } from '../services/archive/relations/proposals/with-proposals.ts';
import type { ResolverOperations } from '../services/resolver/asking/outcome/resolution.ts';
import type { AskMember } from '../services/resolver/log/claims/find-chain.ts';
import { createMembershipOperations } from '../services/resolver/members/create-membership-operations.ts';
import { createSample } from '../services/sample/create-sample.ts';
import { chooseResolver } from './choose-resolver.ts';
import { createCarriers, createExchange, openUrlKeys } from './create-exchange.ts';
import { createFederation } from './create-federation.ts';
import { createLog, readLate } from './create-log.ts';
import { createNames } from './create-names.ts';
import { createProofs } from './create-proofs.ts';
import { createSigning } from './create-signing.ts';
import { createUsage } from './create-usage.ts';
import { createNodeDois } from './names/create-node-dois.ts';
import { linkLate, once } from './once.ts';
import { openDatabase, openFiles } from './open-storage.ts';
import { SAMPLE_FOLDER } from './own-folders.ts';
import type { NodeOverrides } from './parts/node-overrides.ts';
import { createDesk } from './people/create-desk.ts';
import { createPeople } from './people/create-people.ts';
import { createHarvesting } from './serving/create-harvesting.ts';
import { createJoining } from './serving/start-joining.ts';

export type { NodeOverrides } from './parts/node-overrides.ts';

const ASK_LIMITS = { deadlineMs: 5_000, maxBytes: 262_144 };

/**
 * Makes every part of a node, in order. Nothing here runs by itself: parts that read much are made when they are first
 * needed, and `serveNode` starts the work in the background.
 */
export const createNode = async (settings: Settings, overrides: NodeOverrides = {}) => {
  const { dataFolder: folder, publicUrl, resolverUrl, maxFileBytes, joining, allowedNetworks } = settings;
  const { judgeVisits, onError = () => undefined, aroundCatalogue = (real) => real } = overrides;

  const version = readVersion();
  const database = overrides.database ?? (await openDatabase(settings));
  const clock = overrides.clock ?? createSystemClock();
  const secrets = overrides.secrets ?? createSecrets();
  const patterns = createPatterns();
  const messenger = overrides.messenger ?? createHttpMessenger({ allowedNetworks });
  const peers = overrides.peers ?? createHttpPeerArchives({ allowedNetworks });
  const mail = overrides.mail ?? (settings.smtp && createSmtpMail(settings.smtp));
  const recollection = createRecollection(overrides.follower ?? database.touches.follow());
  const names = createNames(settings, { database, clock, secrets, patterns, recollection });
  const { mint, givenDates, isMinted } = names;

  // These parts have what is known of the node and its people.
  const facts = createSqlNodeFacts(database);
  const signing = createSigning({ database, facts, clock, keyFile: settings.archiveKeyFile });
  const { signatures, signer, findSigner, findKey } = signing;
  const people = createPeople(settings, { database, facts, clock, secrets, mail, onError });

  // Changes of the catalogue are announced to the resolver that this Archive has joined.
  const held = createSqlCatalogue(database, settings, findSigner);
  const joined = createSqlJoinedResolvers(database, readMachineTime);
  const exchange = createExchange(settings, { joined, facts, catalogue: held, messenger });

  // The items, and their files.
  const { repositoryPrefix, ibipPrefix } = settings.identity;
  const prefixes = [repositoryPrefix, ...(ibipPrefix === undefined ? [] : [ibipPrefix])];
  const guarded = guardLabels(held, { clock, prefixes, ...givenDates });
  const { dataCite } = settings;
  const registering = dataCite?.register === 'all' ? registerOriginals(guarded, dataCite) : guarded;
  const catalogue = aroundCatalogue(settleCatalogue(registering, exchange.announcer.settle));
  const doiParts = createNodeDois(settings, { database, catalogue, clock, secrets, patterns, ...names, ...overrides });
  const files = openFiles(settings);
  const findCarrier = createCarriers(settings, {
    messenger,
    openOwn: async () => (await federation()).service,
    ownService: async () => (await serviceLabel()).text,
  });
  const items = createArchive({ catalogue, isMinted, findCarrier, files, clock, mint, maxFileBytes, resolverUrl });
  const collections = createCollections({ catalogue, clock, publicUrl, resolverUrl });
  const documents = createDocumentReader({ catalogue, files, clock, secrets, publicUrl, resolverUrl });
  const usage = createUsage(settings, { catalogue, archive: items, clock, secrets, version, judgeVisits, onError });
  const given = createGivenFiles();
  const sample = createSample({ archive: items, catalogue, facts, sources: given.openFolder(SAMPLE_FOLDER) });

  const seal = createHandOverSeal({ service: async () => (await serviceLabel()).text, signer, signatures, clock });
  const checkOffer = createOfferCheck({
    seal,
    holders: { find: async (label) => (await holders()).find(label) },
    messenger,
    secrets,
    publicUrl,
  });
  const receiver = createTransferReceiver({ catalogue, files, clock, seal, checkOffer, findCarrier, maxFileBytes });
  const mover = createItemMover({
    findCarrier,
    catalogue,
    files,
    clock,
    secrets,
    maxFileBytes,
    publicUrl,
    resolverUrl,
    peers,
    seal,
    receiver,
  });

  // The Archive towards resolvers. Its label is minted when somebody first asks for it.
  const serviceLabel = once(() =>
    ensureArchiveService({ catalogue, facts, clock, mint, chosen: settings.archiveService }),
  );
  const service = once(async () =>
    createArchiveService({
      ...settings,
      catalogue,
      recollection,
      clock,
      handOver: createHandOverProbe({ peers, seal }),
      follows: usage.follows,
      urlKeys: await openUrlKeys({ facts, secrets }),
      archiveAddress: joining.address,
      label: (await serviceLabel()).text,
      digests: createDigestAnswers({ changes: catalogue.labelChanges, clock }),
      platformSoftware: settings.platformSoftware && formsOfLabel(settings.platformSoftware.text),
      // Proposals are checked by the resolver, which asks the Archive itself: each needs the other.
      transfers: createTransferConfirmations({ catalogue, seal, secrets }),
      relations: { answer: async (message) => (await linking()).answers.answer(message) },
    }),
  );

  // The resolver, and the Archives that are its members.
  const members = createSqlMembers(database);
  const ask: AskMember = async (member, query) =>
    member.isLocal ? (await (await service()).answer(query)).body : messenger.send(member, query, ASK_LIMITS);
  const log = once(() => createLog(settings, { database, facts, signatures, clock, members, ask, onError }));
  const federation = once(async () =>
    createFederation(settings, {
      clock,
      secrets,
      catalogue,
      recollection,
      messenger,
      mail,
      members,
      follows: usage.follows,
      service: settings.roles.includes('archive') ? await service() : undefined,
      log: settings.roles.includes('resolver') ? await log() : undefined,
      onError,
    }),
  );
  const own: Pick<ResolverOperations, 'resolve'> = {
    resolve: async (...question) => (await federation()).resolver.resolve(...question),
  };
  const { resolver, isResolvedElsewhere } = chooseResolver(settings, own);
  const membership = createMembershipOperations({
    members,
    secrets,
    // A running node notices what a command changes within a second.
    directory: { refresh: async () => undefined },
    circuits: undefined,
    clock,
    mail,
    resolverUrl,
    onMailError: (error) => onError(error, 'an e-mail to the administrator of an Archive was not sent'),
    findEvidence: async (alert) => (await log()).findEvidence(alert),
    findTrust: async (services) => (await log()).findTrust(services),
  });

  const holders = once(async () => createHolderFinder(resolver));
  const linking = once(async () => {
    const parts = {
      catalogue,
      clock,
      messenger,
      holders: await holders(),
      service: (await serviceLabel()).text,
      trusted: joining.trusted,
    };
    return { operations: createRelations(parts), answers: createRelationAnswers({ ...parts, ...settings }) };
  });
  const relations = linkLate(async () => (await linking()).operations);
  const checked = withCheckedIbips(items, { clock, holders, service: async () => (await serviceLabel()).text });
  const archive = withProposals(checked, { ...relations, ...createLinkSettling({ catalogue, clock, holders }) });
  const desk = createDesk(settings, { catalogue, files, archive, ...people, clock, secrets, mint, onError });
  const itemProofs = createProofs(settings, { catalogue, signatures, log, resolver });
  const towardsResolver = once(() =>
    createJoining(settings, { joined, messenger, clock, version, serviceLabel, findKey }),
  );

  return {
    version,
    database,
    copyStanding: overrides.copyStanding,
    clock,
    secrets,
    patterns,
    ...signing,
    facts,
    ...people,
    ...names,
    ...doiParts,
    findCarrier,
    catalogue,
    recollection,
    files,
    items,
    archive,
    ...desk,
    collections,
    documents,
    ...usage,
    ...createHarvesting({ catalogue, folder, resolverUrl }),
    sample,
    seal,
    receiver,
    mover,
    peers,
    mail,
    exchange,
    joined,
    joining: towardsResolver,
    rotateKey: async () => signing.rotateKey((await serviceLabel()).text),
    serviceLabel,
    service,
    messenger,
    members,
    membership,
    federation,
    log: readLate(log),
    inspectLog: async () => (await log()).inspect(),
    resolver,
    isResolvedElsewhere,
    relations,
    itemProofs,
    tidyProposals: async () => (await linking()).operations.tidy(),
    mailFormat: createMimeMail(),
    tables: createSqlTableStore(database),
    given,
    maxFileBytes,
    async close() {
      await (await federation.made())?.close();
      await usage.finishCounting();
      await messenger.close();
      await doiParts.closeRegistry();
      await database.close();
    },
  };
};

export type Node = Awaited<ReturnType<typeof createNode>>;
