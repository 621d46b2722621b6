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
} from '@perene/core/trust';
import type { NewItem } from '../../../ports/catalogue.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ItemFile } from '../../../ports/item-files.ts';
import type { Signatures, Signer } from '../../../ports/signatures.ts';

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
}): HandOverSeal => ({
  service,
  hash: ({ repository, ibips, files, metadata = {} }) =>
    hashManifest({ labels: [repository, ...ibips], files, metadata }, signatures.sha256),
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
});

const checked = ({ transfer, sender, receiver, ...said }: Sealed) => {
  const [id, from, to] = [parseTransferId(transfer), parseCanonicalLabel(sender), parseCanonicalLabel(receiver)];
  if (id.ok && from.ok && to.ok) return { ...said, transfer: id.value, sender: from.value, receiver: to.value };
  throw new Error('the sides of a transfer have names');
};
