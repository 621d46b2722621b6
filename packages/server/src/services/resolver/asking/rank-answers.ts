import { type Ibi, parseHostPort } from '@perene/core';
import type { IncludedArchive } from '../members/member-directory.ts';
import type { HeardList } from './ask-archives.ts';

/** Decision 56: how much an answer for the item itself counts; less is better. */
export const RANKS = {
  /** The Archive of this node. Relations between items have no ranks either, because decision 45 rules there. */
  best: 0,
  /** An original in the Archive that the label itself names. */
  ofLabel: 1,
  original: 2,
  copy: 3,
} as const;

/** Whether the label was made at the address of this Archive. */
export const isOfLabel = (ibi: Ibi, { address }: Pick<IncludedArchive, 'address'>): boolean => {
  const place = parseHostPort(address);
  if (!place.ok) return false;
  const { host, port = DEFAULT_PORT } = place.value;
  return (ibi.form === 'repository' ? ibi.host : ibi.ip) === host && ibi.port === port;
};

const DEFAULT_PORT = 80;

export const rankOf = (ibi: Ibi, { archive }: HeardList, state: string | undefined): number => {
  if (archive.isLocal) return RANKS.best;
  if (state !== 'Original') return RANKS.copy;
  return isOfLabel(ibi, archive) ? RANKS.ofLabel : RANKS.original;
};
