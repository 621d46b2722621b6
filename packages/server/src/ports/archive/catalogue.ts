import type { Access } from '@perene/api';
import type { IbipLabel, Label, RepositoryLabel } from '@perene/core';
import type { AliasLabel, FileNameEncoding, ItemState, Metadata } from '@perene/core/item';
import type { Manifest, Signed, Transfer } from '@perene/core/trust';
import type { NewDoi } from '../dois/doi-queue.ts';
import type {
  Activity,
  ActivityQuery,
  AwaitingLinks,
  BroughtRecord,
  HistoryEntry,
  LabelChanges,
  LineOfBatch,
  TransferRecord,
  UnknownLanguage,
  Withdrawal,
} from './catalogue-records.ts';
import type { CatalogueWalks } from './catalogue-walks.ts';
import type { Changes } from './changes.ts';
import type { ClaimedItem, KeptStatement } from './claims.ts';
import type { AccessCounts, CountQuery, DailyCount } from './counts/access-counts.ts';
import type { UsageCounts } from './counts/usage-counts.ts';
import type { Collection, Collections, DeskChange, Membership, Opens } from './desk/collections.ts';
import type { Drafts, Reservation } from './desk/drafts.ts';
import type { FileChecks, ItemFixity } from './file-checks.ts';
import type { FileChecksums } from './file-checksums.ts';
import type { FoundSummary, ListedItems, ListedPage, SearchIndex, SummaryRequest } from './finding/listing.ts';
import type { ItemFile } from './item-files.ts';
import type { RelationProposals } from './relation-proposals.ts';

/** `Service` is the Archive service itself: an original that can neither be moved nor removed. */
export type ItemContent = 'Data' | 'Metadata' | 'Service';

/** Who may reach the documents of an item. */
export type AccessRules = Access;

/** An identified item, as this Archive holds it. Labels are canonical, dates are microseconds since 1970. */
export interface CatalogueItem {
  /** The person to whom it belongs; without one, it belongs to curators and administrators. */
  readonly owner?: string | undefined;
  /** Later items have higher numbers. */
  readonly number: bigint;
  readonly repository: RepositoryLabel;
  /** Answers and citations show the first one. */
  readonly ibips: readonly IbipLabel[];
  /** Other identifiers, as they are shown. */
  readonly aliases: readonly string[];
  readonly content: ItemContent;
  readonly state: ItemState;
  readonly language: string | undefined;
  /** The file that the item's URL leads to. */
  readonly target: string | undefined;
  readonly fileNameEncoding: FileNameEncoding;
  readonly access: AccessRules;
  readonly opens: Opens | undefined;
  /** A description is withdrawn with its item. */
  readonly withdrawal?: Withdrawal | undefined;
  /** Repository name of the item that describes this one. */
  readonly describedBy: RepositoryLabel | undefined;
  /** Repository name of the item that this one describes. */
  readonly describes: RepositoryLabel | undefined;
  /** The content of a metadata item. */
  readonly metadata: Metadata | undefined;
  readonly createdAt: bigint;
  readonly updatedAt: bigint;
  /** Counts the changes, so that nobody overwrites a change without having seen it. */
  readonly revision: bigint;
}

/** An item on its way into the catalogue. */
export interface NewItem {
  /** The person to whom it belongs. */
  readonly owner?: string | undefined;
  readonly repository: RepositoryLabel;
  readonly ibips: readonly IbipLabel[];
  readonly aliases?: readonly string[] | undefined;
  readonly content: ItemContent;
  readonly state: ItemState;
  readonly language?: string | undefined;
  readonly target?: string | undefined;
  readonly fileNameEncoding?: FileNameEncoding | undefined;
  readonly access?: AccessRules | undefined;
  readonly opens?: Opens | undefined;
  readonly withdrawal?: Withdrawal | undefined;
  readonly collections?: readonly Membership[] | undefined;
  readonly describes?: RepositoryLabel | undefined;
  readonly metadata?: Metadata | undefined;
  readonly files?: readonly ItemFile[] | undefined;
  readonly createdAt: bigint;
  readonly updatedAt: bigint;
  readonly links?: ItemLinks | undefined;
  /** What an imported item brings along. */
  readonly brought?: BroughtRecord | undefined;
  /** Present if the links wait for other lines of an import: see `AwaitingLinks`. */
  readonly linksAwait?: LineOfBatch | undefined;
}

/** Labels of related items, which may be held here or anywhere else. */
export interface ItemLinks {
  /** The item before this one; this one becomes its next edition. */
  readonly editionOf?: Label | undefined;
  readonly nextEdition?: Label | undefined;
  /** An item of the same content in another language. */
  readonly translationOf?: Label | undefined;
  /** Translations held elsewhere, by language. */
  readonly translations?: Readonly<Record<string, Label>> | undefined;
}

