import type { Label } from '@perene/core';
import { describe, expect, it } from 'vitest';
import { readRows } from '../../packages/server/src/adapters/sql/engine/typed-rows.ts';
import { verifyLog } from '../../packages/server/src/services/resolver/log/verify-log.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { effort } from '../fixtures/effort.ts';
import { labelOf, newSigner, signatures, signClaim, statementHash } from '../fixtures/signed-claims.ts';
import { openTestLog } from '../fixtures/test-log.ts';

const MUTATIONS = effort({ usual: 2_000, thorough: 50_000 });
const [SQLITE] = DATABASES;
const service = (number: number): Label => `example.org/archive${number}/2020/01.01.00.00` as Label;

/** Of the same kind, so that only what it says is wrong. */
const mutate = (text: string, chance: () => number): string => {
  const place = Math.floor(chance() * text.length);
  const change = Math.floor(chance() * 3);
  const other = String.fromCharCode(0x20 + Math.floor(chance() * 0x5f));
  const end = place + (change === 2 ? 0 : 1);
  return `${text.slice(0, place)}${change === 1 ? '' : other}${text.slice(end)}`;
};

/** The same numbers at every run (mulberry32). */
const createChance = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const fill = async ({ items } = { items: 2 }) => {
  const database = await SQLITE?.openMigrated();
  if (database === undefined) throw new Error('no database');
  const log = openTestLog(database);
  const archives = Array.from({ length: items }, newSigner);
  for (const [number, signer] of archives.entries()) {
    for (let item = 0; item < items; item += 1) {
      const parts = { archiveService: service(number), repository: labelOf(item + 100 * number) };
      const first = signClaim(signer, parts);
      const second = signClaim(signer, { ...parts, content: 'edited', previous: statementHash(first) });
      await log.append(
        [first, second].map((signed) => ({ kind: 'said', signed, from: signed.statement.archiveService })),
      );
    }
  }
  return { database, log };
};

describe('a log that somebody changed', () => {
  it('is found out, whatever byte of an entry it was', async () => {
    const { log } = await fill({ items: 1 });
    const honest = await log.reader.entries({ from: 0 });
    const head = await log.reader.head({ isWitnessed: false });
    const show = (entries: readonly string[]) => ({
      head: async () => head,
      entries: async ({ from, count = 200 }: { from: number; count?: number | undefined }) => ({
        from,
        entries: entries.slice(from, from + count),
        size: entries.length,
      }),
    });
    expect(await verifyLog({ log: show(honest.entries), signatures })).toMatchObject({ findings: [], isSound: true });
    const chance = createChance(13);
    for (let turn = 0; turn < MUTATIONS; turn += 1) {
      const place = Math.floor(chance() * honest.entries.length);
      const text = honest.entries[place] ?? '';
      const changed = mutate(text, chance);
      if (changed === text) continue;
      const found = await verifyLog({ log: show(honest.entries.with(place, changed)), signatures });
      expect(found.isSound, JSON.stringify(changed)).toBe(false);
    }
  });

  it('is found out if entries are missing, doubled, or in another order', async () => {
    const { log } = await fill();
    const { entries } = await log.reader.entries({ from: 0 });
    const head = await log.reader.head({ isWitnessed: false });
    const verify = async (shown: readonly string[]) => {
      const reader = {
        head: async () => head,
        entries: async ({ from }: { from: number }) => ({ from, entries: shown.slice(from), size: shown.length }),
      };
      return (await verifyLog({ log: reader, signatures })).isSound;
    };
    expect(await verify(entries)).toBe(true);
    expect(await verify(entries.slice(1))).toBe(false);
    expect(await verify(entries.slice(0, -1))).toBe(false);
    expect(await verify(entries.with(3, entries[4] ?? ''))).toBe(false);
    expect(await verify(entries.toSpliced(3, 2, entries[4] ?? '', entries[3] ?? ''))).toBe(false);
  });

  it('is found out where its head was signed by somebody else, or for another size', async () => {
    const { log, database } = await fill();
    const thief = openTestLog(database);
    const head = await log.reader.head({ isWitnessed: false });
    const stolen = await thief.reader.head({ isWitnessed: false });
    const verify = async (shown: typeof head) =>
      (await verifyLog({ log: { ...log.reader, head: async () => shown }, signatures })).isSound;
    expect(await verify(head)).toBe(true);
    expect(await verify({ ...head, head: stolen.head })).toBe(false);
    // The entries that pin keys are signed by the other log.
    expect(await verify(stolen)).toBe(false);
    expect(await verify({ ...head, head: head.head.replace(`\n${head.size}\n`, `\n${head.size - 1}\n`) })).toBe(false);
  });

  it('is found out whatever byte of its tables it was', async () => {
    const { database, log } = await fill();
    const verify = async () => [
      ...(await verifyLog({ log: log.reader, signatures })).findings,
      ...(await log.inspect()),
    ];
    expect(await verify()).toEqual([]);
    const chance = createChance(7);
    const tables = [
      ['log_entries', 'leaf', 'number'],
      ['log_entries', 'hash', 'number'],
      ['log_nodes', 'hash', 'number'],
      ['log_labels', 'label', 'entry'],
    ] as const;
    for (let turn = 0; turn < MUTATIONS / 20; turn += 1) {
      const [table, column, key] = tables[turn % tables.length] ?? tables[0];
      const described = { value: 'text', key: 'integer' } as const;
      const rows = await database.read((session) =>
        readRows(session, described, `select ${column} as value, ${key} as key from ${table} order by ${key}`),
      );
      const row = rows[Math.floor(chance() * rows.length)];
      if (row === undefined) throw new Error('no row');
      const write = (value: string) =>
        database.transaction((session) =>
          session.run(`update ${table} set ${column} = ? where ${key} = ?`, [value, row.key]),
        );
      const changed = mutate(row.value, chance);
      if (changed === row.value) continue;
      await write(changed);
      expect(await verify(), `${table}.${column} ${JSON.stringify(changed)}`).not.toEqual([]);
      await write(row.value);
    }
    expect(await verify()).toEqual([]);
  });
});
