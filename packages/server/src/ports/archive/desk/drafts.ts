import type { DraftContent, Draft as DraftView } from '@perene/api';
import type { IbipLabel, RepositoryLabel } from '@perene/core';
import type { ItemFile } from '../item-files.ts';

export type DraftState = DraftView['state'];

export interface DraftFile extends ItemFile {
  readonly id: string;
}

export interface DraftNote {
  /** Microseconds since 1970. */
  readonly at: bigint;
  readonly who: string;
  readonly kind: 'sent' | 'returned' | 'taken-back';
  readonly comment?: string | undefined;
}

/** The labels of one item. */
export interface ReservedLabels {
  readonly repository: RepositoryLabel;
  readonly ibip?: IbipLabel | undefined;
}

export interface Reservation extends ReservedLabels {
  readonly draft: string;
  /** `ended`: the draft was discarded, and nothing will ever have the label. */
  readonly state: 'reserved' | 'published' | 'ended';
  readonly reservedAt: bigint;
}

/** A link by which anybody reads a draft. */
export interface DraftLink {
  readonly id: string;
  readonly purpose: 'review' | 'preview';
  readonly createdAt: bigint;
  readonly expiresAt: bigint;
}

/** Dates are microseconds since 1970. */
export interface StoredDraft {
  /** Later drafts have higher numbers. */
  readonly number: bigint;
  readonly id: string;
  readonly state: DraftState;
  /** The person to whom it belongs, if it is one. */
  readonly owner: string | undefined;
  /** The person or the key that began it. */
  readonly principal: string;
  /** As the history names them. */
  readonly madeBy: string;
  readonly content: DraftContent;
  readonly notes: readonly DraftNote[];
  /** What it was published as. */
  readonly item: RepositoryLabel | undefined;
  readonly files: readonly DraftFile[];
  /** Numbers of the people with whom it is shared. */
  readonly people: readonly string[];
  readonly links: readonly DraftLink[];
  readonly reservation: Reservation | undefined;
  readonly createdAt: bigint;
  readonly updatedAt: bigint;
  /** Counts all changes, also of its files. */
  readonly revision: bigint;
}

type Expected = Pick<StoredDraft, 'id' | 'revision'>;

/** A change of a draft refuses with `draft-changed` if it is not as it was read, or not open or in review any more. */
export interface Drafts {
  /** Returns false if the principal has as many open ones already. */
  add(
    draft: Pick<StoredDraft, 'id' | 'owner' | 'principal' | 'madeBy' | 'content' | 'createdAt'>,
    limits: { readonly most: number },
  ): Promise<boolean>;
  find(id: string): Promise<StoredDraft | undefined>;
  /** Open ones and those in review, the newest first: of this reader, shared with them, or all that are in review. */
  list(request: {
    readonly reader: { readonly person?: string | undefined; readonly principal: string; readonly seesAll: boolean };
    readonly state?: 'open' | 'review' | undefined;
    readonly before?: bigint | undefined;
    readonly limit: number;
  }): Promise<readonly StoredDraft[]>;
  change(
    expected: Expected,
    change: {
      readonly content?: DraftContent | undefined;
      readonly state?: 'open' | 'review' | undefined;
      readonly note?: DraftNote | undefined;
    },
    at: bigint,
  ): Promise<void>;
  /** Puts files in; returns the files of the same paths, which they replace. Refuses more than `most` in all. */
  addFiles(
    id: string,
    files: readonly DraftFile[],
    options: { readonly at: bigint; readonly most: number },
  ): Promise<readonly DraftFile[]>;
  /** Returns false if the draft has no such file. */
  removeFile(id: string, file: string, at: bigint): Promise<boolean>;
  share(id: string, person: string): Promise<void>;
  unshare(id: string, person: string): Promise<void>;
  /** A preview takes the place of the one before. Returns false if there are as many that work already. */
  addLink(id: string, link: DraftLink & { readonly hash: string }, limits: { readonly most: number }): Promise<boolean>;
  endLink(id: string, link: string): Promise<void>;
  findLink(hash: string): Promise<(Pick<DraftLink, 'purpose' | 'expiresAt'> & { readonly draft: string }) | undefined>;
  /** Gives the draft these labels unless it has some; returns what it has. Nobody else gets them, ever. */
  reserve(id: string, labels: ReservedLabels, at: bigint): Promise<Reservation>;
  /** Its label stays reserved. */
  discard(expected: Expected, at: bigint): Promise<void>;
  /** Removes links that expired before that time. */
  sweep(before: bigint): Promise<void>;
}
