import { Refusal } from '@perene/api/refusals';
import type { Label } from '@perene/core';
import type { ArchiveKey } from '@perene/core/federation';
import {
  type Hash,
  hashStatement,
  isAlert,
  type PublicKey,
  parseLogEntry,
  parseSignedCheckpoint,
  type Signed,
  type Transfer,
} from '@perene/core/trust';
import type { Catalogue, CatalogueItem } from '../../../../ports/archive/catalogue.ts';
import type { ItemFiles } from '../../../../ports/archive/item-files.ts';
import type {
  ComparedItem,
  LoggedStatement,
  RestoredClaims,
  RestoredCounts,
} from '../../../../ports/archive/restored-claims.ts';
import type { Clock } from '../../../../ports/system/clock.ts';
import type { Signatures } from '../../../../ports/system/signatures.ts';
import type { WitnessedLogs } from '../../../../ports/trust/witnessed-logs.ts';
import { removeItem } from '../../items/change-item.ts';

interface ContinuingNeeds {
  /** Address of the resolver that this Archive has joined. */
  readonly resolver: string;
  /** Reads its log from that entry on. */
  readonly readEntries: (from: number) => Promise<{ readonly entries: readonly string[]; readonly size: number }>;
  /** Where the original of an item is now. */
  readonly findHolder: (label: Label) => Promise<string | undefined>;
  readonly restoredClaims: RestoredClaims;
  readonly witnessed: Pick<WitnessedLogs, 'find'>;
  readonly catalogue: Catalogue;
  readonly files: ItemFiles;
  readonly signatures: Pick<Signatures, 'isValid' | 'sha256'>;
  readonly findKey: () => Promise<ArchiveKey>;
  readonly service: Label;
  readonly clock: Clock;
  readonly isStopped: () => boolean;
}

/** Kept only until the claim that follows it comes. */
const MAX_TRANSFERS = 10_000;
const NOTHING: RestoredCounts = { statements: 0, removed: 0, handedOver: 0, lost: 0 };
const AUTHOR = { who: 'perene' };
const REMOVED_AGAIN = 'removed before';
const PAUSE_MICROSECONDS = 10_000n;

/**
 * Notes from where on the log is to be read, before this Archive sees a newer head: what it signed after a backup was
 * logged after the head that the backup has.
 */
export const findLogPlace = async ({
  resolver,
  restoredClaims,
  witnessed,
}: Pick<ContinuingNeeds, 'resolver' | 'restoredClaims' | 'witnessed'>): Promise<number | undefined> => {
  const restoration = await restoredClaims.find();
  if (restoration?.step === 'reading' && restoration.from !== undefined) return restoration.from;
  const known = await witnessed.find(resolver);
  const head = known && parseSignedCheckpoint(known.head);
  const from = head?.ok ? head.value.checkpoint.size : undefined;
  if (restoration?.step !== 'reading') return from;
  await restoredClaims.save({ ...restoration, from: from ?? 0 });
  return from ?? 0;
};

/**
 * Brings an Archive that was restored from an older backup up to what it had signed since, so that its next claims
 * follow those in the log. What it removed or handed over meanwhile is not its original again. Returns what it did;
 * undefined if nothing was to be done. Interrupted, it begins again where it was.
 */
export const continueClaims = async (
  needs: ContinuingNeeds,
  from: number | undefined,
): Promise<RestoredCounts | undefined> => {
  const { restoredClaims } = needs;
  const before = await restoredClaims.find();
  if (before?.step === 'comparing') return compareItems(needs, before);
  const isAwaited = before?.step === 'reading';
  const read = from === undefined ? NOTHING : await readLog(needs, from);
  if (read === undefined || (!isAwaited && read.statements === 0)) return undefined;
  const upTo = isAwaited ? before.upTo : String(await restoredClaims.lastNumber());
  const comparing = { step: 'comparing', upTo, after: '0', counts: read } as const;
  await restoredClaims.save(comparing);
  return compareItems(needs, comparing);
};

/** Returns undefined if it was stopped. */
const readLog = async (needs: ContinuingNeeds, from: number): Promise<RestoredCounts | undefined> => {
  const take = createTaker(needs, await needs.findKey());
  let counts = NOTHING;
  for (let next = from; !needs.isStopped(); ) {
    const { entries, size } = await needs.readEntries(next);
    const found = entries.flatMap(take);
    const kept = found.length === 0 ? NOTHING : await needs.restoredClaims.keep(found);
    counts = { ...counts, statements: counts.statements + kept.statements, lost: counts.lost + kept.lost };
    next += entries.length;
    if (next >= size || entries.length === 0) return counts;
  }
  return undefined;
};

