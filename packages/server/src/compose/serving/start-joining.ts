import { lookup } from 'node:dns/promises';
import { refuse } from '@perene/api/refusals';
import { type Ibi, type IpAddress, parseIpAddress } from '@perene/core';
import type { Settings } from '../../config/settings.ts';
import type { JoinedResolvers, JoinState } from '../../ports/federation/joined-resolvers.ts';
import type { Messenger } from '../../ports/federation/messenger.ts';
import type { Clock } from '../../ports/system/clock.ts';
import { type Joining, type JoinPauses, keepJoined } from '../../services/archive/exchange/joining/join-resolver.ts';
import { keepLease, type LeasePauses } from '../../services/archive/exchange/joining/keep-lease.ts';
import { createLogWitness, type WitnessOutcome } from '../../services/archive/exchange/joining/witness-log.ts';
import { type ContinuingNode, startContinuing } from '../background/start-continuing.ts';
import type { Node } from '../create-node.ts';

/** Makes the Archive's side of joining the resolver of the settings; undefined if they name none. */
export const createJoining = async (
  settings: Settings,
  {
    joined,
    messenger,
    clock,
    version,
    serviceLabel,
    findKey,
  }: {
    readonly joined: JoinedResolvers;
    readonly messenger: Messenger;
    readonly clock: Clock;
    readonly version: string;
    readonly serviceLabel: () => Promise<Ibi>;
    readonly findKey: Joining['findKey'];
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
    findKey,
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

type Report = (about: object, message: string) => void;

/** Witnesses sign the same head if they look at least this often. */
const WITNESS_PERIOD_MS = 25_000;

/** Joins the resolver of the settings while the node runs; returns a function that leaves it. */
export const startJoining = async (
  node: Pick<Node, 'joining' | 'joined' | 'exchange' | 'secrets' | 'signer' | 'signatures' | 'witnessed' | 'clock'> &
    ContinuingNode,
  log: { readonly info: Report; readonly warn: Report; readonly error: Report },
  pauses: { readonly joining?: JoinPauses; readonly lease?: LeasePauses } = {},
): Promise<() => Promise<void>> => {
  const joining = await node.joining();
  const messages = await node.exchange.openMessages();
  const stopContinuing = await startContinuing(joining, node, log);
  if (joining === undefined || messages === undefined) return stopContinuing;
  const { resolver } = joining;
  const lease = keepLease(
    {
      announcer: node.exchange.announcer,
      joined: node.joined,
      messages,
      secrets: node.secrets,
      monotonicMs: () => performance.now(),
      onDenied: (reason) => membership.wake(reason),
      onError: (error) => log.error({ err: error, resolver }, 'keeping a lease of the resolver failed'),
    },
    pauses.lease,
  );
  const witness = startWitness(joining, node, log);
  const membership = keepJoined({
    ...joining,
    chance: Math.random,
    onState(state) {
      if (isWell(state)) log.info({ resolver, ...state }, 'membership');
      else log.warn({ resolver, ...state }, 'membership');
      if (state.kind === 'included') {
        lease.wake();
        // Before it was included, the resolver did not know its key.
        witness.look();
      }
      if (state.kind === 'included' && state.key === 'other') {
        log.warn({ resolver }, 'the resolver knows this Archive by another key: its operator must replace it');
      }
    },
    onError: (error) => log.error({ err: error, resolver }, 'joining the resolver failed'),
    ...(pauses.joining && { pauses: pauses.joining }),
  });
  return async () => {
    await stopContinuing();
    await witness.stop();
    await lease.stop();
    await membership.stop();
  };
};

/** Looks at the log of the resolver every half minute or so, and tells the operator what is not as it should be. */
const startWitness = (
  { resolver, messenger, self: { service: archiveService, registrationKey } }: Joining,
  node: Pick<Node, 'witnessed' | 'signatures' | 'signer' | 'clock'>,
  log: { readonly warn: Report; readonly error: Report },
): { look(): void; stop(): Promise<void> } => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const witness = createLogWitness({ ...node, resolver, messenger, archiveService, registrationKey, signal });
  let last: WitnessOutcome | undefined;
  const lookAndTell = async (): Promise<void> => {
    if (signal.aborted) return;
    const outcome = await witness();
    const isNews = outcome !== last;
    last = outcome;
    if (!isNews) return;
    if (outcome === 'conflict')
      log.error({ resolver }, 'the log of the resolver was rewritten: see perene archive status');
    if (outcome === 'behind' || outcome === 'unproven') {
      log.warn({ resolver, outcome }, 'the log of the resolver does not follow the last head that was seen');
    }
  };
  let turn: Promise<void> = Promise.resolve();
  const look = (): Promise<void> => {
    turn = turn.then(lookAndTell).catch((error: unknown) => {
      log.error({ err: error, resolver }, 'looking at the log of the resolver failed');
    });
    return turn;
  };
  const timer = setInterval(look, WITNESS_PERIOD_MS);
  return {
    look,
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await turn;
    },
  };
};

const isWell = (state: JoinState): boolean =>
  state.kind === 'excluded' || (state.kind === 'included' && state.confirmed);
