import { misfit, refuse as refuseSetting } from '@perene/api/refusals';
import { type Answer, DEFAULT_HOST_PORT, DEFAULT_IP_PORT, ibipPrefix, repositoryPrefix } from '@perene/core';
import { SETTINGS } from './setting-names.ts';

/** The beginnings of the node's labels. */
export interface Identity {
  readonly repositoryPrefix: string;
  readonly ibipPrefix: string | undefined;
  /** Whether the node has no name, so that its labels are unique on this machine only. */
  readonly isForTryingOut: boolean;
}

const TRYING_OUT_HOST = 'perene.localhost';
const TRYING_OUT_IP = '127.0.0.1';

export const readIdentity = (given: {
  listenPort: number;
  host: string | undefined;
  port: number | undefined;
  ip: string | undefined;
  ipPort: number | undefined;
}): Identity => {
  const isForTryingOut = given.host === undefined;
  const host = given.host ?? TRYING_OUT_HOST;
  const port = given.port ?? (isForTryingOut ? given.listenPort : DEFAULT_HOST_PORT);
  const ip = given.ip ?? (isForTryingOut ? TRYING_OUT_IP : undefined);
  if (ip === undefined && given.ipPort !== undefined) {
    throw refuseSetting('setting-invalid', {
      reason: 'needs',
      setting: SETTINGS['identity.ip-port'].flag,
      other: SETTINGS['identity.ip'].flag,
    });
  }
  const ipPort = given.ipPort ?? (given.ip === undefined ? port : DEFAULT_IP_PORT);
  return {
    repositoryPrefix: checked(repositoryPrefix({ host, port })),
    ibipPrefix: ip === undefined ? undefined : checked(ibipPrefix({ ip, port: ipPort })),
    isForTryingOut,
  };
};

/** Host, address and ports were checked when they were read. */
const checked = (prefix: Answer<string>): string => {
  if (!prefix.ok)
    throw refuseSetting('setting-invalid', { reason: 'expected', setting: 'identity', ...misfit(prefix) });
  return prefix.value;
};
