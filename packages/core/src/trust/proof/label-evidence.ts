import type { ExactDate } from '../../ibi/exact-date.ts';
import type { Ibi } from '../../ibi/ibi.ts';
import type { HostPort } from '../../internet/host-port.ts';
import { parseIpAddress } from '../../internet/ip-address.ts';

/** What an Archive that claims an item is known by, from elsewhere than the claim. */
export interface KnownClaimant {
  /** Host names, and the port where it is known. */
  readonly hosts: readonly HostPort[];
  /** IP addresses, and the port where it is known. */
  readonly addresses: readonly HostPort[];
  /** POSIX seconds of when its first claim was logged; undefined where none was. */
  readonly firstClaimSeconds: number | undefined;
}

/** `unknown`: the label does not say, or nothing is known to compare with. `other-port`: the same machine, another service. */
export type PlaceFinding = 'agrees' | 'other-port' | 'differs' | 'unknown';

/**
 * Whether an item's labels agree with a claimant (decision 34). This is evidence, never a verdict: servers change their
 * names and addresses, and originals move.
 */
export interface LabelEvidence {
  readonly host: PlaceFinding;
  readonly address: PlaceFinding;
  /** `differs`: it was claimed before the instant in the label, so the label did not exist yet. */
  readonly instant: 'agrees' | 'differs' | 'unknown';
  /** From the instant in the label to the first claim, in seconds; negative where the claim came first. */
  readonly secondsToClaim: number | undefined;
  /** Whether the labels of the item were made at the same instant, as both forms of one item are. */
  readonly forms: 'agrees' | 'differs' | 'unknown';
}

/** Clocks differ, and claims are written in whole seconds. */
const TOLERANCE_SECONDS = 5;

const isSameDate = (one: ExactDate, other: ExactDate): boolean =>
  one.seconds === other.seconds && one.fraction === other.fraction;

export const findLabelEvidence = (labels: readonly Ibi[], known: KnownClaimant): LabelEvidence => {
  const repositories = labels.filter((label) => label.form === 'repository');
  const ibips = labels.filter((label) => label.form === 'ibip');
  const earliest = labels.reduce<number | undefined>(
    (least, { date }) => Math.min(least ?? date.seconds, date.seconds),
    undefined,
  );
  const { firstClaimSeconds } = known;
  const secondsToClaim =
    earliest === undefined || firstClaimSeconds === undefined ? undefined : firstClaimSeconds - earliest;
  const [first, ...others] = labels;
  return {
    host: findPlace(
      repositories.map(({ host, port }) => ({ host, port })),
      known.hosts.map((place) => ({ ...place, host: hostOf(place.host) })),
    ),
    address: findPlace(
      ibips.map(({ ip, port }) => ({ host: ip, port })),
      known.addresses.map((place) => ({ ...place, host: addressOf(place.host) })),
    ),
    instant: secondsToClaim === undefined ? 'unknown' : secondsToClaim >= -TOLERANCE_SECONDS ? 'agrees' : 'differs',
    secondsToClaim,
    forms:
      first === undefined || others.length === 0
        ? 'unknown'
        : others.every(({ date }) => isSameDate(date, first.date))
          ? 'agrees'
          : 'differs',
  };
};

const hostOf = (host: string): string => {
  const lower = host.toLowerCase();
  return lower.endsWith('.') ? lower.slice(0, -1) : lower;
};

const addressOf = (host: string): string => {
  const address = parseIpAddress(host);
  return address.ok ? address.value.text : host;
};

/** The best finding over all labels of a form counts. A claimant whose port is not known may have any. */
const findPlace = (
  written: readonly { readonly host: string; readonly port: number }[],
  known: readonly HostPort[],
): PlaceFinding => {
  if (written.length === 0 || known.length === 0) return 'unknown';
  const same = written.flatMap(({ host, port }) =>
    known.filter((place) => place.host === host).map((place) => (place.port ?? port) === port),
  );
  if (same.length === 0) return 'differs';
  return same.includes(true) ? 'agrees' : 'other-port';
};
