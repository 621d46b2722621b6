// Names in package-lock.json the optional packages of other platforms that npm left out, so that `npm ci` works on all
// of them. npm leaves out packages that its registry does not have, and a mirror may lack those that none of its users
// installs. Run it when tools/lock/platform-packages.test.ts says so: node tools/lock/complete.ts
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { findMissingPackages, type Lock, type LockedPackage, platformOf } from './platform-packages.ts';

const PATH = new URL('../../package-lock.json', import.meta.url);

/** Returns undefined if the registry does not have this version. */
const askHash = (name: string, version: string): string | undefined => {
  const { status, stdout } = spawnSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], { encoding: 'utf8' });
  return status === 0 && stdout !== '' ? stdout.trim() : undefined;
};

const lock: Lock = JSON.parse(readFileSync(PATH, 'utf8'));
const added = findMissingPackages(lock).map(({ name, version }): readonly [string, LockedPackage] => {
  const integrity = askHash(name, version);
  process.stdout.write(`${name} ${version}${integrity === undefined ? ', without a hash' : ''}\n`);
  const { cpu, libc, os } = platformOf(name);
  return [`node_modules/${name}`, { version, integrity, cpu, dev: true, libc, optional: true, os }];
});
const packages = [...Object.entries(lock.packages), ...added].sort(([a], [b]) => a.localeCompare(b, 'en'));
writeFileSync(PATH, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`);
