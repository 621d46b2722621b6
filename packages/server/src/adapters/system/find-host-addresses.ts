import { lookup } from 'node:dns/promises';
import { parseIpAddress } from '@perene/core';
import type { FindHostAddresses } from '../../ports/system/host-addresses.ts';

const DEADLINE_MS = 2_000;
const MAX_ADDRESSES = 16;

export const findHostAddresses: FindHostAddresses = async (host) => {
  const late = new Promise<readonly []>((resolve) => {
    setTimeout(() => resolve([]), DEADLINE_MS).unref();
  });
  const found = await Promise.race([lookup(host, { all: true }).catch(() => []), late]);
  const addresses = found.flatMap(({ address }) => {
    const read = parseIpAddress(address);
    return read.ok ? [read.value.text] : [];
  });
  return [...new Set(addresses)].slice(0, MAX_ADDRESSES);
};