/** How a link was made. `before`: it is older than this record. */
export type LinkOrigin = 'deposit' | 'edit' | 'import' | 'copy' | 'transfer' | 'proposal' | 'before';

/** A link from an item to another, and since when it exists. */
export interface ItemLink {
  readonly kind: 'nextEdition' | 'editionOf' | 'translation';
  readonly label: Label;
  /** The language of a translation, if it is known. */
  readonly language: string | undefined;
  readonly origin: LinkOrigin;
  /** The Archive that the link comes from: its URL for a copy or a received item, its service for a proposal. */
  readonly archive: string | undefined;
  readonly who: string | undefined;
  readonly at: bigint | undefined;
  readonly holding: 'original' | 'copy' | 'elsewhere';
}

export interface ItemChange extends DeskChange {
  readonly language?: string | null | undefined;
  readonly target?: string | undefined;
  readonly access?: AccessRules | undefined;
  readonly addIbips?: readonly IbipLabel[] | undefined;
  readonly removeIbips?: readonly IbipLabel[] | undefined;
  /** Aliases that the item has already stay as they are. */
  readonly addAliases?: readonly string[] | undefined;
  /** Aliases in any spelling; those that the item does not have are ignored. */
  readonly removeAliases?: readonly string[] | undefined;
  /** Added to the links of an original; they replace the links of any other item. */
  readonly links?: ItemLinks | undefined;
  /** Labels whose links of any kind are removed from an original, before `links` are added. */
  readonly unlink?: readonly Label[] | undefined;
  readonly state?: ItemState | undefined;
  /** Of the item and its description; null ends it. */
  readonly withdrawal?: Withdrawal | null | undefined;
  readonly metadata?: Metadata | undefined;
  readonly files?: readonly ItemFile[] | undefined;
  /** The date of the change of the item itself, if that is not now: it was changed elsewhere, or not at all. */
  readonly updatedAt?: bigint | undefined;
}

export interface ExpectedChange {
  readonly item: Pick<CatalogueItem, 'repository' | 'revision'>;
  readonly change: ItemChange;
}

/** Who makes a change, and when; kept for ever in the history. */
export interface Authorship {
  readonly who: string;
  readonly at: bigint;
  readonly request?: KeyedRequest | undefined;
  /** DOIs of these items, which are to be registered. */
  readonly dois?: readonly NewDoi[] | undefined;
  readonly transfer?: TransferRecord | undefined;
  /** The draft that is published as the first of these items, under the label that is reserved for it. */
  readonly draft?: { readonly id: string; readonly revision: bigint } | undefined;
  /** The service of the Archive that these items are handed over to: a signed transfer of each is kept among its claims. */
  readonly handOverTo?: Label | undefined;
  /** What the old holder has signed so, and this Archive has checked: the first claim of the original follows it. */
  readonly handedOver?: readonly Signed<Transfer>[] | undefined;
  /** An administrator moves a whole archive in, with labels of this node's name that other programs made. */
  readonly isMovingIn?: boolean | undefined;
  /** The origin of new links, if it is not a deposit or an edit. */
  readonly linkOrigin?:
    | { readonly kind: 'import' }
    | { readonly kind: 'proposal'; readonly archive: string }
    | undefined;
  /**
   * The last step of the transaction, while nobody else writes; if it fails, nothing changes. `asWritten` sees what
   * this transaction, and those that share its commit, have written.
   */
  readonly beforeCommit?: ((asWritten: Pick<CatalogueReader, 'find'>) => Promise<void>) | undefined;
}

/** The key of a request: the same request under the same key is not carried out again. */
export interface KeyedRequest {
  readonly key: string;
  /** Shows whether it is the same request. */
  readonly fingerprint: string;
}

/** The last edition of an item, as far as this Archive knows. */
export interface LastEdition {
  /** The last edition that is held here and not deleted; it may be the item itself. */
  readonly here: CatalogueItem | undefined;
  /** The first edition after it that another Archive holds; only that Archive knows what follows. */
  readonly elsewhere: Label | undefined;
}

/** A related item that is held here, or known by its label only. */
export interface RelatedLabel {
  readonly label: Label;
  readonly language: string | undefined;
  readonly item: CatalogueItem | undefined;
}

export interface PageRequest {
  readonly before?: bigint | undefined;
  readonly limit: number;
}

export interface Page<Entry> {
  readonly entries: readonly Entry[];
  /** The beginning of the next page; undefined at the end. */
  readonly next: bigint | undefined;
}

/** The names by which an item is found. */
export type ItemName = Label | AliasLabel;

