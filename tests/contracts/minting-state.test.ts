import { describe, expect, it, onTestFinished } from 'vitest';
import { createSqlCatalogue } from '../../packages/server/src/adapters/sql/catalogue/sql-catalogue.ts';
import { createSqlMintingState } from '../../packages/server/src/adapters/sql/minters/sql-minting-state.ts';
import type { DatesOrWait, MintingState } from '../../packages/server/src/ports/minting/minting-state.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { repositoryLabel } from '../fixtures/labels.ts';

/** Each adapter opens the same store as often as it is asked to. */
const ADAPTERS = DATABASES.map(({ name, createMigratedData, openMigrated }) => ({
  name,
  openMigrated,
  createStore: async () => {
    const open = await createMigratedData();
    return async (): Promise<MintingState> => createSqlMintingState(await open());
  },
}));

const NEW_ITEM = { ibips: [], content: 'Data', state: { kind: 'original' }, createdAt: 1n, updatedAt: 1n } as const;

const dates = (...given: readonly bigint[]): DatesOrWait => ({ kind: 'dates', dates: given });

describe.each(ADAPTERS)('minting state: $name', ({ createStore, openMigrated }) => {
  const openAll = async (count: number): Promise<readonly MintingState[]> => {
    const open = await createStore();
    const states = await Promise.all(Array.from({ length: count }, open));
    onTestFinished(() => Promise.all(states.map((state) => state.close())).then(() => undefined));
    return states;
  };

  it('knows no last date at first, and then the newest one given', async () => {
    const [state] = (await openAll(1)) as [MintingState];
    const seen: (bigint | undefined)[] = [];
    const give = (...given: readonly bigint[]): Promise<DatesOrWait> =>
      state.give((last) => {
        seen.push(last);
        return dates(...given);
      });
    expect(await give(1n, 2n, 3n)).toEqual(dates(1n, 2n, 3n));
    await give(1_794_782_985_900_000n);
    await give(9_007_199_254_740_993n);
    await give(9_007_199_254_740_994n);
    expect(await state.last()).toBe(9_007_199_254_740_994n);
    expect(seen).toEqual([undefined, 3n, 1_794_782_985_900_000n, 9_007_199_254_740_993n]);
  });

  it('goes on where the clock was once ahead, with dates that nobody was given, and stops before those that somebody was', async () => {
    const database = await openMigrated();
    const state = createSqlMintingState(database);
    const give = (...given: readonly bigint[]) => state.give(() => dates(...given));
    await give(100n, 110n);
    expect(await state.goOnFrom(120n)).toBeUndefined();
    // The clock is ahead: 1,000 to 1,020 are given.
    await give(1_000n);
    await give(1_010n, 1_020n);
    for (const taken of [100n, 105n, 110n, 1_000n, 1_015n]) {
      expect(await state.mayBeGiven(taken), String(taken)).toBe(true);
      expect(await state.goOnFrom(taken), String(taken)).toBeUndefined();
    }
    for (const free of [99n, 111n, 999n, 1_005n, 1_021n])
      expect(await state.mayBeGiven(free), String(free)).toBe(false);
    expect(await state.last()).toBe(1_020n);
    expect(await state.goOnFrom(200n)).toBe(1_000n);
    expect(await state.last()).toBe(200n);
    const seen: (bigint | undefined)[] = [];
    const giveAfter = (count: number) =>
      state.give((last) => {
        seen.push(last);
        return dates(...Array.from({ length: count }, (_, index) => (last ?? 0n) + BigInt(index) + 1n));
      });
    expect(await giveAfter(799)).toMatchObject({ dates: expect.arrayContaining([201n, 999n]) });
    // The next date was given, so all that were given are passed over.
    expect(await giveAfter(2)).toEqual(dates(1_021n, 1_022n));
    expect(seen).toEqual([200n, 999n, 1_020n]);
    expect(await state.last()).toBe(1_022n);
    // As after a backup was restored at a time that had been given before.
    await database.transaction((session) => session.run('update minting_state set last_date_microseconds = 1015'));
    expect(await giveAfter(1)).toEqual(dates(1_023n));
  });

  it('tells which labels items have', async () => {
    const database = await openMigrated();
    const state = createSqlMintingState(database);
    expect(await state.last()).toBeUndefined();
    const item = { ...NEW_ITEM, repository: repositoryLabel('a.example/x/2020/01.01.00.00.00') };
    await createSqlCatalogue(database).add([item], { who: 'tester', at: 1n });
    const others = Array.from({ length: 2_500 }, (_, index) =>
      repositoryLabel(`a.example/x/2020/01.02.00.00.00.${index + 1}`),
    );
    expect(await state.held([...others, item.repository])).toEqual(new Set([item.repository]));
    expect(await state.held([])).toEqual(new Set());
  });

  it('keeps nothing where the decision is to wait, or fails', async () => {
    const [state] = (await openAll(1)) as [MintingState];
    await state.give(() => dates(5n));
    const wait: DatesOrWait = { kind: 'wait', microseconds: 7n };
    expect(await state.give(() => wait)).toEqual(wait);
    await expect(
      state.give(() => {
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    expect(await state.give((last) => dates((last ?? 0n) + 1n))).toEqual(dates(6n));
  });

  it('is kept when everyone closes and another opens', async () => {
    const open = await createStore();
    const first = await open();
    await first.give(() => dates(41n));
    await first.close();
    const second = await open();
    expect(await second.give((last) => dates((last ?? 0n) + 1n))).toEqual(dates(42n));
    await second.close();
  });

  it('lets one at a time decide, over several connections', async () => {
    const states = await openAll(4);
    const given = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        (states[index % states.length] as MintingState).give((last) => dates((last ?? 0n) + 1n)),
      ),
    );
    const numbers = given.flatMap((decision) => (decision.kind === 'dates' ? decision.dates.map(Number) : []));
    expect(numbers.sort((one, other) => one - other)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
  });
});
