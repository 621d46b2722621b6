import type { Readable } from 'node:stream';
import type { Metadata } from '@perene/core/item';
import type { AccessRules, ItemContent, KeyedRequest } from '../../ports/catalogue.ts';
import type { ItemFile } from '../../ports/item-files.ts';

/** What people and programs do with items: here, or on another node that is reached over HTTP. */
export interface ArchiveOperations {
  deposit(request: DepositRequest, author: Author): Promise<ItemView>;
  /** Of a removed item, its tombstone. */
  show(label: string): Promise<ItemView>;
  files(label: string): Promise<readonly ItemFile[]>;
  list(request: ListRequest): Promise<ItemPage>;
  edit(label: string, change: EditRequest, author: Author): Promise<ItemView>;
  remove(label: string, request: RemoveRequest, author: Author): Promise<ItemView>;
  history(
    label: string,
    request: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
  ): Promise<HistoryPage>;
}

export interface Author {
  readonly who: string;
}

export interface DepositRequest extends Links {
  /** As people write it; see `parseMetadata`. Without a title, the name of the target file is taken. */
  readonly metadata?: unknown;
  readonly language?: string | undefined;
  /** The file that the item's URL leads to; without it the only file, or index.html, or the first. */
  readonly target?: string | undefined;
  readonly access?: AccessRules | undefined;
  readonly files: AsyncIterable<DepositedFile>;
  readonly request?: KeyedRequest | undefined;
}

/** Content is read as it comes, from its beginning unless a transport resumes; an upload was received before, in parts. */
export type DepositedFile =
  | { readonly path: string; readonly bytes?: number | undefined; readonly open: (start: number) => Readable }
  | { readonly path: string; readonly uploadId: string };

/** Labels of related items, here or elsewhere. */
export interface Links {
  readonly editionOf?: string | undefined;
  readonly nextEdition?: string | undefined;
  readonly translationOf?: string | undefined;
  readonly translations?: Readonly<Record<string, string>> | undefined;
}

export interface EditRequest extends Links {
  /** Each field replaces the one of that name; null removes it. */
  readonly metadata?: unknown;
  readonly language?: string | null | undefined;
  readonly target?: string | undefined;
  readonly access?: AccessRules | undefined;
  readonly addIbips?: readonly string[] | undefined;
  /** Only if the item is still at this revision. */
  readonly revision?: number | undefined;
}

interface RemoveRequest {
  readonly reason: string;
}

interface ListRequest {
  readonly words?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/** An item as the API and the command line show it; dates in ISO 8601. */
export interface ItemView extends ItemSummary {
  readonly content: ItemContent;
  readonly target?: string;
  readonly fileNameEncoding?: 'iso-8859-1';
  readonly access: AccessRules;
  readonly files: readonly ItemFile[];
  readonly metadata?: { readonly repository: string; readonly fields: Metadata; readonly updated: string };
  /** What a metadata item describes. */
  readonly describes?: string;
  readonly editions: { readonly next?: string; readonly last: string; readonly all: readonly string[] };
  /** By language, the item itself included. */
  readonly translations: Readonly<Record<string, string>>;
  readonly copiedFrom?: string;
  readonly removed?: { readonly at: string; readonly reason: string };
  readonly transfer?: { readonly direction: 'out' | 'in'; readonly peer: string; readonly id: string };
  readonly revision: number;
}

export interface ItemSummary {
  readonly repository: string;
  readonly ibip?: string;
  readonly ibips: readonly string[];
  readonly persistentUrl: string;
  readonly state: 'Original' | 'Copy' | 'Deleted';
  readonly title?: string;
  readonly creators: readonly string[];
  readonly language?: string;
  readonly created: string;
  readonly updated: string;
}

export interface ItemPage {
  readonly items: readonly ItemSummary[];
  readonly next?: string;
}

export interface HistoryPage {
  readonly entries: readonly {
    readonly at: string;
    readonly who: string;
    readonly action: string;
    readonly detail: unknown;
  }[];
  readonly next?: string;
}
