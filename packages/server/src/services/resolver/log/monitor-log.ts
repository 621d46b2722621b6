import { decodePaddedBase64, verifyConsistency } from '@perene/core/trust';
import type { Signatures } from '../../../ports/system/signatures.ts';
import type { LogOperations } from './log-operations.ts';
import { checkHead } from './verify-log.ts';

/** The head of a log that somebody keeps, to compare later ones with. */
export interface KeptHead {
  readonly logKey: string;
  readonly head: string;
}

export type MonitoredLog =
  /** The log has only grown; without a kept head, this is the first one. */
  | {
      readonly kind: 'first' | 'unchanged' | 'grown';
      readonly from: number;
      readonly to: number;
      readonly now: KeptHead;
    }
  /** What is wrong, as a code; `now` is the evidence. */
  | { readonly kind: 'wrong'; readonly problem: string; readonly now: KeptHead };

/** Compares the head of a log with one that was kept earlier. */
export const monitorLog = async (
  log: Pick<LogOperations, 'head' | 'consistency'>,
  kept: KeptHead | undefined,
  signatures: Pick<Signatures, 'verify' | 'sha256'>,
): Promise<MonitoredLog> => {
  const shown = await log.head({ isWitnessed: false });
  const now = { logKey: shown.logKey, head: shown.head };
  const { head, problems } = checkHead(shown, signatures);
  const wrong = (problem: string): MonitoredLog => ({ kind: 'wrong', problem, now });
  if (problems[0] !== undefined) return wrong(problems[0]);
  const to = head.checkpoint;
  if (kept === undefined) return { kind: 'first', from: 0, to: to.size, now };
  if (kept.logKey !== now.logKey) return wrong('log/other-key');
  const from = checkHead({ ...kept, witnessKeys: [] }, signatures).head.checkpoint;
  if (to.size < from.size) return wrong('log/shorter');
  const { path } = await log.consistency({ from: from.size, to: to.size });
  const hashes = path.map((text) => {
    const hash = decodePaddedBase64(text);
    return hash.ok ? hash.value : new Uint8Array();
  });
  const verdict = verifyConsistency(
    { from: from.size, to: to.size, fromRoot: from.root, toRoot: to.root, path: hashes },
    signatures.sha256,
  );
  if (!verdict.ok) return wrong('log/rewritten');
  return { kind: to.size === from.size ? 'unchanged' : 'grown', from: from.size, to: to.size, now };
};
