import { Refusal, refuse } from '@perene/api/refusals';
import type { Label, RepositoryLabel } from '@perene/core';
import { formatTransferCheck, parseTransferConfirmation } from '@perene/core/federation';
import type { Hash } from '@perene/core/trust';
import type { ArchiveAddress, Messenger } from '../../../ports/federation/messenger.ts';
import type { TransferOffer } from '../../../ports/federation/peer-archives.ts';
import type { Secrets } from '../../../ports/system/secrets.ts';
import { type HolderFinder, outcomeIn } from '../relations/find-holder.ts';
import type { HandOverSeal } from './hand-over-seal.ts';

/** Who acts at the receiver. */
export interface TransferAuthor {
  readonly who: string;
  readonly isAdmin: boolean;
}

interface CheckedOffer {
  readonly id: string;
  readonly offer: TransferOffer;
  /** The repository name of the item. */
  readonly label: RepositoryLabel;
  /** All labels of the item and of its description. */
  readonly labels: readonly Label[];
  readonly hash: Hash;
  readonly author: TransferAuthor;
}

/**
 * Decision 54: nothing is taken over that its holder has not offered. `isFinal`: the holder itself is asked, which it can
 * answer once it has begun the transfer.
 */
export type CheckOffer = (offered: CheckedOffer, step: { readonly isFinal: boolean }) => Promise<void>;

const NOBODY_CLAIMS_IT: readonly unknown[] = ['unknown', 'no-original'];
const MAX_LABELS = 100;
const LIMITS = { deadlineMs: 5_000, maxBytes: 16_384 };

export const createOfferCheck = ({
  seal,
  holders,
  messenger,
  secrets,
  publicUrl,
}: {
  readonly seal: HandOverSeal;
  readonly holders: Pick<HolderFinder, 'find'>;
  readonly messenger: Pick<Messenger, 'send'>;
  readonly secrets: Pick<Secrets, 'sha256'>;
  /** The URL of this Archive. */
  readonly publicUrl: string;
}): CheckOffer => {
  const askHolder = async (archive: ArchiveAddress, { id, label, hash }: CheckedOffer): Promise<void> => {
    const question = formatTransferCheck({ label, digest: secrets.sha256(id) });
    const answer = await messenger.send(archive, question, LIMITS).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      throw refuse('transfer-unproved', { reason: 'unasked', label, holder: archive.service, said: error });
    });
    const offered = parseTransferConfirmation(answer);
    if (!offered.ok || offered.value?.hash !== hash || offered.value.to !== publicUrl) {
      throw refuse('transfer-unproved', { reason: 'not-offered', label, holder: archive.service });
    }
  };

  /** Returns the holder, which must be the sender; undefined where nobody claims the label. */
  const findSender = async (
    label: Label,
    sender: string,
    { isAdmin }: TransferAuthor,
  ): Promise<ArchiveAddress | undefined> => {
    const holder = await holders.find(label);
    if (holder.kind === 'none') {
      // Whoever moves a whole archive in may bring what nobody here has heard of.
      if (!NOBODY_CLAIMS_IT.includes(outcomeIn(holder.why))) {
        throw refuse('transfer-unproved', { reason: 'no-holder', label, said: holder.why });
      }
      if (isAdmin) return undefined;
      throw refuse('transfer-unproved', { reason: 'needs-admin', label });
    }
    const { archive } = holder;
    if (archive.service !== sender) {
      throw refuse('transfer-unproved', { reason: 'other-holder', label, holder: archive.service, sender });
    }
    return archive;
  };

  return async (offered, { isFinal }) => {
    const { id, offer, label, labels, hash, author } = offered;
    const { service: sender = '' } = offer;
    const said = { transfer: id, label, hash, sender, receiver: await seal.service() };
    if (!seal.says('offer', offer.signed, said)) throw refuse('transfer-unproved', { reason: 'signature', label });
    if (labels.length > MAX_LABELS)
      throw refuse('transfer-unproved', { reason: 'many-labels', label, max: MAX_LABELS });
    const archive = await findSender(label, sender, author);
    // An item could bring the label of somebody else's as its own, or as that of its description.
    for (const other of labels) if (other !== label) await findSender(other, sender, author);
    if (isFinal && archive !== undefined) await askHolder(archive, offered);
  };
};
