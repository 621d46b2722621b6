import { userInfo } from 'node:os';
import { refuse } from '@perene/api/refusals';
import type { Ibi } from '@perene/core';
import type { ArchiveKey } from '@perene/core/federation';
import type { KeyChange } from '@perene/core/trust';
import type { Command } from 'commander';
import { nameToRemember } from '../../../config/remembered-settings.ts';
import { readSettings, type SettingSources, type Settings } from '../../../config/settings.ts';
import type { Catalogue } from '../../../ports/archive/catalogue.ts';
import type { ClaimChecks } from '../../../ports/archive/claims.ts';
import type { HistoryChain } from '../../../ports/archive/history-chain.ts';
import type { ItemFiles } from '../../../ports/archive/item-files.ts';
import type { JoinedResolvers } from '../../../ports/federation/joined-resolvers.ts';
import type { MailFormat } from '../../../ports/federation/mail.ts';
import type { MinterStore } from '../../../ports/minting/minter-store.ts';
import type { GivenDates } from '../../../ports/minting/minting-state.ts';
import type { GivenFiles } from '../../../ports/node/given-files.ts';
import type { NodeFacts } from '../../../ports/node/node-facts.ts';
import type { TableStore } from '../../../ports/node/table-store.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import type { Patterns } from '../../../ports/system/patterns.ts';
import type { Secrets } from '../../../ports/system/secrets.ts';
import type { Signatures, Signer } from '../../../ports/system/signatures.ts';
import type { WitnessedLogs } from '../../../ports/trust/witnessed-logs.ts';
import type { ArchiveOperations, Author } from '../../../services/archive/archive-operations.ts';
import type { CollectionOperations } from '../../../services/archive/collections/collection-operations.ts';
import type { DoiOperations } from '../../../services/archive/dois/doi-operations.ts';
import type { SentCounts } from '../../../services/archive/dois/send-dois.ts';
import type { DraftOperations } from '../../../services/archive/drafts/draft-operations.ts';
import type { Joining } from '../../../services/archive/exchange/joining/join-resolver.ts';
import type { ChangeOperations } from '../../../services/archive/harvest/read-changes.ts';
import type { IsMinted } from '../../../services/archive/items/check-aliases.ts';
import type { MintLabels } from '../../../services/archive/items/deposit-item.ts';
import type { ItemProofs } from '../../../services/archive/items/prove-item.ts';
import type { ItemMover } from '../../../services/archive/moving/item-mover.ts';
import type { RelationOperations } from '../../../services/archive/relations/relation-operations.ts';
import type { UsageReports } from '../../../services/archive/usage/report-usage.ts';
import type { KeyRing } from '../../../services/keys/key-ring.ts';
import type { IbiMinting } from '../../../services/minting/mint-ibis.ts';
import type { NameBatchOperations } from '../../../services/noid/batches/name-batch-operations.ts';
import type { MinterOperations } from '../../../services/noid/minters/minter-operations.ts';
import type { PurlOperations } from '../../../services/noid/purl/purls.ts';
import type { PeopleOperations } from '../../../services/people/people-operations.ts';
import type { ResolverOperations } from '../../../services/resolver/asking/outcome/resolution.ts';
import type { ArchiveKeyOperations, LogOperations } from '../../../services/resolver/log/log-operations.ts';
import type { LogFinding } from '../../../services/resolver/log/verify-log.ts';
import type { MembershipOperations } from '../../../services/resolver/members/membership-operations.ts';
import type { SampleOperations } from '../../../services/sample/sample-operations.ts';
import { readSources, type SettingsContext } from './global-flags.ts';

/** What every command is given: a terminal, and a node when it asks for one. */
export interface CommandContext extends SettingsContext {
  /** Opens the node of a data folder, or one that runs elsewhere (`--server`). */
  readonly openNode: (settings: Settings, options?: OpeningOptions) => Promise<OpenedNode>;
  readonly openLocalNode: (settings: Settings, options?: OpeningOptions) => Promise<LocalNode>;
  /** For commands that check signatures, with a node or without. */
  readonly openSignatures: () => Promise<Signatures>;
}

export interface OpeningOptions {
  /** Is called with failures of work in the background. */
  readonly onError?: (error: unknown, what: string) => void;
  /** Whether the data are new and have no tables yet, because a backup brings its own. */
  readonly areDataNew?: boolean;
  /** Whether an empty data folder may become a new node. For other commands it is taken for a mistyped folder. */
  readonly mayBegin?: boolean;
}

