import { formatTransferConfirmation, type TransferCheck, type TransferConfirmation } from '@perene/core/federation';
import type { Catalogue } from '../../../ports/archive/catalogue.ts';
import type { Secrets } from '../../../ports/system/secrets.ts';
import type { HandOverSeal } from './hand-over-seal.ts';
import { hashHeld } from './hand-over-steps.ts';

/** Answers of the holder of an original to an Archive that has been offered it. */
export interface TransferConfirmations {
  answer(check: TransferCheck): Promise<string>;
}

export const createTransferConfirmations = ({
  catalogue,
  seal,
  secrets,
}: {
  readonly catalogue: Catalogue;
  readonly seal: HandOverSeal;
  readonly secrets: Pick<Secrets, 'sha256' | 'isSame'>;
}): TransferConfirmations => {
  const confirm = async ({ label, digest }: TransferCheck): Promise<TransferConfirmation> => {
    const item = await catalogue.find(label);
    if (item?.state.kind !== 'releasing' || !secrets.isSame(secrets.sha256(item.state.transfer), digest)) {
      return undefined;
    }
    return { hash: await hashHeld(catalogue, seal, item), to: item.state.to };
  };
  return { answer: async (check) => formatTransferConfirmation(await confirm(check)) };
};
