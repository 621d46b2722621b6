import type { ConfirmedPlace, Member, Members } from '../../../ports/federation/members.ts';
import type { ArchiveAddress } from '../../../ports/federation/messenger.ts';
import type { Clock } from '../../../ports/system/clock.ts';

/** Includes the Archive of this node without a request, unless the operator revoked it. */
export const includeLocalArchive = async (
  { members, clock }: { readonly members: Members; readonly clock: Pick<Clock, 'now'> },
  { service, address, ips = [] }: ArchiveAddress & { readonly ips?: readonly string[] },
): Promise<Member | undefined> => {
  const now = clock.now();
  const confirmed = { address, ips };
  return members.change(service, (member) => {
    const isThere = member?.state === 'included' && member.address === address && isSame(member.confirmed, confirmed);
    if (isThere || member?.state === 'revoked') return undefined;
    const known = member ?? { keyHash: '', ip: undefined, platformVersion: undefined, administratorEmail: undefined };
    return {
      kind: 'keep',
      member: {
        ...known,
        service,
        address,
        state: 'included',
        isConfirmed: true,
        confirmed,
        requestedAt: member?.requestedAt ?? now,
        registeredAt: member?.registeredAt ?? now,
        changedAt: now,
      },
    };
  });
};

const isSame = (one: ConfirmedPlace | undefined, other: ConfirmedPlace): boolean =>
  one?.address === other.address && one.ips.join() === other.ips.join();
