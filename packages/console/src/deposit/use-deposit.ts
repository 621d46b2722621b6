import { useRef, useState } from 'preact/hooks';
import { createIdempotencyKey, type Deposit, depositItem } from '../api/deposit.ts';
import type { Item } from '../api/types.ts';
import { useSession } from '../shell/session.ts';

type DepositState =
  | { readonly kind: 'writing'; readonly error?: unknown }
  | { readonly kind: 'sending'; readonly share: number }
  | { readonly kind: 'done'; readonly item: Item };

export interface DepositProcess {
  readonly state: DepositState;
  readonly send: (deposit: Pick<Deposit, 'description' | 'files'>) => Promise<void>;
  readonly stop: () => void;
}

/** Makes one deposit, which may take several attempts. They share a key, so that the item is made once. */
export const useDeposit = (): DepositProcess => {
  const { client } = useSession();
  const [state, setState] = useState<DepositState>({ kind: 'writing' });
  const attempts = useRef({ idempotencyKey: createIdempotencyKey(), begunUploads: new Map<string, string>() });
  const stopping = useRef(new AbortController());

  const send = async (deposit: Pick<Deposit, 'description' | 'files'>): Promise<void> => {
    stopping.current = new AbortController();
    setState({ kind: 'sending', share: 0 });
    try {
      const item = await depositItem(client, {
        ...deposit,
        ...attempts.current,
        onProgress: (share) => setState({ kind: 'sending', share }),
        signal: stopping.current.signal,
      });
      setState({ kind: 'done', item });
    } catch (error) {
      setState({ kind: 'writing', error });
    }
  };
  return { state, send, stop: () => stopping.current.abort() };
};
