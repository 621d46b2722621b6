import {
  carryOutPlan,
  createVerifierKey,
  encodeUtf8,
  formatCheckpoint,
  formatNote,
  formatVerifierKey,
  type HashPlan,
  logSignature,
  planRoot,
  type VerifierKey,
} from '@perene/core/trust';
import type { Signatures, Signer } from '../../../ports/system/signatures.ts';
import type { LogStore } from '../../../ports/trust/log-store.ts';

/** The head of the log at one size. */
export interface SignedHead {
  readonly size: number;
  readonly root: Uint8Array;
  /** The text that the log signs, and witnesses after it. */
  readonly text: string;
  /** The text with the signature of the log. */
  readonly note: string;
}

/** Signs heads of the log. A signature of Ed25519 is always the same, so that every process makes the same head. */
export interface LogHeads {
  /** As `name+id+key`. */
  readonly logKey: string;
  readonly verifierKey: VerifierKey;
  /** Not older than a second, and of this size at least if the log has it. */
  newest(atLeast?: number): Promise<SignedHead>;
  /** Undefined where the log is not that large. */
  ofSize(size: number): Promise<SignedHead | undefined>;
  /** The hashes of a plan. */
  compute(plan: HashPlan): Promise<readonly Uint8Array[]>;
}

const PERIOD_MS = 1_000;

export const createLogHeads = ({
  store,
  signer,
  signatures: { sha256 },
  origin,
  now,
}: {
  readonly store: Pick<LogStore, 'size' | 'nodes'>;
  readonly signer: Signer;
  readonly signatures: Pick<Signatures, 'sha256'>;
  /** The name of the log. */
  readonly origin: string;
  /** Milliseconds, by a clock that is never set. */
  readonly now: () => number;
}): LogHeads => {
  const created = createVerifierKey({ role: 'log', name: origin, key: signer.key }, sha256);
  if (!created.ok) throw new Error(`${origin} cannot be the name of a log`);
  const verifierKey = created.value;
  let last: { readonly head: SignedHead; readonly madeAt: number } | undefined;

  const compute = async (plan: HashPlan): Promise<readonly Uint8Array[]> => {
    const hashes = carryOutPlan(plan, await store.nodes(plan.flat()), sha256);
    if (hashes === undefined) throw new Error('the log has lost a node');
    return hashes;
  };

  const make = async (size: number): Promise<SignedHead> => {
    if (last?.head.size === size) return last.head;
    const plan = planRoot(size);
    if (!plan.ok) throw new Error(`${size} is no size of a log`);
    const [root = new Uint8Array()] = await compute(plan.value);
    const text = formatCheckpoint({ origin, size, root, extensions: [] });
    const signature = logSignature(verifierKey, signer.signBytes(encodeUtf8(text)));
    return { size, root, text, note: formatNote({ text, signatures: [signature] }) };
  };

  return {
    logKey: formatVerifierKey(verifierKey),
    verifierKey,
    compute,
    async newest(atLeast = 0) {
      if (last !== undefined && now() - last.madeAt < PERIOD_MS && last.head.size >= atLeast) return last.head;
      const madeAt = now();
      const head = await make(await store.size());
      // Another call may have made a later one meanwhile.
      if (last === undefined || head.size >= last.head.size) last = { head, madeAt };
      return last.head;
    },
    async ofSize(size) {
      return size <= (await store.size()) ? make(size) : undefined;
    },
  };
};
