import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type Chance, createChance } from '../fixtures/chance.ts';
import { readCopiedColumns, writeStatement } from '../fixtures/copied-rows.ts';
import { effort } from '../fixtures/effort.ts';
import { type OpenCopy, openCopy } from '../fixtures/open-copy.ts';

const CLIENTS = 4;
const TRANSACTIONS = effort({ usual: 60, thorough: 2_000 });
const STATEMENTS = 5;

/** Each transaction that commits gives two rows the same number. */
const PAIR = ['first of the pair', 'second of the pair'];
const addPair = ({ sql }: OpenCopy) =>
  sql.unsafe(`insert into labels (label, number) values ('${PAIR[0]}', 0), ('${PAIR[1]}', 0)`);

const writeAtRandom = async ({ sql }: OpenCopy, chance: Chance): Promise<void> => {
  const tables = await readCopiedColumns(sql);
  for (let transaction = 0; transaction < TRANSACTIONS; transaction += 1) {
    await sql
      .begin(async (session) => {
        const mark = chance.below(1_000_000);
        for (const label of PAIR) {
          await session.unsafe(`update labels set number = ${mark} where label = '${label}'`);
          for (let count = chance.below(STATEMENTS); count > 0; count -= 1) {
            await session.savepoint((part) => part.unsafe(writeStatement(tables, chance))).catch(() => undefined);
          }
        }
        if (chance.is(0.2)) throw new Error('undone');
      })
      .catch(() => undefined);
  }
};

it.each([1, 2, 3])('random writes of transactions at once come into the copy, as seed %s has them', async (seed) => {
  const opened = await openCopy();
  await addPair(opened);
  let isOver = false;
  const writing = Promise.all(
    Array.from({ length: CLIENTS }, (_, client) => writeAtRandom(opened, createChance(seed * 100 + client))),
  ).finally(() => {
    isOver = true;
  });
  const outcomes = new Map<string, number>();
  while (!isOver) {
    const outcome = await opened.follow();
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    const pair = await opened.file.read((session) =>
      session.all('select number from labels where label in (?, ?)', PAIR),
    );
    expect(pair[0]).toEqual(pair[1]);
    await sleep(1);
  }
  await writing;
  await opened.follow();
  expect(await opened.follow()).toBe('level');
  // The copy was never found to differ.
  expect(outcomes.get('repaired')).toBeUndefined();
  // All but the first time by what has changed.
  expect(outcomes.get('anew')).toBe(1);
  expect(outcomes.get('changed')).toBeGreaterThan(1);
  opened.expectEqual(await opened.dumpBoth());
});