/** The operations of any node, wherever it runs. */
export interface OpenedNode {
  readonly archive: ArchiveOperations;
  readonly collections: CollectionOperations;
  readonly drafts: DraftOperations;
  readonly relations: RelationOperations;
  readonly minter: Pick<IbiMinting, 'mint'>;
  readonly minters: MinterOperations;
  readonly nameBatches: NameBatchOperations;
  readonly purls: PurlOperations;
  readonly dois: DoiOperations;
  readonly keys: Pick<KeyRing, 'create' | 'list' | 'revoke'>;
  readonly people: PeopleOperations;
  readonly membership: MembershipOperations;
  readonly resolver: Pick<ResolverOperations, 'resolve'>;
  readonly sample: SampleOperations;
  readonly log: LogOperations & ArchiveKeyOperations;
  readonly itemProofs: ItemProofs;
  readonly itemChanges: ChangeOperations;
  readonly usageReports: Pick<UsageReports, 'report'>;
  /** Compares what is stored of the log with its entries; finds nothing in a log that is kept elsewhere. */
  readonly inspectLog: () => Promise<readonly LogFinding[]>;
  readonly mailFormat: MailFormat;
  close(): Promise<void>;
}

/** The operations that are possible only on the machine of the node. */
export interface LocalNode extends OpenedNode {
  readonly version: string;
  readonly clock: Clock;
  readonly facts: NodeFacts;
  readonly secrets: Secrets;
  readonly patterns: Patterns;
  readonly minterStore: MinterStore;
  readonly mint: MintLabels;
  readonly givenDates: GivenDates;
  readonly isMinted: IsMinted;
  readonly catalogue: Catalogue;
  readonly claimChecks: ClaimChecks;
  readonly historyChain: HistoryChain;
  readonly signatures: Signatures;
  readonly files: ItemFiles;
  readonly mover: ItemMover;
  /** Returns the label of the Archive service. */
  readonly serviceLabel: () => Promise<Ibi>;
  /** The Archive's side of joining its resolver; undefined where the settings name no resolver. */
  readonly joining: () => Promise<Joining | undefined>;
  readonly joined: JoinedResolvers;
  readonly witnessed: WitnessedLogs;
  readonly signer: () => Promise<Signer>;
  readonly findKey: () => Promise<ArchiveKey>;
  readonly rotateKey: () => Promise<KeyChange>;
  /** Undefined if the node has no account. */
  readonly sendDois: (() => Promise<SentCounts>) | undefined;
  readonly tables: TableStore;
  readonly given: GivenFiles;
  readonly maxFileBytes: number;
}

/** Who acts, for the records. A node that runs elsewhere learns this from the key. */
export interface Acting {
  readonly author: Author;
  readonly contact: string;
}

const actingUser = (): Acting => {
  const { username } = userInfo();
  return { author: { who: `${username} (command line)` }, contact: username };
};

export const withNode = async (
  command: Command,
  context: CommandContext,
  work: (node: OpenedNode & Acting, settings: Settings) => Promise<void>,
  options?: OpeningOptions,
): Promise<void> => {
  const sources = await readSources(command, context);
  const settings = readSettings(sources);
  const node = await context.openNode(settings, { mayBegin: mayBegin(command), ...options });
  try {
    await rememberName(command, context, sources);
    await work({ ...node, ...actingUser() }, settings);
  } finally {
    await node.close();
  }
};

export const withLocalNode = async (
  command: Command,
  context: CommandContext,
  work: (node: LocalNode & Acting, settings: Settings) => Promise<void>,
  options?: OpeningOptions,
): Promise<void> => {
  const sources = await readSources(command, context);
  const settings = readSettings(sources);
  if (settings.remote !== undefined) {
    throw refuse('setting-invalid', { reason: 'own-machine', command: pathOf(command) });
  }
  const node = await context.openLocalNode(settings, { mayBegin: mayBegin(command), ...options });
  try {
    await rememberName(command, context, sources);
    await work({ ...node, ...actingUser() }, settings);
  } finally {
    await node.close();
  }
};

/** Commands that may start a new node; all others need existing data. */
const BEGINNING =
  /^perene (?:deposit|draft create|import|restore|ibi mint|item copy|(?:key|minter) create|person invite|minter import|sample \w+|resolver register|archive \w+)$/;

const mayBegin = (command: Command): boolean => BEGINNING.test(pathOf(command));

/**
 * Commands that mint the first labels of a data folder. Imports and commands about the Archive service need not mint,
 * and often come before the node has its port: several nodes on one machine must not get the same name by them.
 */
const MINTING = /^perene (?:deposit|draft \w+|ibi mint|sample \w+)$/;

/** A data folder keeps the name under which its first labels are minted, whichever port its node listens on later. */
const rememberName = async (command: Command, context: CommandContext, sources: SettingSources): Promise<void> => {
  const settings = readSettings(sources);
  if (settings.remote !== undefined || !MINTING.test(pathOf(command))) return;
  if (Object.keys(sources.remembered ?? {}).length === 0) await context.rememberNode(settings, nameToRemember(sources));
};

/** Returns the command as users write it: `perene item copy`. */
const pathOf = (command: Command): string =>
  command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