/** Reads the items that this Archive holds. */
export interface CatalogueReader {
  /** Finds an item by any of its labels, or by the label of an alias (`aliasLabel`). */
  find(name: ItemName): Promise<CatalogueItem | undefined>;
  /** What is known of a label that was reserved for a draft, in either form. */
  findReservation(name: ItemName): Promise<Reservation | undefined>;
  /** The item with its last claim, in one look-up. */
  findClaimed(name: ItemName): Promise<ClaimedItem | undefined>;
  /** What this Archive signed about the item, and transfers to it, the newest first. They stay when it is forgotten. */
  statements(repository: RepositoryLabel, page: PageRequest): Promise<Page<KeptStatement>>;
  /** What a claim of the item as it is now is about; undefined if the item is not here, or deleted. */
  manifest(repository: RepositoryLabel): Promise<Manifest | undefined>;
  files(repository: RepositoryLabel): Promise<readonly ItemFile[]>;
  file(repository: RepositoryLabel, path: string): Promise<ItemFile | undefined>;
  isDamaged(repository: RepositoryLabel, path: string): Promise<boolean>;
  fixity(repository: RepositoryLabel): Promise<ItemFixity>;
  /** The next edition that is not deleted; an edition that is held elsewhere is known by its label only. */
  nextEdition(repository: RepositoryLabel): Promise<RelatedLabel | undefined>;
  /** Costs one look-up, however long the chain is. For a copy it returns what the Archive of the original said. */
  lastEdition(repository: RepositoryLabel): Promise<LastEdition>;
  /**
   * The members of the item's family of translations that are not deleted, including the item itself. With a language,
   * only those that meet it: the ones in that language, or else its varieties, or else the language it is a variety of.
   */
  translations(repository: RepositoryLabel, language?: string): Promise<readonly RelatedLabel[]>;
  /** Every known edition, the earliest first; for a copy the ones before and after it. */
  editions(repository: RepositoryLabel): Promise<readonly RelatedLabel[]>;
  collectionsOf(repository: RepositoryLabel): Promise<readonly Collection[]>;
  /** The links of the item, and where each comes from. */
  links(repository: RepositoryLabel): Promise<readonly ItemLink[]>;
  /** Translations elsewhere whose language nobody has said, each with an original here; in the order of their labels. */
  unknownLanguages(page: { readonly after: string; readonly limit: number }): Promise<readonly UnknownLanguage[]>;
  /** Under the repository name; it stays when the item is forgotten. */
  history(name: ItemName, page: PageRequest): Promise<Page<HistoryEntry>>;
}

/** The catalogue at one moment. */
export interface CatalogueSnapshot extends CatalogueReader {
  /** How often items were opened, as `AccessCounts` has it. */
  accesses(query: CountQuery & { readonly limit: number }): Promise<readonly DailyCount[]>;
  /** How items were used, as `UsageCounts` has it. */
  readonly usage: Pick<UsageCounts, 'sum' | 'citing'>;
}

/** The items that this Archive holds, and all that is known of them. Each method is one transaction. */
export interface Catalogue extends CatalogueReader, CatalogueWalks {
  /** Runs `work` in one transaction. */
  snapshot<Result>(work: (snapshot: CatalogueSnapshot) => Promise<Result>): Promise<Result>;
  /** Items with data that are not deleted; with a search, only those that it finds. */
  list(page: ListedPage): Promise<ListedItems>;
  /** How many items a search finds, and what they can be narrowed by. */
  summarize(request: SummaryRequest): Promise<FoundSummary>;
  readonly searchIndex: SearchIndex;
  readonly collections: Collections;
  readonly drafts: Drafts;
  /** The first label that the request with this key made, if it was carried out. */
  findRequest(key: string): Promise<{ readonly fingerprint: string; readonly repository: RepositoryLabel } | undefined>;
  /** What this Archive has recorded as the receiver of a transfer. */
  findTransfer(id: string): Promise<TransferRecord | undefined>;
  /** Adds all of them or none. */
  add(items: readonly NewItem[], authorship: Authorship): Promise<void>;
  /** Makes all changes or none; refuses if an item has changed since it was read. */
  change(changes: readonly ExpectedChange[], authorship: Authorship & { readonly action: string }): Promise<void>;
  /** Drops copies; their history stays. Refuses like `change`. */
  forget(items: readonly Pick<CatalogueItem, 'repository' | 'revision'>[], authorship: Authorship): Promise<void>;
  readonly awaitingLinks: AwaitingLinks;
  /** Resolves once all labels may be given to anyone: the resolver knows them, or can no longer call them unknown. */
  settled(): Promise<void>;
  readonly labelChanges: LabelChanges;
  readonly changes: Changes;
  readonly accessCounts: AccessCounts;
  readonly usageCounts: UsageCounts;
  readonly fileChecks: FileChecks;
  readonly checksums: FileChecksums;
  readonly proposals: RelationProposals;
  /** The entries of the history after that place that match the whole query, the latest first. */
  activity(query: ActivityQuery): Promise<readonly Activity[]>;
}
