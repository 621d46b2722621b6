import type { Label } from '../../ibi/label.ts';
import type { Instant } from '../statements/instant.ts';
import type { PublicKey } from '../statements/public-key.ts';
import type { Signed } from '../statements/signed.ts';
import type { KeyChange } from '../statements/statement.ts';

export type KeyProblem =
  /** The first change does not pin a key, or a later one does. */
  | 'keys/pinned'
  | 'keys/other-archive'
  /** It does not follow the key that counted until then. */
  | 'keys/former'
  /** A key that was given up never counts again. */
  | 'keys/reused'
  | 'keys/time'
  /** Signed neither by the former key, where it is rotated, nor otherwise by the log. */
  | 'keys/signer';

export interface KeyFault {
  /** Of the change in the list. */
  readonly index: number;
  readonly problem: KeyProblem;
}

/** Checks all changes of the key of one Archive, in order; signatures are checked elsewhere. */
export const checkKeyHistory = (
  changes: readonly Signed<KeyChange>[],
  { logKey }: { readonly logKey: PublicKey },
): readonly KeyFault[] => {
  const used = new Set<PublicKey>();
  const faults: KeyFault[] = [];
  for (const [index, change] of changes.entries()) {
    const problem = judgeChange(change, { before: changes[index - 1]?.statement, used, logKey });
    if (problem !== undefined) faults.push({ index, problem });
    used.add(change.statement.key);
  }
  return faults;
};

interface Before {
  readonly before: KeyChange | undefined;
  readonly used: ReadonlySet<PublicKey>;
  readonly logKey: PublicKey;
}

const judgeChange = ({ statement, key: signer }: Signed<KeyChange>, context: Before): KeyProblem | undefined => {
  const { before, used, logKey } = context;
  const { reason, archiveService, key, former, time } = statement;
  if ((before === undefined) !== (reason === 'pinned')) return 'keys/pinned';
  if (archiveService !== (before?.archiveService ?? archiveService)) return 'keys/other-archive';
  if (former !== before?.key) return 'keys/former';
  if (used.has(key)) return 'keys/reused';
  if (time < (before?.time ?? time)) return 'keys/time';
  return signer === (reason === 'rotated' ? former : logKey) ? undefined : 'keys/signer';
};

/**
 * How far a key counts for an Archive, after these changes: `current`; `former` for what was signed before the key was
 * rotated; `expired` for what was signed later; `replaced` if it was lost, because nobody knows who has it; `unknown`.
 */
export type KeyStanding = 'current' | 'former' | 'expired' | 'replaced' | 'unknown';

export const standingOfKey = (
  changes: readonly KeyChange[],
  { archiveService, key, time }: { readonly archiveService: Label; readonly key: PublicKey; readonly time: Instant },
): KeyStanding => {
  const own = changes.filter((change) => change.archiveService === archiveService);
  if (own.at(-1)?.key === key) return 'current';
  const end = own.find(({ former }) => former === key);
  if (end === undefined) return 'unknown';
  if (end.reason === 'replaced') return 'replaced';
  return time <= end.time ? 'former' : 'expired';
};
