import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { numberToCharacters } from '@perene/core/noid';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALPHABETS } from '../../packages/core/src/noid/alphabets.ts';
import { migrate } from '../../packages/server/src/adapters/sql/migrations.ts';
import type { SqlDatabase } from '../../packages/server/src/adapters/sql/sql-database.ts';
import { openSqliteDatabase } from '../../packages/server/src/adapters/sql/sqlite-database.ts';
import { Refusal } from '../../packages/server/src/refusals/refusal.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { CONTACT, type NoidEngine, openNoidEngine } from '../fixtures/noid-engine.ts';
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

/** Characters of every alphabet, so that all of them may have a check character. */
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

/** Every identifier that a template can have, found without minting; of an unlimited one, its beginning. */
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

const invalidOf = async ({ minters }: NoidEngine, name: string, ids: readonly string[]): Promise<readonly string[]> =>
  (await minters.validate(name, { ids })).flatMap(({ id, problem }) => (problem === undefined ? [] : [id]));

/** Every text that has one other character in one place, and every one in which two characters have changed places. */
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
  const runs = databaseName === 'SQLite' ? 60 : 25;

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
          // Beyond as many characters as the check alphabet has, some slips cannot be found.
          const isFound = hasCheckCharacter && id.length < checkAlphabet.length;
          const wrong = total === null ? slips.filter((slip) => slip.length <= id.length) : slips;
          const expected = isFound ? wrong : wrong.filter((slip) => !namespace.has(slip) && total !== null);
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
        message: 'all 10 identifiers are held or queued; release some.',
      });
      await engine.minters.hold(name, { ids: ['3'], isHeld: false, contact: CONTACT });
      expect((await mint(3)).ids).toEqual(['3', '3', '3']);
      const { progress } = await engine.kept(name);
      expect(progress).toMatchObject({ held: 9, mints: 16 });
    }
  });
});
