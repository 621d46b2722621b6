import type { Readable } from 'node:stream';
import type { ClaimPage, HistoryPage, Item, ItemFile, ItemPage } from '@perene/api';
import type { Ibi } from '@perene/core';
import type { Alias, MetadataValue } from '@perene/core/item';
import type { FacetValues } from '@perene/core/search';
import type { AccessRules, KeyedRequest } from '../../ports/archive/catalogue.ts';
import type { DailyCount } from '../../ports/archive/counts/access-counts.ts';
import type { CitingItem, PeriodUsage } from '../../ports/archive/counts/usage-counts.ts';
import type { Opens } from '../../ports/archive/desk/collections.ts';
import type { ReservedLabels } from '../../ports/archive/desk/drafts.ts';
import type { ItemOrder, ListedState } from '../../ports/archive/finding/listing.ts';
import type { SuggestionRequest } from './listing/suggest-values.ts';

/** The names that people have for an item: a label in either form, or an alias. */
export type LabelOrAlias = Ibi | Alias;

/** The operations on items: of this node, or of another node that is reached over HTTP. */
export interface ArchiveOperations {
  deposit(request: DepositRequest, author: Author): Promise<ItemView>;
  /** For a removed item, returns its tombstone. */
  show(name: LabelOrAlias): Promise<ItemView>;
  files(name: LabelOrAlias): Promise<readonly ItemFile[]>;
  list(request: ListRequest): Promise<ItemPage>;
  edit(name: LabelOrAlias, change: EditRequest, author: Author): Promise<ItemView>;
  remove(name: LabelOrAlias, request: RemoveRequest, author: Author): Promise<ItemView>;
  /** Takes an original out of reach until it is restored. */
  withdraw(name: LabelOrAlias, request: RemoveRequest, author: Author): Promise<ItemView>;
  restore(name: LabelOrAlias, author: Author): Promise<ItemView>;
  history(name: LabelOrAlias, request: PageAsked): Promise<HistoryPage>;
  /** What the Archive has signed about the item, the latest first. */
  claims(name: LabelOrAlias, request: PageAsked): Promise<ClaimPage>;
}

interface PageAsked {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/** The Archive of this node, which also has what pages for readers show. */
export interface LocalArchive extends ArchiveOperations {
  /** Like `show`, with the history of the item, and how often it was opened in these days (YYYY-MM-DD). */
  present(name: LabelOrAlias, days: { readonly from: string; readonly to: string }): Promise<PresentedItem>;
  /** Values that items have in a field, for somebody who begins to write one. */
  suggest(request: SuggestionRequest): Promise<readonly MetadataValue[]>;
  /** Files of an item that another one keeps, as an edition those of the edition before. */
  openKept(
    name: LabelOrAlias,
    kept: { readonly paths: readonly string[]; readonly seesClosed: boolean },
  ): AsyncIterable<DepositedFile>;
}

export interface PresentedItem {
  readonly item: ItemView;
  /** What its persistent URL opens by its own word or that of its collections; undefined if the node decides. */
  readonly opens?: Opens | undefined;
  /** The history of the item and of its description, the latest first. */
  readonly history: readonly { readonly at: string; readonly action: string }[];
  readonly accesses: readonly DailyCount[];
  /** By month. */
  readonly usage: readonly PeriodUsage[];
  /** The items from which it was followed most, each with its persistent URL. */
  readonly citedFrom: readonly (CitingItem & { readonly url: string })[];
}

export interface Author {
  readonly who: string;
  /** The number of the person who acts, if it is one: what they deposit belongs to them. */
  readonly person?: string;
}

export interface DepositRequest extends Links {
  /**
   * The metadata as people write them; see `parseMetadata`. Without a title, the name of the target file is the title.
   */
  readonly metadata?: unknown;
  readonly language?: string | undefined;
  /** The file that the item's URL leads to; without it the only file, or index.html, or the first. */
  readonly target?: string | undefined;
  readonly access?: AccessRules | undefined;
  readonly opens?: Opens | undefined;
  /** Names of collections; where the deposit says nothing, the first of them that has a default does. */
  readonly collections?: readonly string[] | undefined;
  readonly files: AsyncIterable<DepositedFile>;
  readonly request?: KeyedRequest | undefined;
  /** The draft that becomes the item: its label was reserved before, and the item belongs to its owner. */
  readonly draft?:
    | {
        readonly id: string;
        readonly revision: bigint;
        readonly labels: ReservedLabels;
        readonly owner: string | undefined;
      }
    | undefined;
}

/**
 * Content that is read while it comes, from its beginning unless a transport resumes; or an upload that was received
 * before, in parts.
 */
export type DepositedFile =
  | {
      readonly path: string;
      readonly bytes?: number | undefined;
      /** Of content that is here already, under another item. */
      readonly sha256?: string | undefined;
      readonly open: (start: number) => Readable;
    }
  | { readonly path: string; readonly uploadId: string };

/** Labels of related items, here or elsewhere. */
export interface Links {
  readonly editionOf?: string | undefined;
  readonly nextEdition?: string | undefined;
  readonly translationOf?: string | undefined;
  readonly translations?: Readonly<Record<string, string>> | undefined;
}

export interface EditRequest extends Links {
  /** The fields to change. Each replaces the one of that name; null removes it. */
  readonly metadata?: unknown;
  readonly language?: string | null | undefined;
  readonly target?: string | undefined;
  readonly access?: AccessRules | undefined;
  /** null: as its collections or the node have it. */
  readonly opens?: Opens | null | undefined;
  /** The number of the person whom the item belongs to from now on; null: nobody. */
  readonly owner?: string | null | undefined;
  /** Names of all collections that the item is in from now on. */
  readonly collections?: readonly string[] | undefined;
  readonly addIbips?: readonly string[] | undefined;
  /** Only those that were added to it later. */
  readonly removeIbips?: readonly string[] | undefined;
  /** Labels of items whose links are removed; the links of this change are added afterwards. */
  readonly unlink?: readonly string[] | undefined;
  /** Other identifiers, in any of their forms. */
  readonly addAliases?: readonly string[] | undefined;
  readonly removeAliases?: readonly string[] | undefined;
  /** The change is made only if the item is still at this revision. */
  readonly revision?: number | undefined;
}

interface RemoveRequest {
  readonly reason: string;
}

export interface ListRequest {
  /** Whether items whose description is closed are left out. */
  readonly isOpenOnly?: boolean | undefined;
  /** What people type: see `parseSearch`. */
  readonly words?: string | undefined;
  readonly facets?: FacetValues | undefined;
  readonly state?: ListedState | undefined;
  /** The number of a person; the empty text stands for nobody. */
  readonly owner?: string | undefined;
  /** Whether items have what the desk shows of them. */
  readonly hasDetails?: boolean | undefined;
  /** By relevance if there are words, the newest first otherwise. */
  readonly sort?: ItemOrder | undefined;
  /** Whether it is counted how many there are, and what they can be narrowed by. */
  readonly hasCounts?: boolean | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/** An item as the API and the command line show it; dates in ISO 8601. */
export type ItemView = Item;