/** Takes what this Archive has signed out of the entries of a log, and the transfers that it received. */
const createTaker = (
  { signatures, service }: Pick<ContinuingNeeds, 'signatures' | 'service'>,
  { key, rotations }: ArchiveKey,
): ((entry: string) => readonly LoggedStatement[]) => {
  const keys = new Set<PublicKey>([key]);
  for (const { statement } of rotations) {
    keys.add(statement.key);
    if (statement.former !== undefined) keys.add(statement.former);
  }
  const received = new Map<Hash, Signed<Transfer>>();
  return (text) => {
    const entry = parseLogEntry(text);
    if (!entry.ok || isAlert(entry.value.content)) return [];
    const { statement, ...signature } = entry.value.content;
    const isOwn = statement.archiveService === service && keys.has(signature.key);
    if (statement.kind === 'key') {
      // The key may have been rotated after the backup. Only a key of this Archive can say so.
      if (isOwn && statement.reason === 'rotated' && signatures.isValid({ statement, ...signature })) {
        keys.add(statement.key);
      }
      return [];
    }
    const signed = { statement, ...signature };
    if (isOwn) {
      if (!signatures.isValid(signed)) return [];
      const before = statement.previous === undefined ? undefined : received.get(statement.previous);
      const own = { isOwn: true, signed };
      return before === undefined ? [own] : [{ isOwn: false, signed: before }, own];
    }
    if (statement.kind === 'transfer' && statement.receiver === service && signatures.isValid(signed)) {
      if (received.size >= MAX_TRANSFERS) received.clear();
      received.set(hashStatement(statement, signatures.sha256), { statement, ...signature });
    }
    return [];
  };
};

/** Goes through all items, a few at a time. */
const compareItems = async (
  needs: ContinuingNeeds,
  { upTo, after, counts: before }: { readonly upTo: string; readonly after: string; readonly counts: RestoredCounts },
): Promise<RestoredCounts | undefined> => {
  const { restoredClaims, clock } = needs;
  let counts = before;
  for (let last = BigInt(after); !needs.isStopped(); ) {
    const items = (await restoredClaims.after(last)).filter(({ number }) => number <= BigInt(upTo));
    const end = items.at(-1);
    if (end === undefined) {
      await restoredClaims.save({ step: 'done', counts });
      return counts;
    }
    for (const item of items) {
      const done = await settleItem(needs, item);
      if (done !== undefined) counts = { ...counts, [done]: counts[done] + 1 };
    }
    await restoredClaims.sign(
      items.map(({ repository }) => repository),
      clock.now(),
    );
    last = end.number;
    await restoredClaims.save({ step: 'comparing', upTo, after: String(last), counts });
    await clock.wait(PAUSE_MICROSECONDS);
  }
  return undefined;
};

/** What this Archive has signed counts more than the backup. */
const settleItem = async (
  needs: ContinuingNeeds,
  { repository, last }: ComparedItem,
): Promise<'removed' | 'handedOver' | undefined> => {
  if (last?.kind !== 'claim' || last.state === 'Original') return undefined;
  const item = await needs.catalogue.find(repository);
  if (item?.state.kind !== 'original' || item.content === 'Service') return undefined;
  if (last.state === 'Copy') return becomeCopy(needs, item);
  if (item.content === 'Metadata') return undefined;
  await removeItem(needs, item, REMOVED_AGAIN, AUTHOR);
  return 'removed';
};

const becomeCopy = async (
  { catalogue, clock, findHolder, resolver }: ContinuingNeeds,
  item: CatalogueItem,
): Promise<'handedOver'> => {
  const of = (await findHolder(item.repository).catch(unlessRefused)) ?? resolver;
  const change = { state: { kind: 'copy', of }, updatedAt: item.updatedAt } as const;
  await catalogue.change([{ item, change }], { ...AUTHOR, at: clock.now(), action: 'transfer committed' });
  return 'handedOver';
};

const unlessRefused = (error: unknown): undefined => {
  if (!(error instanceof Refusal)) throw error;
};
