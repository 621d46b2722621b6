import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '@perene/api/refusals';
import { numberToCharacters } from '@perene/core/noid';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALPHABETS } from '../../packages/core/src/noid/template/alphabets.ts';
import type { SqlDatabase } from '../../packages/server/src/adapters/sql/engine/sql-database.ts';
import { openSqliteDatabase } from '../../packages/server/src/adapters/sql/engine/sqlite/sqlite-database.ts';
import { migrate } from '../../packages/server/src/adapters/sql/migrations/migrations.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { CONTACT, type NoidEngine, openNoidEngine } from '../fixtures/noid-engine.ts';
import { actions, MinterModel, modelledMinters } from '../fixtures/noid-model.ts';
import { mintingTemplate } from '../fixtures/noid-order.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const SEED = 20_240_102;
const MAX_TOTAL = 1_500;
const UNLIMITED_COUNT = 150;

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};

interface SmallMinter {
  readonly template: string;
  readonly term: string;
  readonly naan: string;
  readonly seed: number;
}

/** These prefixes have characters of every alphabet, so that all of them may have a check character. */
const prefixes = fc.constantFrom('', '1', '29');
const letters = fc
  .array(fc.constantFrom(...'deixvEwc'), { minLength: 1, maxLength: 3 })
  .filter((chosen) => chosen.reduce((total, letter) => total * (ALPHABETS[letter]?.length ?? 0), 1) <= MAX_TOTAL)
  .map((chosen) => chosen.join(''));
const smallMinters: fc.Arbitrary<SmallMinter> = fc
  .record({
    prefix: prefixes,
    order: fc.constantFrom('r', 's', 'z'),
    letters,
    check: fc.constantFrom('', 'k'),
    term: fc.constantFrom('short', 'medium', 'long'),
    naan: fc.constantFrom('', '12', '12345'),
    seed: fc.constantFrom(0, 0, 7, 0xffff_ffff),
  })
  .map(({ prefix, order, letters: mask, check, term, naan, seed }) => ({
    template: `${prefix}.${order}${mask}${check}`,
    term,
    naan: term === 'long' ? '12345' : naan,
    seed,
  }));

/**
 * Returns every identifier that a template can have, found without minting; of an unlimited template, the first ones.
 */
const namespaceOf = ({ template: text, naan }: SmallMinter): ReadonlySet<string> => {
  const template = mintingTemplate(text);
  const { hasCheckCharacter, checkAlphabet, total, prefix } = template;
  const first = `${naan}${naan === '' ? '' : '/'}${prefix}`;
  return new Set(
    Array.from({ length: Number(total ?? UNLIMITED_COUNT) }, (_, number) => {
      const body = first + numberToCharacters(number, template);
      if (!hasCheckCharacter) return body;
      const sum = [...body].reduce(
        (before, character, index) => before + (index + 1) * Math.max(0, checkAlphabet.indexOf(character)),
        0,
      );
      return body + checkAlphabet.charAt(sum % checkAlphabet.length);
    }),
  );
};

const mintAll = async ({ minters }: NoidEngine, name: string, count: number): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (const size of [1, 2, 7, Math.max(0, count - 10)]) {
    if (ids.length === count || size === 0) continue;
    ids.push(...(await minters.mint(name, { count: Math.min(size, count - ids.length), contact: CONTACT })).ids);
  }
  return ids;
};

const invalidOf = async ({ minters }: NoidEngine, name: string, ids: readonly string[]): Promise<readonly string[]> => {
  if (ids.length === 0) return [];
  const checked = await minters.validate(name, { ids });
  return checked.flatMap(({ id, problem }) => (problem === undefined ? [] : [id]));
};

/**
 * Returns every text with one other character in one place, and every text in which two characters have changed places.
 */
const slipsOf = (id: string, alphabet: string): readonly string[] => {
  const slips: string[] = [];
  const characters = [...id];
  for (const [place, character] of characters.entries()) {
    for (const other of `${alphabet}/.é`) {
      if (other !== character) slips.push(id.slice(0, place) + other + id.slice(place + 1));
    }
    for (const [after, other] of characters.entries()) {
      if (after <= place || other === character) continue;
      slips.push(id.slice(0, place) + other + id.slice(place + 1, after) + character + id.slice(after + 1));
    }
  }
  return slips;
};

