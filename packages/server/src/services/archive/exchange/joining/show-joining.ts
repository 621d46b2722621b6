import type { Joining } from '@perene/api';
import { dateFromMicroseconds, formatHostPort, formatTime, type HostPort, type Ibi } from '@perene/core';
import { parseSignedCheckpoint } from '@perene/core/trust';
import type { JoinedResolvers, JoinState } from '../../../../ports/federation/joined-resolvers.ts';
import type { Signer } from '../../../../ports/system/signatures.ts';
import type { WitnessedLog, WitnessedLogs } from '../../../../ports/trust/witnessed-logs.ts';

interface JoiningNeeds {
  readonly resolver: string | undefined;
  readonly address: HostPort;
  readonly serviceLabel: () => Promise<Ibi>;
  readonly signer: () => Promise<Signer>;
  readonly joined: Pick<JoinedResolvers, 'find'>;
  readonly witnessed: Pick<WitnessedLogs, 'find'>;
}

export interface ShownJoining extends Omit<Joining, 'state'> {
  readonly state?: JoinState;
}

/** Tells how the Archive is known, which resolver it joins, what that one last said, and how its log is. */
export const showJoining = async (needs: JoiningNeeds): Promise<ShownJoining> => {
  const { resolver } = needs;
  const { text: service } = await needs.serviceLabel();
  const { key } = await needs.signer();
  const known = { service, key, address: formatHostPort(needs.address) };
  if (resolver === undefined) return known;
  const last = await needs.joined.find(resolver);
  const witnessed = await needs.witnessed.find(resolver);
  return {
    ...known,
    resolver,
    ...(last && { state: last.state, at: timeOf(last.at), toldAddress: last.address }),
    ...(witnessed && { log: showLog(witnessed) }),
  };
};

const showLog = ({ logKey, head, at, doubt, conflict }: WitnessedLog): NonNullable<Joining['log']> => {
  const read = parseSignedCheckpoint(head);
  return {
    logKey,
    head,
    size: read.ok ? read.value.checkpoint.size : 0,
    signed: timeOf(at),
    ...(doubt && {
      doubt: { since: timeOf(doubt.since), kind: doubt.kind, ...(doubt.head !== undefined && { head: doubt.head }) },
    }),
    ...(conflict && { conflict }),
  };
};

const timeOf = (at: bigint): string => formatTime(dateFromMicroseconds(at));
