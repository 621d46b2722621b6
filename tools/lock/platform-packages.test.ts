import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findMissingPackages, type Lock, platformOf } from './platform-packages.ts';

const lock: Lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'));

describe('package-lock.json', () => {
  it('names the packages of every platform; if not, run node tools/lock/complete.ts', () => {
    expect(Object.keys(lock.packages).length).toBeGreaterThan(100);
    expect(findMissingPackages(lock)).toEqual([]);
  });

  it('has the hash of every package of an installation for production, and none of them runs a script', () => {
    const entries = Object.entries(lock.packages).filter(([path]) => path.startsWith('node_modules/'));
    const installed = entries.filter(([, entry]) => !entry.dev && !('link' in entry));
    expect(installed.length).toBeGreaterThan(50);
    expect(installed.filter(([, entry]) => entry.integrity === undefined || 'hasInstallScript' in entry)).toEqual([]);
  });

  it('has the hash of the Node.js that a clone brings, and brings none to production', () => {
    const brought = Object.keys(lock.packages['tools/node']?.optionalDependencies ?? {});
    expect(brought.length).toBeGreaterThan(1);
    for (const name of brought) {
      const entry = { integrity: expect.stringMatching(/^sha512-/), dev: true, optional: true };
      expect(lock.packages[`node_modules/${name}`]).toMatchObject(entry);
    }
    expect(lock.packages).not.toHaveProperty('node_modules/node');
  });

  it('tells no address of a registry', () => {
    expect(Object.values(lock.packages).filter((entry) => 'resolved' in entry && !('link' in entry))).toEqual([]);
  });
});

describe('findMissingPackages', () => {
  it('finds an optional package that is not there, wherever it could be', () => {
    const version = '1.0.0';
    const packages = {
      'node_modules/a': { version, optionalDependencies: { 'a-linux-x64': version, 'a-darwin-x64': version } },
      'node_modules/a/node_modules/a-linux-x64': { version },
    };
    expect(findMissingPackages({ packages })).toEqual([{ name: 'a-darwin-x64', version }]);
  });
});

describe('platformOf', () => {
  it.each([
    ['@rolldown/binding-linux-x64-gnu', { os: ['linux'], cpu: ['x64'], libc: ['glibc'] }],
    ['@rolldown/binding-linux-arm64-musl', { os: ['linux'], cpu: ['arm64'], libc: ['musl'] }],
    ['@rolldown/binding-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'] }],
    ['@rolldown/binding-win32-ia32-msvc', { os: ['win32'], cpu: ['ia32'] }],
    ['@rolldown/binding-wasm32-wasi', { cpu: ['wasm32'] }],
    ['@biomejs/cli-darwin-arm64', { os: ['darwin'], cpu: ['arm64'] }],
  ])('reads %s', (name, platform) => {
    expect(platformOf(name)).toEqual(platform);
  });

  it('does not guess', () => {
    expect(() => platformOf('pg-cloudflare')).toThrow('platform');
  });

  it('agrees with what the registry says of the packages that it has', () => {
    const known = Object.entries(lock.packages)
      .map(([path, entry]) => ({ name: path.replace(/^.*node_modules\//, ''), entry }))
      .filter(({ name }) => /^(?:@oxc-resolver|@rolldown|@oxc-parser|lightningcss)\b.*-(?:\w+)-(?:\w+)/.test(name));
    expect(known.length).toBeGreaterThan(30);
    for (const { name, entry } of known) {
      expect({ name, os: entry.os, cpu: entry.cpu, libc: entry.libc }).toEqual({ name, ...platformOf(name) });
    }
  });
});