describe.each(DATABASES)('minters on $name', ({ openMigrated, name: databaseName }) => {
  const runs = databaseName === 'SQLite' ? 100 : 40;

  it('mint each identifier of the namespace once, and accept exactly those', async () => {
    const engine = openNoidEngine(await openMigrated());
    await fc.assert(
      fc.asyncProperty(smallMinters, async (minter) => {
        const name = await engine.create(minter);
        const namespace = namespaceOf(minter);
        const { total, hasCheckCharacter, checkAlphabet } = mintingTemplate(minter.template);
        const minted = await mintAll(engine, name, namespace.size);
        expect(minted).toHaveLength(namespace.size);
        expect(new Set(minted)).toEqual(namespace);
        expect(await invalidOf(engine, name, minted)).toEqual([]);

        const sample = [...namespace].filter((_, index) => index % Math.ceil(namespace.size / 4) === 0);
        for (const id of sample) {
          const slips = slipsOf(id, checkAlphabet);
          // If an identifier has more characters than the check alphabet, some slips cannot be found.
          const isFound = hasCheckCharacter && id.length < checkAlphabet.length;
          const foreign = total === null ? [] : slips.filter((slip) => !namespace.has(slip));
          const expected = isFound ? slips : foreign;
          expect(await invalidOf(engine, name, expected)).toEqual(expected);
        }

        if (total === null) return;
        const code = await codeOf(engine.minters.mint(name, { count: 1, contact: CONTACT }));
        expect(code).toBe(minter.term === 'short' ? 'done' : 'identifiers-exhausted');
      }),
      { seed: SEED, numRuns: runs },
    );
  });

  it('keep to a simple model, whatever is done in whatever order', async () => {
    const engine = openNoidEngine(await openMigrated());
    await fc.assert(
      fc.asyncProperty(modelledMinters, fc.array(actions, { minLength: 20, maxLength: 70 }), async (minter, chosen) => {
        const model = new MinterModel(engine, await engine.create(minter), minter);
        for (const action of chosen) await model.run(action);
        await model.compare();
      }),
      { seed: SEED, numRuns: runs },
    );
  });

  it('say so where every identifier of a short-term one is held', async () => {
    const engine = openNoidEngine(await openMigrated());
    for (const template of ['.sd', '.rd']) {
      const name = await engine.create({ template, term: 'short' });
      const ids = [...'0123456789'];
      const mint = (count: number) => engine.minters.mint(name, { count, contact: CONTACT });
      await mint(13);
      await engine.minters.hold(name, { ids, isHeld: true, contact: CONTACT });
      await expect(mint(1)).rejects.toMatchObject({
        code: 'identifiers-held',
        message: expect.stringMatching(/^all 10 identifiers are held or queued/),
      });
      await engine.minters.hold(name, { ids: ['3'], isHeld: false, contact: CONTACT });
      expect((await mint(3)).ids).toEqual(['3', '3', '3']);
      const { progress } = await engine.kept(name);
      expect(progress).toMatchObject({ held: 9, mints: 16 });
    }
  });
});

/** Returns everything that the database keeps of minters, as text. */
const readTables = async (database: SqlDatabase): Promise<string> => {
  const tables = ['minters', 'identifiers', 'elements', 'queue', 'notes', 'mint_days'];
  const rows = await database.read(async (session) => {
    const all = [];
    for (const table of tables) all.push(await session.all(`select * from noid_${table}`));
    return all;
  });
  return JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value));
};

