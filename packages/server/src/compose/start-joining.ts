import { lookup } from 'node:dns/promises';
import { refuse } from '@perene/api/refusals';
import { type Ibi, type IpAddress, parseIpAddress } from '@perene/core';
import type { Settings } from '../config/settings.ts';
import type { Clock } from '../ports/clock.ts';
import type { JoinedResolvers, JoinState } from '../ports/joined-resolvers.ts';
import type { Messenger } from '../ports/messenger.ts';
import { type Joining, type JoinPauses, keepJoined } from '../services/archive/exchange/join-resolver.ts';
import { keepLease, type LeasePauses } from '../services/archive/exchange/keep-lease.ts';
import type { Node } from './create-node.ts';

/** Makes the Archive's side of joining the resolver of the settings; undefined if they name none. */
export const createJoining = async (
  settings: Settings,
  {
    joined,
    messenger,
    clock,
    version,
    serviceLabel,
  }: {
    readonly joined: JoinedResolvers;
    readonly messenger: Messenger;
    readonly clock: Clock;
    readonly version: string;
    readonly serviceLabel: () => Promise<Ibi>;
  },
): Promise<Joining | undefined> => {
  const { resolver, registrationKey, administratorEmail, platformVersion, address, ip } = settings.joining;
  if (resolver === undefined || registrationKey === undefined || administratorEmail === undefined) return undefined;
  const service = await serviceLabel();
  return {
    resolver,
    messenger,
    joined,
    clock,
    self: {
      service,
      address,
      platformVersion: platformVersion ?? `perene-${version}`,
      administratorEmail,
      registrationKey,
    },
    findIp: async () => ip ?? lookUp(address.host),
  };
};

const lookUp = async (host: string): Promise<IpAddress> => {
  const found = await lookup(host).catch((error: NodeJS.ErrnoException) => {
    throw refuse('setting-invalid', { reason: 'address-unknown', host, cause: error.code ?? error.message });
  });
  const ip = parseIpAddress(found.address);
  if (!ip.ok) throw refuse('setting-invalid', { reason: 'address-unfit', address: found.address });
  return ip.value;
};

/** Joins the resolver of the settings while the node runs; returns a function that leaves it. */
export const startJoining = async (
  node: Pick<Node, 'joining' | 'joined' | 'exchange' | 'secrets'>,
  log: {
    readonly info: (about: object, message: string) => void;
    readonly warn: (about: object, message: string) => void;
    readonly error: (about: object, message: string) => void;
  },
  pauses: { readonly joining?: JoinPauses; readonly lease?: LeasePauses } = {},
): Promise<() => Promise<void>> => {
  const joining = await node.joining();
  const voice = await node.exchange.openVoice();
  if (joining === undefined || voice === undefined) return async () => undefined;
  const { resolver } = joining;
  const lease = keepLease(
    {
      announcer: node.exchange.announcer,
      joined: node.joined,
      voice,
      secrets: node.secrets,
      monotonicMs: () => performance.now(),
      onDenied: (reason) => membership.wake(reason),
      onError: (error) => log.error({ err: error, resolver }, 'keeping a lease of the resolver failed'),
    },
    pauses.lease,
  );
  const membership = keepJoined({
    ...joining,
    chance: Math.random,
    onState(state) {
      if (isWell(state)) log.info({ resolver, ...state }, 'membership');
      else log.warn({ resolver, ...state }, 'membership');
      if (state.kind === 'included') lease.wake();
    },
    onError: (error) => log.error({ err: error, resolver }, 'joining the resolver failed'),
    ...(pauses.joining && { pauses: pauses.joining }),
  });
  return async () => {
    await lease.stop();
    await membership.stop();
  };
};

const isWell = (state: JoinState): boolean =>
  state.kind === 'excluded' || (state.kind === 'included' && state.confirmed);
