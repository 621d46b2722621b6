import type { Metadata } from '@perene/core/item';

/** What `/api/v1` answers; see its OpenAPI description. */
export type Role = 'reader' | 'depositor' | 'admin';

export interface Principal {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

export type ItemState = 'Original' | 'Copy' | 'Deleted';

export interface ItemSummary {
  readonly repository: string;
  readonly ibip?: string;
  readonly ibips: readonly string[];
  readonly persistentUrl: string;
  readonly state: ItemState;
  readonly title?: string;
  readonly creators: readonly string[];
  readonly language?: string;
  readonly created: string;
  readonly updated: string;
}

export interface ItemFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly mediaType: string;
}

export interface Access {
  readonly networks?: readonly string[];
  readonly fileList: 'open' | 'closed';
}

export interface Item extends ItemSummary {
  readonly content: 'Data' | 'Metadata' | 'Service';
  readonly target?: string;
  readonly access: Access;
  readonly files: readonly ItemFile[];
  readonly metadata?: { readonly repository: string; readonly fields: Metadata; readonly updated: string };
  readonly describes?: string;
  readonly editions: { readonly next?: string; readonly last: string; readonly all: readonly string[] };
  readonly translations: Readonly<Record<string, string>>;
  readonly copiedFrom?: string;
  readonly removed?: { readonly at: string; readonly reason: string };
  readonly transfer?: { readonly direction: 'out' | 'in'; readonly peer: string; readonly id: string };
  readonly revision: number;
}

export interface HistoryEntry {
  readonly at: string;
  readonly who: string;
  readonly action: string;
  readonly detail: unknown;
}

/** One page of a list; `next` is the cursor of the following one. */
export interface Page<Entry> {
  readonly entries: readonly Entry[];
  readonly next: string | undefined;
}
