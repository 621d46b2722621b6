import type { AlertPage } from '@perene/api';
import { dateFromMicroseconds, formatTime } from '@perene/core';
import type { Alert, Member } from '../../../ports/federation/members.ts';
import type { MemberCircuits } from './member-circuits.ts';
import type { ArchiveView } from './membership-operations.ts';

const timeOf = (microseconds: bigint): string => formatTime(dateFromMicroseconds(microseconds));

/** Shows an Archive, without the hash of the key. */
export const viewArchive = (member: Member, circuits: Pick<MemberCircuits, 'healthOf'> | undefined): ArchiveView => {
  const { service, number, state, address, isConfirmed, platformVersion, ip, administratorEmail } = member;
  return {
    service,
    ...(number !== undefined && { number }),
    state,
    ...(address !== undefined && { address }),
    confirmed: isConfirmed,
    ...(platformVersion !== undefined && { platformVersion }),
    ...(ip !== undefined && { ip }),
    ...(administratorEmail !== undefined && { administratorEmail }),
    requested: timeOf(member.requestedAt),
    ...(member.registeredAt !== undefined && { registered: timeOf(member.registeredAt) }),
    changed: timeOf(member.changedAt),
    ...(state === 'included' && number !== undefined && circuits && { health: viewHealth(circuits, number) }),
  };
};

const viewHealth = ({ healthOf }: Pick<MemberCircuits, 'healthOf'>, number: number) => {
  const health = healthOf(number);
  return health.kind === 'answering'
    ? health
    : ({ kind: 'silent', since: timeOf(health.since), nextTry: timeOf(health.nextTryAt) } as const);
};

export const viewAlert = ({ ibi, claims, firstSeenAt, lastSeenAt, times }: Alert): AlertPage['alerts'][number] => ({
  ibi,
  claims: claims.map(({ url, timestamp, signed, ...claim }) => ({
    ...claim,
    ...(url !== undefined && { url }),
    ...(timestamp !== undefined && { timestamp }),
    ...(signed !== undefined && { signed }),
  })),
  firstSeen: timeOf(firstSeenAt),
  lastSeen: timeOf(lastSeenAt),
  times,
});
