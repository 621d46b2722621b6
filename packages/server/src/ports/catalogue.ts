import type { ItemState, Metadata, TransferOutcome } from '@perene/core/item';
import type { ItemFile } from './item-files.ts';

/** `Service` is the Archive service itself: an original that can neither be moved nor removed. */
export type ItemContent = 'Data' | 'Metadata' | 'Service';

/** How the names of files are spelled in URLs; old items carry names of the encoding that their makers used. */
export type FileNameEncoding = 'utf-8' | 'iso-8859-1';

/** Who may reach the documents of an item. */
export interface AccessRules {
  /** Where clients must be for the item itself, others are shown its metadata; absent: everywhere. */
  readonly networks?: readonly string[];
  readonly fileList: 'open' | 'closed';
}

/** An identified item, as this Archive holds it. Labels are canonical, dates are microseconds since 1970. */
export interface CatalogueItem {
  /** Later items have higher numbers. */
  readonly number: bigint;
  readonly repository: string;
  /** The first is the one that answers and citations show. */
  readonly ibips: readonly string[];
  readonly content: ItemContent;
  readonly state: ItemState;
  readonly language: string | undefined;
  /** The file that the item's URL leads to. */
  readonly target: string | undefined;
  readonly fileNameEncoding: FileNameEncoding;
  readonly access: AccessRules;
  /** Repository name of the item that describes this one. */
  readonly describedBy: string | undefined;
  /** Repository name of the item that this one describes. */
  readonly describes: string | undefined;
  /** What a metadata item says. */
  readonly metadata: Metadata | undefined;
  readonly createdAt: bigint;
  readonly updatedAt: bigint;
  /** Counts the changes, so that nobody overwrites one that he has not seen. */
  readonly revision: bigint;
}

/** An item on its way into the catalogue. */
export interface NewItem {
  readonly repository: string;
  readonly ibips: readonly string[];
  readonly content: ItemContent;
  readonly state: ItemState;
  readonly language?: string | undefined;
  readonly target?: string | undefined;
  readonly fileNameEncoding?: FileNameEncoding | undefined;
  readonly access?: AccessRules | undefined;
  readonly describes?: string | undefined;
  readonly metadata?: Metadata | undefined;
  readonly files?: readonly ItemFile[] | undefined;
  readonly createdAt: bigint;
  readonly updatedAt: bigint;
  readonly links?: ItemLinks | undefined;
}

/** Labels of related items, which may be held here or anywhere else. */
export interface ItemLinks {
  /** The item before this one; this one becomes its next edition. */
  readonly editionOf?: string | undefined;
  readonly nextEdition?: string | undefined;
  /** An item of the same content in another language. */
  readonly translationOf?: string | undefined;
  /** Translations held elsewhere, by language. */
  readonly translations?: Readonly<Record<string, string>> | undefined;
}

export interface ItemChange {
  readonly language?: string | null | undefined;
  readonly target?: string | undefined;
  readonly access?: AccessRules | undefined;
  readonly addIbips?: readonly string[] | undefined;
  readonly links?: ItemLinks | undefined;
  readonly state?: ItemState | undefined;
  readonly metadata?: Metadata | undefined;
  readonly files?: readonly ItemFile[] | undefined;
  /** When the item itself was changed, where that was not now: elsewhere, or not at all. */
  readonly updatedAt?: bigint | undefined;
}

export interface ExpectedChange {
  readonly item: Pick<CatalogueItem, 'repository' | 'revision'>;
  readonly change: ItemChange;
}

/** Who changes what, when; kept for ever in the history. */
export interface Authorship {
  readonly who: string;
  readonly at: bigint;
  readonly request?: KeyedRequest | undefined;
  readonly transfer?: TransferRecord | undefined;
  /**
   * The last step of the transaction, while nobody else writes; if it fails, nothing has changed. `asWritten` sees what
   * the transaction has written, and those that share its commit.
   */
  readonly beforeCommit?: ((asWritten: Pick<Catalogue, 'find'>) => Promise<void>) | undefined;
}

