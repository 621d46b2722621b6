import type { ArchiveFinding } from '@perene/api/refusals';
import type { ArchiveKey } from '@perene/core/federation';
import {
  decodePaddedBase64,
  type HistoryEnd,
  historyEndMessage,
  type PublicKey,
  publicKeyBytes,
} from '@perene/core/trust';
import { HISTORY_END, type SignedHistoryEnd } from '../../../ports/archive/claims.ts';
import type { HistoryChain } from '../../../ports/archive/history-chain.ts';
import type { NodeFacts } from '../../../ports/node/node-facts.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import type { Signatures } from '../../../ports/system/signatures.ts';

/** Is there once all rows of the history have links; from then on a transaction leaves none without. */
const FACT = 'history.linked';
const PAUSE_MICROSECONDS = 20_000n;
/** For a row that is gone, nothing tells the item. */
const NO_LABEL = '-';

interface HistoryParts {
  readonly historyChain: Pick<HistoryChain, 'walk' | 'itemsWithoutBeginning'>;
  readonly facts: Pick<NodeFacts, 'find'>;
  readonly signatures: Pick<Signatures, 'verify'>;
  /** The key of this Archive, and its former ones. */
  readonly findKey: () => Promise<ArchiveKey>;
  /** Signed ends of this history that were kept elsewhere, as `HISTORY_END` has them. */
  readonly otherEnds?: readonly string[] | undefined;
}

interface HistoryProblem {
  readonly label: string;
  readonly finding: ArchiveFinding;
}

/** Finds rows of the history that were changed, deleted, put in, or cut off, and items whose first row is gone. */
export async function* verifyHistory(parts: HistoryParts): AsyncGenerator<HistoryProblem> {
  const { historyChain, facts } = parts;
  const isLinked = (await facts.find(FACT)) !== undefined;
  const kept = await facts.find(HISTORY_END);
  const ends = new Map<string, string>();
  for (const text of [...(kept === undefined ? [] : [kept]), ...(parts.otherEnds ?? [])]) {
    const end = await readEnd(parts, text);
    if (end === undefined) yield { label: NO_LABEL, finding: { reason: 'history-end-forged' } };
    else ends.set(`${end.number} ${end.hash}`, end.number);
  }
  for await (const { number, hash, repository: label = NO_LABEL, finding, isBeforeLinked } of historyChain.walk()) {
    const row = Number(number);
    ends.delete(`${number} ${hash}`);
    if (finding === 'changed') yield { label, finding: { reason: 'history-changed', row } };
    if (finding === 'gone') yield { label, finding: { reason: 'history-gone', row } };
    // The rows of before this version wait for their links, in their order.
    if (finding === 'unlinked' && (isLinked || isBeforeLinked)) {
      yield { label, finding: { reason: 'history-unlinked', row } };
    }
  }
  for (const number of ends.values())
    yield { label: NO_LABEL, finding: { reason: 'history-cut', row: Number(number) } };
  for await (const label of historyChain.itemsWithoutBeginning()) {
    yield { label, finding: { reason: 'history-unbegun' } };
  }
}

/** Returns undefined unless a key of this Archive has signed it. */
const readEnd = async (
  { signatures, findKey }: Pick<HistoryParts, 'signatures' | 'findKey'>,
  text: string,
): Promise<HistoryEnd | undefined> => {
  const end = parseEnd(text);
  const { key, rotations } = await findKey();
  const keys = [key, ...rotations.flatMap(({ statement }) => [statement.key, statement.former])];
  const signature = decodePaddedBase64(end?.signature ?? '');
  const signer = keys.find((known) => known === end?.key);
  if (end === undefined || signer === undefined || !signature.ok) return undefined;
  const check = {
    key: publicKeyBytes(signer as PublicKey),
    message: historyEndMessage(end),
    signature: signature.value,
  };
  return signature.value.length === SIGNATURE_BYTES && signatures.verify(check) ? end : undefined;
};

const SIGNATURE_BYTES = 64;

const parseEnd = (text: string): SignedHistoryEnd | undefined => {
  try {
    const end = JSON.parse(text) as SignedHistoryEnd;
    return [end.service, end.number, end.hash, end.key, end.signature].every((part) => typeof part === 'string')
      ? end
      : undefined;
  } catch {
    return undefined;
  }
};

/** Links the history of before this version, a little at a time. Interrupted, it goes on from where it was. */
export const linkOldHistory = async (
  {
    historyChain,
    facts,
    clock,
  }: {
    readonly historyChain: Pick<HistoryChain, 'linkSome'>;
    readonly facts: Pick<NodeFacts, 'find' | 'keep'>;
    readonly clock: Pick<Clock, 'wait'>;
  },
  { isStopped }: { readonly isStopped: () => boolean },
): Promise<void> => {
  if ((await facts.find(FACT)) !== undefined) return;
  while (!isStopped()) {
    if (await historyChain.linkSome()) {
      await facts.keep(FACT, 'yes');
      return;
    }
    await clock.wait(PAUSE_MICROSECONDS);
  }
};
