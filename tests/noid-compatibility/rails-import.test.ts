import { describe, expect, it } from 'vitest';
import { createSqlMinterStore } from '../../packages/server/src/adapters/sql/minters/sql-minter-store.ts';
import { createQuickSecrets } from '../../packages/server/src/adapters/system/quick-secrets.ts';
import { createPatterns } from '../../packages/server/src/adapters/system/re2-patterns.ts';
import { createSystemClock } from '../../packages/server/src/adapters/system/system-clock.ts';
import { splitLines } from '../../packages/server/src/services/noid/moving/split-lines.ts';
import { importCommand } from '../../packages/server/src/transports/cli/noid/move-commands.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { openTestMinters } from '../fixtures/minters.ts';

/** The state of a fresh minter of the gem, which has a counter for each part of the numbers. */
const counters = (total: number): { value: number; max: number }[] => {
  const size = Math.floor(total / 293) + 1;
  const count = Math.ceil(total / size);
  return Array.from({ length: count }, (_, index) => ({
    value: index * size,
    max: Math.min((index + 1) * size, total),
  }));
};

describe.each(DATABASES)('minters of noid-rails, on $name', ({ openMigrated }) => {
  const open = async () => {
    const database = await openMigrated();
    const store = createSqlMinterStore(database);
    const take = async (state: unknown) => {
      const reported: string[] = [];
      await importCommand({
        store,
        name: 'works',
        lines: splitLines([typeof state === 'string' ? state : JSON.stringify(state)] as never),
        clock: createSystemClock(),
        secrets: createQuickSecrets(),
        patterns: createPatterns(),
        report: (line) => reported.push(line),
      });
      return reported;
    };
    return { store, take, minters: openTestMinters(database) };
  };

  it('go on without giving any identifier twice', async () => {
    const { take, minters, store } = await open();
    const total = 29 * 10;
    const state = counters(total);
    // One counter is used up, and another has gone on.
    const [first] = state.splice(3, 1);
    expect(first).toEqual({ value: 3, max: 4 });
    expect(state.length).toBe(total - 1);
    expect(await take({ template: '.redk', counters: state, seq: 1, namespace: 'default' })).toContain('issued: 1');
    const issued = await store.read('works', (minter) => minter.recordsAfter('', 10));
    expect(issued).toMatchObject([{ id: expect.stringMatching(/^03.$/), status: 'i' }]);
    const { ids } = await minters.mint('works', { count: total - 1, contact: 'tests' });
    expect(new Set(ids).size).toBe(total - 1);
    expect(ids).not.toContain(issued?.[0]?.id);
    await expect(minters.mint('works', { count: 1, contact: 'tests' })).rejects.toMatchObject({
      code: 'identifiers-exhausted',
    });
  });

  it('have the identifiers that the gem has printed', async () => {
    const { take, store } = await open();
    const state = counters(29 ** 4 * 10 ** 4).map((counter, index) =>
      index === 261 ? { ...counter, value: 6_300_353_128 } : counter,
    );
    expect(state[261]?.max).toBe(6_324_492_408);
    expect(await take({ seq: 4, template: '.reeddeeddk', counters: state })).toContain('issued: 4');
    for (const id of ['vt150j25g', 'vt150j26r', 'vt150j271']) {
      expect(await store.read('works', (minter) => minter.record(id))).toMatchObject({ status: 'i' });
    }
  });

  it('go on in order where the order is sequential', async () => {
    const { take, minters } = await open();
    expect(await take({ template: 'x.zd', seq: 12 })).toContain('issued: 12');
    expect((await minters.mint('works', { count: 1, contact: 'tests' })).ids).toEqual(['x12']);
  });

  it.each([
    [{ template: 'no template', seq: 0 }, 'no-template'],
    [{ template: '.redk', seq: -1 }, 'is'],
    [{ template: '.sd', seq: 11 }, 'at-most'],
    [{ template: '.redk', seq: 1, counters: 'many' }, 'is'],
    [{ template: '.redk', seq: 1, counters: [null] }, 'is'],
    [{ template: '.redk', seq: 1, counters: [{ value: 0, max: 291 }] }, 'sequence'],
    [
      {
        template: '.redk',
        seq: 1,
        counters: [
          { value: 0, max: 10 },
          { value: 9, max: 20 },
        ],
      },
      'sequence',
    ],
  ])('are refused if they cannot be: %j', async (state, reason) => {
    const { take, store } = await open();
    await expect(take(state)).rejects.toMatchObject({
      code: 'record-invalid',
      parameters: { reason: 'on-line', line: 1, said: { parameters: { reason } } },
    });
    expect(await store.list()).toEqual([]);
  });

  it('are refused if more was issued than any of them gives', async () => {
    const { take } = await open();
    await expect(take({ template: '.reeddeeddk', seq: 0, counters: [] })).rejects.toMatchObject({
      parameters: { reason: 'at-most' },
    });
  });
});
