import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { codeOf } from './disk-failure.ts';

/** Those of this process: after a restart another one may have its number, as all first ones of containers do. */
const living = new Set<string>();

const machine = hostname().replace(/[^A-Za-z0-9-]/g, '-');

/** `<machine>.<pid>.<random>`, for what belongs to this process until the name is given back. */
export const takeProcessName = (): string => {
  const name = `${machine}.${process.pid}.${randomBytes(12).toString('hex')}`;
  living.add(name);
  return name;
};

export const giveBackProcessName = (name: string): void => {
  living.delete(name);
};

/** Only processes of this machine can be asked for; one that runs may have got the number of another. */
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
