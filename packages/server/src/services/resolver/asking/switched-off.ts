import { because } from '@perene/api/refusals';
import { dateFromMicroseconds, formatTime, type Label } from '@perene/core';
import type { AwayHolder, HolderIndex } from '../digests/holders.ts';
import type { LocationMemory } from './location-memory.ts';
import type { ShownAway, Silent } from './outcome/resolution.ts';

/** The Archives that are switched off or revoked and may have had the label. */
export const findAway = (
  { holders, locations }: { readonly holders: Pick<HolderIndex, 'holdersOf'>; readonly locations: LocationMemory },
  label: Label,
): readonly AwayHolder[] => holders.holdersOf([label], locations.find(label)).away;

/** Those of them that are missing, because they are known to have the label. */
export const missingAmong = (away: readonly AwayHolder[]): readonly Silent[] =>
  away
    .filter(({ state, isKnown }) => state === 'excluded' && isKnown)
    .map(viewAway)
    .map(switchedOff);

export const switchedOff = ({ address, service, since }: ShownAway): Silent => ({
  address,
  service,
  since,
  code: 'switched-off',
  because: because('switched-off', { since }),
});

export const viewAway = ({ address, service, state, since }: AwayHolder): ShownAway => ({
  address,
  service,
  state,
  since: formatTime(dateFromMicroseconds(since)),
});
