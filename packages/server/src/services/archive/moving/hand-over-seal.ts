import type { Label } from '@perene/core';
import {
  formatSigned,
  type Handover,
  type Hash,
  hashManifest,
  instantOf,
  parseCanonicalLabel,
  parseSigned,
  parseTransferId,
  type Signed,
  type Transfer,
} from '@perene/core/trust';
import type { NewItem } from '../../../ports/archive/catalogue.ts';
import type { ItemFile } from '../../../ports/archive/item-files.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import type { Signatures, Signer } from '../../../ports/system/signatures.ts';

/** What is offered, or received, and between whom. */
interface Sealed {
  readonly transfer: string;
  /** The repository name of the item. */
  readonly label: Label;
  readonly hash: Hash;
  readonly sender: string;
  readonly receiver: string;
}

/** Signs and checks what the two sides of a transfer say (decision 54). */
export interface HandOverSeal {
  /** The label of the Archive service of this node. */
  service(): Promise<Label>;
  /** The hash of all that an item is: its labels, files and metadata. */
  hash(item: ManifestSource): Hash;
  sign(kind: Handover['kind'], said: Sealed): Promise<string>;
  /** Whether it is signed and says all this. */
  says(kind: Handover['kind'], text: string | undefined, said: Partial<Sealed>): boolean;
  /** Between which Archives a receipt of this one is; undefined if there is none. */
  sidesOf(receipt: string | undefined): Pick<Sealed, 'sender' | 'receiver'> | undefined;
  /** Reads signed transfers of these items; undefined unless each is of one of them, and between these Archives. */
  readTransfers(
    texts: readonly string[],
    said: Pick<Sealed, 'sender' | 'receiver'> & { readonly items: readonly ManifestSource[] },
  ): readonly Signed<Transfer>[] | undefined;
}

interface ManifestSource extends Pick<NewItem, 'repository' | 'ibips' | 'metadata'> {
  readonly files: readonly ItemFile[];
}

const MICROSECONDS = 1_000_000n;

export const createHandOverSeal = ({
  service,
  signer,
  signatures,
  clock,
}: {
  readonly service: () => Promise<Label>;
  readonly signer: () => Promise<Signer>;
  readonly signatures: Signatures;
  readonly clock: Clock;
}): HandOverSeal => {
  const hashItem = ({ repository, ibips, files, metadata = {} }: ManifestSource): Hash =>
    hashManifest({ labels: [repository, ...ibips], files, metadata }, signatures.sha256);
  return {
    service,
    hash: hashItem,
    async sign(kind, said) {
      const time = instantOf(Number(clock.now() / MICROSECONDS));
      return formatSigned((await signer()).sign({ kind, ...checked(said), time }));
    },
    says(kind, text, said) {
      const signed = parseSigned(text ?? '');
      if (!signed.ok || signed.value.statement.kind !== kind) return false;
      const { statement } = signed.value;
      const fits = Object.entries(said).every(([name, value]) => statement[name as keyof Sealed] === value);
      return fits && signatures.isValid(signed.value);
    },
    sidesOf(receipt) {
      const signed = parseSigned(receipt ?? '');
      if (!signed.ok || signed.value.statement.kind !== 'receipt') return undefined;
      const { sender, receiver } = signed.value.statement;
      return { sender, receiver };
    },
    readTransfers(texts, { sender, receiver, items }) {
      const read = texts.map((text) => {
        const signed = parseSigned(text);
        if (!signed.ok || !isTransfer(signed.value)) return undefined;
        const { repository, hash, archiveService, receiver: to } = signed.value.statement;
        const item = items.find((one) => one.repository === repository);
        const isMeant = item !== undefined && hash === hashItem(item) && archiveService === sender && to === receiver;
        return isMeant && signatures.isValid(signed.value) ? signed.value : undefined;
      });
      return read.every((one) => one !== undefined) ? read : undefined;
    },
  };
};

const isTransfer = (signed: Signed): signed is Signed<Transfer> => signed.statement.kind === 'transfer';

const checked = ({ transfer, sender, receiver, ...said }: Sealed) => {
  const [id, from, to] = [parseTransferId(transfer), parseCanonicalLabel(sender), parseCanonicalLabel(receiver)];
  if (id.ok && from.ok && to.ok) return { ...said, transfer: id.value, sender: from.value, receiver: to.value };
  throw new Error('the sides of a transfer have names');
};
