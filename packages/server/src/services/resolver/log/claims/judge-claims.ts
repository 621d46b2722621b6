import type { Ibi, Label } from '@perene/core';
import {
  type Claim,
  formatSigned,
  type Hash,
  hashStatement,
  isAlert,
  namesLabel,
  readClaimPairs,
  readHistory,
  type Signed,
  standingOfKey,
  type Transfer,
} from '@perene/core/trust';
import { LRUCache } from 'lru-cache';
import type { Members } from '../../../../ports/federation/members.ts';
import type { Signatures } from '../../../../ports/system/signatures.ts';
import type { LogStore } from '../../../../ports/trust/log-store.ts';
import type { JudgeAnswer } from '../../asking/rank-answers.ts';
import type { HeardAnswer } from '../../asking/searching/read-list.ts';
import { readKeyChange, readStored } from '../stored-entries.ts';
import { findNamedItem } from './find-named-item.ts';
import { isOwnClaim } from './hear-claims.ts';

/** Where the log has more about an item, nothing is proved by it. */
const MAX_ENTRIES = 1_000;
/** A judgement may be this old, because other processes append to the log, too. */
const REMEMBERED = { maxSize: 10_000, sizeCalculation: () => 1, ttl: 10_000 };

type Said = Claim | Transfer;
const NOTHING_NAMED = { whole: [], isFromLabel: false };
type History = readonly Said[] | 'too long';

interface JudgeParts {
  readonly store: Pick<LogStore, 'about' | 'keyChanges'>;
  readonly members: Pick<Members, 'find'>;
  readonly signatures: Pick<Signatures, 'isValid' | 'sha256'>;
}

/** Compares answers with what the log has about the item (decision 56). */
export const createClaimJudge = (parts: JudgeParts): JudgeAnswer => {
  const { sha256 } = parts.signatures;
  const histories = new LRUCache<Label, Promise<History>>(REMEMBERED);
  const counting = new LRUCache<string, Promise<boolean>>(REMEMBERED);

  const historyOf = (label: Label): Promise<History> => {
    const known = histories.get(label) ?? readItem(parts, label);
    histories.set(label, known, { noUpdateTTL: true });
    known.catch(() => histories.delete(label));
    return known;
  };

  const hasWeight = (signed: Signed<Claim>, { archive }: HeardAnswer): Promise<boolean> => {
    const name = `${archive.number} ${formatSigned(signed)}`;
    const known = counting.get(name) ?? isCounting(parts, signed, archive.service);
    counting.set(name, known, { noUpdateTTL: true });
    known.catch(() => counting.delete(name));
    return known;
  };

  return async (ibi, heard) => {
    const history = await historyOf(ibi.text);
    if (history === 'too long') return undefined;
    const signed = await readOwn(ibi, heard, hasWeight);
    const claim = signed?.statement;
    // The log gets it from this very answer.
    const isNew = claim !== undefined && claim.state === 'Original' && !includes(history, claim, sha256);
    const { archive } = heard;
    const { whole, isFromLabel } =
      (await findNamedItem(ibi, isNew ? [...history, claim] : history, async (service) =>
        service === archive.service ? archive : parts.members.find(service),
      )) ?? NOTHING_NAMED;
    const { faults, holder } = readHistory(whole, sha256);
    const place = claim === undefined ? -1 : placeOf(whole, claim, sha256);
    const isFaultless = place >= 0 && !faults.some(({ index }) => index === place);
    const logged = isNew ? whole.filter((said) => said !== claim) : whole;
    return {
      holder,
      isFromLabel,
      isProved: claim?.state === 'Original' && isFaultless && holder === claim.archiveService,
      copy: claim?.state === 'Copy' ? compareCopy(claim, logged, readHistory(logged, sha256).holder) : undefined,
    };
  };
};

const readItem = async ({ store }: JudgeParts, label: Label): Promise<History> => {
  const entries = await store.about(label, { limit: MAX_ENTRIES });
  if (entries.length === MAX_ENTRIES) return 'too long';
  return entries.toReversed().flatMap((stored) => {
    const { content } = readStored(stored);
    return isAlert(content) || content.statement.kind === 'key' ? [] : [content.statement];
  });
};

/** The claim in an answer, if it is about this label, and its signature counts. */
const readOwn = async (
  ibi: Ibi,
  heard: HeardAnswer,
  hasWeight: (signed: Signed<Claim>, heard: HeardAnswer) => Promise<boolean>,
): Promise<Signed<Claim> | undefined> => {
  const claim = readClaimPairs(heard.list);
  const signed = claim.ok ? claim.value : undefined;
  if (signed === undefined || !namesLabel(signed.statement, ibi.text)) return undefined;
  return (await hasWeight(signed, heard)) ? signed : undefined;
};

const isCounting = async (
  { store, signatures }: JudgeParts,
  signed: Signed<Claim>,
  service: Label,
): Promise<boolean> => {
  const { statement, key } = signed;
  if (!signatures.isValid(signed) || !isOwnClaim(service, statement)) return false;
  const changes = (await store.keyChanges(statement.archiveService)).map((stored) => readKeyChange(stored).statement);
  const standing = standingOfKey(changes, { ...statement, key });
  return standing === 'current' || standing === 'former';
};

const placeOf = (history: readonly Said[], claim: Claim, sha256: Signatures['sha256']): number => {
  const hash = hashStatement(claim, sha256);
  return history.findIndex((said) => hashStatement(said, sha256) === hash);
};

const includes = (history: readonly Said[], claim: Claim, sha256: Signatures['sha256']): boolean =>
  placeOf(history, claim, sha256) >= 0;

/** An edit makes another manifest, so that an older copy is what the original was. */
const compareCopy = (
  { hash }: Claim,
  history: readonly Said[],
  holder: Label | undefined,
): 'same' | 'earlier' | 'other' | undefined => {
  const hashes: Hash[] = history.flatMap((said) =>
    said.kind === 'claim' && said.state === 'Original' && said.archiveService === holder ? [said.hash] : [],
  );
  if (hashes.length === 0) return undefined;
  if (hashes.at(-1) === hash) return 'same';
  return hashes.includes(hash) ? 'earlier' : 'other';
};
