import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Hash } from '@perene/core/trust';
import { expect, it } from 'vitest';
import { openSqliteDatabase } from '../../packages/server/src/adapters/sql/engine/sqlite/sqlite-database.ts';
import { createSqlNodeFacts } from '../../packages/server/src/adapters/sql/node/sql-node-facts.ts';
import { createEd25519Signatures } from '../../packages/server/src/adapters/system/ed25519-signatures.ts';
import { verifyLog } from '../../packages/server/src/services/resolver/log/verify-log.ts';
import { openSigner } from '../../packages/server/src/services/trust/open-signer.ts';
import { effort } from '../fixtures/effort.ts';
import { startSource } from '../fixtures/source-process.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { openTestLog } from '../fixtures/test-log.ts';

const WORKER = fileURLToPath(new URL('./append-until-killed.ts', import.meta.url));
const ROUNDS = effort({ usual: 2, thorough: 50 });
const WORKERS = 2;

/** Returns the hashes of what a process had appended before it was killed without warning. */
const appendAndKill = async (
  words: readonly string[],
  { cache, afterMs }: { readonly cache: string; readonly afterMs: number },
): Promise<readonly string[]> => {
  const child = startSource(WORKER, words, { cache });
  const ended = new Promise((resolve) => child.on('close', resolve));
  let written = '';
  const first = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      written += text;
      resolve();
    });
  });
  await Promise.race([first, ended]);
  await sleep(afterMs);
  child.kill('SIGKILL');
  await ended;
  return written.split('\n').slice(0, -1);
};

it('keeps the log whole, and everything that was said to be in it, whatever processes are killed', async () => {
  const [data, cache] = [createTemporaryFolder(), createTemporaryFolder()];
  const appended: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const rounds = Array.from({ length: WORKERS }, (_, worker) =>
      appendAndKill([data, `archive${round}-${worker}`], { cache, afterMs: (round * 31 + worker * 47) % 150 }),
    );
    appended.push(...(await Promise.all(rounds)).flat());
  }
  expect(appended.length).toBeGreaterThan(ROUNDS * WORKERS);
  const database = openSqliteDatabase(join(data, 'perene.sqlite'));
  const signatures = createEd25519Signatures();
  const signer = await openSigner({ facts: createSqlNodeFacts(database), signatures }, 'log.signing-key');
  const log = openTestLog(database, { signer });
  expect(await log.inspect()).toEqual([]);
  expect(await verifyLog({ log: log.reader, signatures })).toMatchObject({ isSound: true, findings: [] });
  const known = await log.store.append(async (state) => ({
    addition: { entries: [], nodes: [] },
    result: await state.known(appended as Hash[]),
  }));
  expect(known).toEqual(new Set(appended));
  await database.close();
});
