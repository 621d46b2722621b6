import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generate } from './generate.ts';
import { runScript } from './judge.ts';
import { createDatabases, type Databases } from './ours.ts';
import type { Script } from './script.ts';
import { shrink } from './shrink.ts';
import { tellFailure } from './tell.ts';

const SEED = 11;
const QUESTIONS = 20_000;
const PER_FEDERATION = 200;
const FEDERATIONS_IN_A_BLOCK = 5;
const BLOCKS = Array.from(
  { length: QUESTIONS / PER_FEDERATION / FEDERATIONS_IN_A_BLOCK },
  (_, block) => SEED + block * FEDERATIONS_IN_A_BLOCK,
);

/** A federation in which something went wrong once, or was not understood; the file has one a line. */
interface Found {
  readonly sentence: string;
  readonly script: Script;
}

const FOUND = readFileSync(new URL('found.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Found);

let databases: Databases;
beforeAll(async () => {
  databases = await createDatabases();
});
afterAll(() => databases.remove());

/** Returns undefined, or the smallest federation that shows what is wrong. */
const findFailure = async (script: Script): Promise<string | undefined> => {
  const { failures } = await runScript(script, databases);
  const [failure] = failures;
  return failure && tellFailure(await shrink(script, failure, databases));
};

describe('federations in which the resolver and the model did not agree once', () => {
  it.each(FOUND)('$sentence', async ({ script }) => {
    expect(await findFailure(script)).toBeUndefined();
  });
});

describe(`federations by chance, from seed ${SEED} on`, () => {
  it.each(BLOCKS)('get answers that the standard allows: seeds from %i on', async (first) => {
    for (let seed = first; seed < first + FEDERATIONS_IN_A_BLOCK; seed += 1) {
      expect(await findFailure(generate(seed, { questions: PER_FEDERATION }))).toBeUndefined();
    }
  });
});
