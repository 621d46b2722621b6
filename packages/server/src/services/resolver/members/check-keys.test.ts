import { composeRepositoryLabel } from '@perene/core';
import { describe, expect, it } from 'vitest';
import { createKeyChecks } from './check-keys.ts';

/** Hashes that end when the test says so. */
const createHashes = () => {
  const tried: string[] = [];
  const known = new Set<string>();
  const finish: (() => void)[] = [];
  return {
    tried,
    /** Ends the present hashes, and lets others begin. */
    async step() {
      for (const one of finish.splice(0)) one();
      await new Promise((resolve) => setTimeout(resolve, 1));
    },
    isKnownKey: (hash: string, key: string) => known.has(`${hash} ${key}`),
    async isKeyOf(hash: string, key: string) {
      tried.push(key);
      await new Promise<void>((resolve) => finish.push(resolve));
      if (hash === key) known.add(`${hash} ${key}`);
      return hash === key;
    },
  };
};

const labelOf = (name: string) =>
  composeRepositoryLabel(`example.org/${name}`, { seconds: 1_000_000_000, fraction: '' });

const createChecks = () => {
  const hashes = createHashes();
  const { check } = createKeyChecks({ secrets: hashes, clock: { now: () => 0n }, doubtfulPauseMs: 0 });
  const attempt = (name: string, key: string, by = '192.0.2.1') =>
    check({ member: { service: labelOf(name), keyHash: `right-${name}` }, key, by });
  const right = (name: string, by?: string) => attempt(name, `right-${name}`, by);
  const wrong = (name: string, count: number, by?: string) =>
    Array.from({ length: count }, (_, guess) => attempt(name, `wrong-${guess}`, by));
  const finish = async <Value>(work: Promise<Value>): Promise<Value> => {
    let isDone = false;
    void work.finally(() => {
      isDone = true;
    });
    while (!isDone) await hashes.step();
    return work;
  };
  return { ...hashes, attempt, right, wrong, finish };
};

describe('registration keys', () => {
  it('that were right before are known without being hashed', async () => {
    const { right, wrong, finish, tried } = createChecks();
    expect(await finish(right('x'))).toBe('right');
    void wrong('x', 50);
    expect(await right('x')).toBe('right');
    expect(tried.filter((key) => key === 'right-x')).toHaveLength(1);
  });

  it('that are right pass after a flood of wrong ones from the same address, which are not all hashed', async () => {
    const { right, wrong, finish, tried } = createChecks();
    const guesses = wrong('x', 1_000);
    expect(await finish(right('x'))).toBe('right');
    const found = await finish(Promise.all(guesses));
    expect(tried.length).toBeLessThanOrEqual(20 + 16 + 1);
    expect(found.filter((finding) => finding === 'wrong').length).toBeGreaterThanOrEqual(20);
    expect(found).toContainEqual({ waitSeconds: 3 });
  });

  it('of one Archive do not wait for those of another', async () => {
    const { right, wrong, step, tried } = createChecks();
    void wrong('x', 1_000);
    const other = right('y');
    await step();
    expect(tried).toContain('right-y');
    await step();
    expect(await other).toBe('right');
  });

  it('count by Archive and address', async () => {
    const { right, wrong, finish, tried } = createChecks();
    await finish(Promise.all(wrong('x', 20)));
    void wrong('x', 16);
    // Its turn comes before the keys of an address with too many wrong ones.
    const before = tried.length;
    expect(await finish(right('x', '192.0.2.2'))).toBe('right');
    expect(tried.slice(before).indexOf('right-x')).toBeLessThanOrEqual(1);
  });

  it('that are right do not use the attempts up', async () => {
    const { finish, attempt, tried } = createChecks();
    for (let turn = 0; turn < 25; turn += 1) expect(await finish(attempt('x', 'right-x', '192.0.2.3'))).toBe('right');
    expect(
      await finish(Promise.all(Array.from({ length: 20 }, (_, n) => attempt('x', `no-${n}`, '192.0.2.3')))),
    ).toEqual(Array.from({ length: 20 }, () => 'wrong'));
    expect(tried).toHaveLength(21);
  });

  it('that cannot be hashed now are told so, and the next is tried', async () => {
    const busy = {
      isKnownKey: () => false,
      isKeyOf: async (_hash: string, key: string) => {
        if (key === 'first') throw new Error('busy');
        return true;
      },
    };
    const { check } = createKeyChecks({ secrets: busy, clock: { now: () => 0n } });
    const member = { service: labelOf('x'), keyHash: 'h' };
    const first = check({ member, key: 'first', by: 'a' });
    const second = check({ member, key: 'second', by: 'a' });
    await expect(first).rejects.toThrow('busy');
    expect(await second).toBe('right');
  });
});