/**
 * What the receiver of a transfer records in the same transaction as its step: `open` of one that nothing is recorded
 * of, the others of one that is open. Without an item, of a transfer that nothing is recorded of.
 */
export interface TransferRecord {
  readonly id: string;
  readonly repository: string | undefined;
  readonly outcome: TransferOutcome;
}

/** A request that is sent again under the same key is not carried out again. */
export interface KeyedRequest {
  readonly key: string;
  /** Tells whether it is the same request. */
  readonly fingerprint: string;
}

export interface HistoryEntry {
  readonly number: bigint;
  readonly repository: string;
  readonly at: bigint;
  readonly who: string;
  readonly action: string;
  /** What the item was before and after, as far as it changed. */
  readonly detail: unknown;
}

/** A related item: here, or known by its label only. */
export interface RelatedLabel {
  readonly label: string;
  readonly language: string | undefined;
  readonly item: CatalogueItem | undefined;
}

export interface ListedItem {
  readonly item: CatalogueItem;
  readonly metadata: Metadata | undefined;
}

export interface PageRequest {
  readonly before?: bigint | undefined;
  readonly limit: number;
}

export interface Page<Entry> {
  readonly entries: readonly Entry[];
  /** Where the next page begins; absent at the end. */
  readonly next: bigint | undefined;
}

/** Which items this Archive holds, and all that is known of them. Each method is one transaction. */
export interface Catalogue {
  /** Another one after every change by anybody; nothing where that is not known without asking. */
  version(): number | undefined;
  /** By any of its labels. */
  find(label: string): Promise<CatalogueItem | undefined>;
  files(repository: string): Promise<readonly ItemFile[]>;
  file(repository: string, path: string): Promise<ItemFile | undefined>;
  /** The next edition that is not deleted, known by label only where it is held elsewhere. */
  nextEdition(repository: string): Promise<RelatedLabel | undefined>;
  /** The last edition that is not deleted, however long the chain; the item itself where there is no other. */
  lastEdition(repository: string): Promise<RelatedLabel>;
  /** Living members of the item's group of translations, itself included; only that language if one is asked for. */
  translations(repository: string, language?: string): Promise<readonly RelatedLabel[]>;
  /** Every edition known, the earliest first. */
  editions(repository: string): Promise<readonly RelatedLabel[]>;
  /**
   * The data item behind a repository name, if a relation of RTC-11 Table 9.5 may lead there from the item of that
   * number.
   */
  findRelated(itemNumber: bigint, repository: string): Promise<string | undefined>;
  /** Living items with data, newest first; with words, those whose metadata hold all of them. */
  list(page: PageRequest & { readonly words?: string | undefined }): Promise<Page<ListedItem>>;
  history(repository: string, page: PageRequest): Promise<Page<HistoryEntry>>;
  /** The first label of what a request made, if one with this key has been carried out. */
  findRequest(key: string): Promise<{ readonly fingerprint: string; readonly repository: string } | undefined>;
  /** What this Archive has recorded as the receiver of a transfer. */
  findTransfer(id: string): Promise<TransferRecord | undefined>;
  /** All or none of them. */
  add(items: readonly NewItem[], authorship: Authorship): Promise<void>;
  /** All or none of them; refuses where an item is no longer as it was read. */
  change(changes: readonly ExpectedChange[], authorship: Authorship & { readonly action: string }): Promise<void>;
  /** Copies that are dropped are not here any more; their history stays. Refuses like `change`. */
  forget(items: readonly Pick<CatalogueItem, 'repository' | 'revision'>[], authorship: Authorship): Promise<void>;
  /** Every catalogued file, in steps, for checks of the whole Archive. */
  walkFiles(): AsyncIterable<ItemFile & { readonly repository: string }>;
  count(): Promise<{ readonly items: number; readonly files: number }>;
  close(): Promise<void>;
}
