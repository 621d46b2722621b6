import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import type { ArchiveTime } from '@perene/core/federation';

const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/** Linux names each run of the machine. */
const readBoot = (): string | undefined => {
  try {
    return readFileSync(BOOT_ID, 'utf8').trim();
  } catch {
    return undefined;
  }
};

const boot = readBoot();

/** The clocks of this machine; its uptime counts while it sleeps. */
export const readMachineTime = (): ArchiveTime => ({
  wall: Date.now(),
  uptime: Math.floor(uptime() * 1_000),
  boot,
});
