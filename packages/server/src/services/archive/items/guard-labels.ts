import { refuse } from '@perene/api/refusals';
import { type Ibi, type Label, microsecondsFromDate, parseIbi } from '@perene/core';
import type { Authorship, Catalogue } from '../../../ports/archive/catalogue.ts';
import { RESOLVER_SERVICE } from '../../../ports/federation/messenger.ts';
import type { GivenDates } from '../../../ports/minting/minting-state.ts';
import type { Clock } from '../../../ports/system/clock.ts';

/** Clocks of other nodes may be ahead of the clock here. */
const CLOCK_DIFFERENCE_MICROSECONDS = 5_000_000n;

/**
 * Decision 55: the catalogue takes no label of a date that has not come, none of this node's own name that the node has
 * not minted, and not that of the resolver.
 */
export const guardLabels = (
  catalogue: Catalogue,
  {
    clock,
    prefixes,
    mayBeGiven,
  }: {
    readonly clock: Clock;
    /** What the labels that this node mints begin with. */
    readonly prefixes: readonly string[];
  } & Pick<GivenDates, 'mayBeGiven'>,
): Catalogue => {
  const checkOwn = async ({ text, date }: Ibi, { isMovingIn = false }: Authorship): Promise<void> => {
    const microseconds = microsecondsFromDate(date);
    if (isMovingIn && microseconds <= clock.now()) return;
    if (!(await mayBeGiven(microseconds))) throw refuse('label-invalid', { reason: 'not-minted', label: text });
  };
  const check = async (labels: readonly Label[], authorship: Authorship): Promise<void> => {
    for (const label of labels) {
      // Decision 12: this label is the resolver's, always.
      if (label === RESOLVER_SERVICE) throw refuse('label-invalid', { reason: 'resolver-service', label });
      const ibi = parseIbi(label);
      if (!ibi.ok) throw new Error('a checked label is well-formed');
      if (prefixes.some((prefix) => label.startsWith(`${prefix}/`))) await checkOwn(ibi.value, authorship);
      else if (microsecondsFromDate(ibi.value.date) > clock.now() + CLOCK_DIFFERENCE_MICROSECONDS) {
        throw refuse('label-invalid', { reason: 'future', label });
      }
    }
  };
  return {
    ...catalogue,
    async add(items, authorship) {
      await check(
        items.flatMap(({ repository, ibips }) => [repository, ...ibips]),
        authorship,
      );
      await catalogue.add(items, authorship);
    },
    async change(changes, authorship) {
      await check(
        changes.flatMap(({ change }) => change.addIbips ?? []),
        authorship,
      );
      await catalogue.change(changes, authorship);
    },
  };
};
