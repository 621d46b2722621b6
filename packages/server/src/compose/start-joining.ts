import { lookup } from 'node:dns/promises';
import { type IpAddress, parseIbi, parseIpAddress } from '@perene/core';
import type { Settings } from '../config/settings.ts';
import type { JoinState } from '../ports/joined-resolvers.ts';
import { Refusal } from '../refusals/refusal.ts';
import type { JoinNeeds } from '../services/archive/join-resolver.ts';
import { readVersion, type Store } from './open-store.ts';

/** Undefined where the settings name no resolver. */
export const openJoining = async (
  settings: Settings,
  { database, clock, ...store }: Store,
): Promise<JoinNeeds | undefined> => {
  const { resolver, registrationKey, administratorEmail, platformVersion, address, ip } = settings.joining;
  if (resolver === undefined || registrationKey === undefined || administratorEmail === undefined) return undefined;
  const [{ createHttpResolverLink }, { createSqlJoinedResolvers }, { ensureArchiveService }] = await Promise.all([
    import('../adapters/peer-http/http-resolver-link.ts'),
    import('../adapters/sql/sql-joined-resolvers.ts'),
    import('../services/archive/ensure-archive-service.ts'),
  ]);
  const service = parseIbi(await ensureArchiveService({ ...store, clock, chosen: settings.archiveService }));
  if (!service.ok) throw new Error(`the label of the Archive service is wrong: expected ${service.expected}`);
  return {
    resolver,
    link: createHttpResolverLink({ url: resolver }),
    joined: createSqlJoinedResolvers(database),
    clock,
    self: {
      service: service.value,
      address,
      platformVersion: platformVersion ?? `perene-${readVersion()}`,
      administratorEmail,
      registrationKey,
    },
    findIp: async () => ip ?? lookUp(address.host),
  };
};

const lookUp = async (host: string): Promise<IpAddress> => {
  const found = await lookup(host).catch((error: NodeJS.ErrnoException) => {
    throw new Refusal(
      'setting-invalid',
      `the address of ${host} is not known (${error.code ?? error.message}): give it with --identity-ip`,
    );
  });
  const ip = parseIpAddress(found.address);
  if (!ip.ok) throw new Refusal('setting-invalid', `${found.address} is no address: give it with --identity-ip`);
  return ip.value;
};

/** Joins the resolver of the settings while the node runs; answers how to leave it. */
export const startJoining = async (
  settings: Settings,
  store: Store,
  log: {
    readonly info: (about: object, message: string) => void;
    readonly warn: (about: object, message: string) => void;
    readonly error: (about: object, message: string) => void;
  },
): Promise<() => Promise<void>> => {
  const needs = await openJoining(settings, store);
  if (needs === undefined) return async () => undefined;
  const { keepJoined } = await import('../services/archive/join-resolver.ts');
  const { resolver } = needs;
  const joining = keepJoined({
    ...needs,
    chance: Math.random,
    onState(state) {
      if (isWell(state)) log.info({ resolver, ...state }, 'membership');
      else log.warn({ resolver, ...state }, 'membership');
    },
    onError: (error) => log.error({ err: error, resolver }, 'joining the resolver failed'),
  });
  return joining.stop;
};

const isWell = (state: JoinState): boolean =>
  state.kind === 'excluded' || (state.kind === 'included' && state.confirmed);