describe.each(DATABASES)('peppers on $name', ({ openMigrated }) => {
  const open = async () => {
    const database = await openMigrated();
    const engine = openNoidEngine(database);
    const name = await engine.create({ template: '5.reeddk' });
    const { minters } = engine;
    const mint = async (isPeppered: boolean): Promise<string> =>
      (await minters.mint(name, { count: 1, isPeppered, contact: CONTACT })).ids[0] ?? '';
    const bind = (id: string, value: string, how = 'set') =>
      codeOf(minters.bind(name, { how, id, element: 'e', value: Buffer.from(value), contact: CONTACT }));
    const readValue = async (id: string): Promise<string> =>
      Buffer.from((await minters.fetch(name, { id, elements: ['e'] })).elements[0]?.value ?? []).toString();
    const hold = (id: string, isHeld: boolean) => codeOf(minters.hold(name, { ids: [id], isHeld, contact: CONTACT }));
    const queue = (id: string, when = 'first') => codeOf(minters.queue(name, { ids: [id], when, contact: CONTACT }));
    return { database, ...engine, name, mint, bind, readValue, hold, queue };
  };

  it('are told once, and only their digests are kept', async () => {
    const { database, mint, bind, minters, name } = await open();
    const told = await mint(true);
    const [id = '', pepper = ''] = told.split('!');
    expect(pepper).toMatch(/^[0-9b-df-hj-km-np-tv-xz]{20}$/);
    await bind(told, 'value');
    const value = Buffer.from('value');
    const bound = await minters.bind(name, { how: 'peppermint', id: 'new', element: 'e', value, contact: CONTACT });
    const tables = await readTables(database);
    expect(tables).toContain(id);
    expect(tables).not.toContain(pepper);
    expect(bound.id.split('!')).toHaveLength(2);
    expect(tables).not.toContain(bound.id.split('!')[1]);
    expect(await minters.fetch(name, { id, elements: [] })).toMatchObject({ id, isPeppered: true });
  });

  it('keep others from changing anything', async () => {
    const { mint, bind, hold, queue, readValue, kept, name } = await open();
    const told = await mint(true);
    const [id = '', pepper = ''] = told.split('!');
    expect(await bind(told, 'first')).toBe('done');
    const before = await kept(name);
    const wrong = [`${id}!`, `${id}!x`, `${id}!${pepper}0`, `${id}!${pepper.slice(1)}`, `${id}!!${pepper}`];
    for (const given of [id, ...wrong]) {
      const refused = given === id ? /^pepper-missing$/ : /^(?:pepper-wrong|identifier-invalid)$/;
      for (const how of ['set', 'append', 'prepend', 'delete', 'purge', 'replace']) {
        expect(await bind(given, 'other', how)).toMatch(refused);
      }
      expect(await hold(given, true)).toMatch(refused);
      expect(await queue(given)).toMatch(refused);
    }
    expect(await kept(name)).toEqual(before);
    expect(await readValue(id)).toBe('first');

    expect(await bind(told, 'second')).toBe('done');
    expect(await readValue(told)).toBe('second');
    expect(await hold(told, true)).toBe('done');
    expect((await kept(name)).records.get(id)).toMatchObject({ isHeld: true });
    expect(await hold(told, false)).toBe('done');
    expect(await queue(told)).toBe('done');
    expect((await kept(name)).queue.map((entry) => entry.id)).toEqual([id]);
  });

  it('are forgotten when the identifier is minted again', async () => {
    const { mint, bind, queue } = await open();
    const told = await mint(true);
    const [id = '', pepper = ''] = told.split('!');
    await queue(told);
    expect(await bind(id, 'while queued')).toBe('pepper-missing');
    const again = await mint(true);
    expect(again.split('!')[0]).toBe(id);
    expect(again).not.toBe(told);
    expect(await bind(`${id}!${pepper}`, 'by the old one')).toBe('pepper-wrong');
    expect(await bind(again, 'by the new one')).toBe('done');
    await queue(again);
    expect(await mint(false)).toBe(id);
    expect(await bind(id, 'by anybody')).toBe('done');
    expect(await bind(again, 'by the new one')).toBe('identifier-invalid');
  });
});

it('no byte of a pepper reaches the files of a minter', async () => {
  const folder = createTemporaryFolder();
  const database = openSqliteDatabase(join(folder, 'minters.sqlite'));
  try {
    await migrate(database);
    const { minters, create } = openNoidEngine(database);
    const name = await create({ template: '.reeeek' });
    const { ids } = await minters.mint(name, { count: 100, isPeppered: true, contact: CONTACT });
    await minters.bind(name, { how: 'set', id: ids[0] ?? '', element: 'e', value: Buffer.from('v'), contact: CONTACT });
    const bytes = Buffer.concat(readdirSync(folder).map((file) => readFileSync(join(folder, file))));
    for (const told of ids) {
      const [id = '', pepper = ''] = told.split('!');
      expect(bytes.includes(id)).toBe(true);
      expect(bytes.includes(pepper)).toBe(false);
    }
  } finally {
    await database.close();
  }
});
