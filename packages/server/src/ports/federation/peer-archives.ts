import type { Readable } from 'node:stream';
import type { TransferOutcome } from '@perene/core/item';

/**
 * Other Archives, by their URL without a slash at its end. They may be hostile: a value of the type `unknown` may be
 * anything.
 */
export interface PeerArchives {
  /**
   * Returns all that the Archive says of an item; refuses with `item-not-found` or `item-removed` if the Archive says
   * so.
   */
  showItem(archive: string, label: string, access?: { readonly key: string | undefined }): Promise<unknown>;
  /** The content is refused with `peer-unreachable` if it comes too slowly. */
  openDocument(url: string, options?: { readonly signal?: AbortSignal | undefined }): Promise<Readable>;
  /** What the receiver of a transfer has recorded. */
  askOutcome(address: Omit<TransferAddress, 'key'>, limits: { readonly deadlineMs: number }): Promise<TransferAnswer>;
  /** Asks which files it would need; changes nothing there. */
  offerTransfer(address: TransferAddress, offer: TransferOffer): Promise<TransferAnswer>;
  /** Hands over the item, with the files that it needs. */
  sendTransfer(address: TransferAddress, offer: TransferOffer, files: readonly OutgoingFile[]): Promise<TransferAnswer>;
  /** `transfers`: signed by the old holder, for a commit. */
  settleTransfer(
    address: TransferAddress,
    decision: 'commit' | 'abort',
    transfers?: readonly string[],
  ): Promise<TransferAnswer>;
}

export interface TransferAddress {
  /** The URL of the receiver. */
  readonly archive: string;
  /** The name of the transfer, which nobody can guess. */
  readonly id: string;
  /** An API key of the receiver. */
  readonly key: string;
}

/** An item as its holder shows it, with the item that describes it. */
export interface TransferOffer {
  /** URL of the holder. */
  readonly from: string;
  /** Label of its Archive service. */
  readonly service?: string | undefined;
  /** The offer, signed by the holder. */
  readonly signed?: string | undefined;
  /** What a commit brings; earlier nodes sign it when the transfer begins, and send it with the offer. */
  readonly transfers?: readonly string[] | undefined;
  readonly item: unknown;
  readonly describing?: unknown;
}

export interface TransferAnswer {
  readonly outcome: TransferOutcome;
  /** Whether the receiver has all of it, and waits for the commit. */
  readonly isReceived: boolean;
  /** The indexes of the files that it needs, in the offered list of files. */
  readonly missing: readonly number[];
  /** Label of the Archive service of the receiver. */
  readonly service?: string | undefined;
  /** Whether the commit may bring the signed transfers. */
  readonly takesTransfers?: boolean | undefined;
  /** That it has all of the item, signed by the receiver. */
  readonly receipt?: string | undefined;
}

export interface OutgoingFile {
  readonly index: number;
  open(): Promise<Readable>;
}
