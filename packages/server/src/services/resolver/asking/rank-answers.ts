import { type Ibi, type IbiForms, type Label, parseHostPort } from '@perene/core';
import { labelOf } from '@perene/core/federation';
import type { IncludedArchive } from '../members/member-directory.ts';
import type { HeardList } from './ask-archives.ts';
import type { HeardAnswer } from './searching/read-list.ts';

/** What the log of the resolver says of an answer. */
export interface Judgement {
  /** The Archive that holds the original by the log. */
  readonly holder: Label | undefined;
  /** Whether the first claim in the log is of the Archive that the label itself names. */
  readonly isFromLabel: boolean;
  /** Whether the answer has the claim of that holder, rightly signed. */
  readonly isProved: boolean;
  /** For a signed copy: whether it is what the original is, what it was before, or neither by the log. */
  readonly copy: 'same' | 'earlier' | 'other' | undefined;
}

/** Undefined if there is no log. */
export type JudgeAnswer = (ibi: Ibi, heard: HeardAnswer) => Promise<Judgement | undefined>;

/** Decision 56: how much an answer for the item itself counts; less is better. */
export const RANKS = {
  /**
   * The Archive of this node, for labels that were made here. Relations between items have no ranks either, because
   * decision 45 rules there.
   */
  best: 0,
  /** The proved original, or an equal copy, where the proof begins at the Archive that the label itself names. */
  proved: 1,
  /** An original in the Archive that the label itself names. */
  ofLabel: 2,
  /** An original where the label was found first. */
  first: 3,
  /** The Archive of this node, for other labels, unless the log speaks against it. */
  here: 4,
  /** The original by the log, or an equal copy, where nobody is known to have answered before it was signed. */
  logged: 5,
  /** Any other original. */
  original: 6,
  copy: 7,
  /** A signed copy of something that the original never was, by the log. */
  altered: 8,
} as const;

/**
 * Whether the label was made where this Archive answers. The port in an IBIp is another than that of a host, and nobody
 * can ask for it.
 */
export const isOfLabel = (
  ibi: Ibi,
  { confirmed, prefixes = [] }: Pick<IncludedArchive, 'confirmed' | 'prefixes'>,
): boolean => {
  if (prefixes.some((prefix) => ibi.text.startsWith(`${prefix}/`))) return true;
  const place = confirmed && parseHostPort(confirmed.address);
  if (!place?.ok) return false;
  const { host, port = DEFAULT_PORT } = place.value;
  if (ibi.form === 'ibip') return host === ibi.ip || confirmed?.ips.includes(ibi.ip) === true;
  return ibi.host === host && ibi.port === port;
};

const DEFAULT_PORT = 80;

export const rankOf = (ibi: Ibi, { archive, judgement }: HeardList, state: string | undefined): number => {
  if (archive.isLocal && isOfLabel(ibi, archive)) return RANKS.best;
  const rank = state === 'Original' ? rankOriginal(ibi, archive, judgement) : rankCopy(judgement);
  return archive.isLocal && !isContradicted(archive, judgement, state) ? Math.min(RANKS.here, rank) : rank;
};

const rankOriginal = (ibi: Ibi, archive: IncludedArchive, judgement: Judgement | undefined): number => {
  if (judgement?.isProved && judgement.isFromLabel) return RANKS.proved;
  if (isOfLabel(ibi, archive)) return RANKS.ofLabel;
  return judgement?.isProved ? RANKS.logged : RANKS.original;
};

const rankCopy = (judgement: Judgement | undefined): number => {
  if (judgement?.copy === 'same') return judgement.isFromLabel ? RANKS.proved : RANKS.logged;
  return judgement?.copy === 'other' ? RANKS.altered : RANKS.copy;
};

/**
 * Whether another Archive holds the original by a history that begins where the label was made, or a copy here is of
 * something else than that.
 */
const isContradicted = (
  { service }: IncludedArchive,
  judgement: Judgement | undefined,
  state: string | undefined,
): boolean => {
  if (!judgement?.isFromLabel) return false;
  return state === 'Original' ? judgement.holder !== service : judgement.copy === 'other';
};

/** The best rank that an Archive that has not answered may get. */
export const possibleRank = (ibi: Ibi, archive: IncludedArchive, judgement: Judgement | undefined): number => {
  const isHolder = judgement !== undefined && judgement.holder === archive.service;
  if (archive.isLocal && isOfLabel(ibi, archive)) return RANKS.best;
  if (isHolder && judgement.isFromLabel) return RANKS.proved;
  if (isOfLabel(ibi, archive)) return RANKS.ofLabel;
  return isHolder ? RANKS.logged : RANKS.original;
};

/** Whether these forms in an answer name the requested item. An Archive may know it by one of its labels only. */
export const isItself = (forms: IbiForms, { list }: HeardList, ibi: Ibi): boolean => {
  const own = list.related.get('')?.ibi;
  return isAlso(forms, ibi) || (own !== undefined && isAlso(forms, labelOf(own)));
};

const isAlso = ({ repository, ibip }: IbiForms, { text }: Ibi): boolean =>
  repository?.text === text || ibip?.text === text;
