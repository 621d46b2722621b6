import { type Label, parseIbi } from '@perene/core';
import { type Hash, hashStatement, isAlert } from '@perene/core/trust';
import { LRUCache } from 'lru-cache';
import type { Signatures } from '../../../../ports/system/signatures.ts';
import type { LogStore } from '../../../../ports/trust/log-store.ts';
import type { LogAppender, LogOutcome } from '../append-log.ts';
import type { ClaimHearing } from '../claims/hear-claims.ts';
import { readStored } from '../stored-entries.ts';

/** Archives that claim the original of one item. */
interface Dispute {
  readonly ibi: string;
  readonly claims: readonly { readonly service: string }[];
}

/** Logs it once; `logged` if it is new. */
export type LogAlert = (dispute: Dispute) => Promise<LogOutcome>;

/** As many as an entry of the log takes. */
const MAX_CLAIMANTS = 64;
const MAX_ENTRIES = 200;
const REMEMBERED = { maxSize: 10_000, sizeCalculation: () => 1, ttl: 600_000 };

/** Logs that several Archives claim one original, with the hashes of their claims (decision 34). */
export const createAlertLog = ({
  log,
  store,
  hearing,
  signatures: { sha256 },
}: {
  readonly log: LogAppender;
  readonly store: Pick<LogStore, 'about'>;
  readonly hearing: Pick<ClaimHearing, 'finish'>;
  readonly signatures: Pick<Signatures, 'sha256'>;
}): LogAlert => {
  const remembered = new LRUCache<string, true>(REMEMBERED);

  /** The hash of the last claim of each Archive about the label. */
  const findClaims = async (label: Label): Promise<ReadonlyMap<Label, Hash>> => {
    const found = new Map<Label, Hash>();
    for (const stored of (await store.about(label, { limit: MAX_ENTRIES })).toReversed()) {
      const { content } = readStored(stored);
      if (isAlert(content) || content.statement.kind !== 'claim') continue;
      found.set(content.statement.archiveService, hashStatement(content.statement, sha256));
    }
    return found;
  };

  return async ({ ibi, claims }) => {
    const services = claims.flatMap(({ service }) => labelOf(service)).slice(0, MAX_CLAIMANTS);
    const [label] = labelOf(ibi);
    const name = `${ibi} ${services.toSorted().join(' ')}`;
    if (label === undefined || remembered.get(name)) return 'known';
    remembered.set(name, true);
    // Their claims came with the same answers.
    await hearing.finish();
    const hashes = await findClaims(label);
    const claimants = services.map((archiveService) => ({ archiveService, claim: hashes.get(archiveService) }));
    const [outcome = 'known'] = await log.append([{ kind: 'alert', label, problem: 'two-originals', claimants }]);
    return outcome;
  };
};

/** Other identifiers than IBIs are not logged. */
const labelOf = (text: string): readonly Label[] => {
  const ibi = parseIbi(text);
  return ibi.ok ? [ibi.value.text] : [];
};
