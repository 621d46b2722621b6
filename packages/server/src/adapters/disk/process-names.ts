import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { codeOf } from './disk-failure.ts';

/**
 * The names of this process. After a restart another process may have the same number; in containers the first process
 * always has.
 */
const living = new Set<string>();

const machine = hostname().replace(/[^A-Za-z0-9-]/g, '-');

/** `<machine>.<pid>.<random>`, a name for things that belong to this process until the name is released. */
export const takeProcessName = (): string => {
  const name = `${machine}.${process.pid}.${randomBytes(12).toString('hex')}`;
  living.add(name);
  return name;
};

export const giveBackProcessName = (name: string): void => {
  living.delete(name);
};

/**
 * Whether the process of a name runs. This is known only for processes of this machine, and another process may have
 * got the number.
 */
export const askForProcess = (name: string): 'this' | 'running' | 'gone' | 'unknown' => {
  if (living.has(name)) return 'this';
  const [host, pid, random] = name.split('.');
  if (host !== machine || random === undefined) return 'unknown';
  return Number(pid) !== process.pid && isRunning(Number(pid)) ? 'running' : 'gone';
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
};
