import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSqlMinterStore } from '../../packages/server/src/adapters/sql/minters/sql-minter-store.ts';
import { createQuickSecrets } from '../../packages/server/src/adapters/system/quick-secrets.ts';
import { createPatterns } from '../../packages/server/src/adapters/system/re2-patterns.ts';
import { createSystemClock } from '../../packages/server/src/adapters/system/system-clock.ts';
import type { MinterStore } from '../../packages/server/src/ports/minting/minter-store.ts';
import { splitLines } from '../../packages/server/src/services/noid/moving/split-lines.ts';
import { exportCommand, importCommand } from '../../packages/server/src/transports/cli/noid/move-commands.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const DUMP = new URL('../../vectors/noid/berkeley/rules.txt', import.meta.url);

describe.each(DATABASES)('the commands that move a minter, on $name', ({ openMigrated }) => {
  const open = async (): Promise<MinterStore> => createSqlMinterStore(await openMigrated());

  const importFrom = async (store: MinterStore, name: string, chunks: AsyncIterable<string | Uint8Array>) => {
    const reported: string[] = [];
    const done: number[] = [];
    await importCommand({
      store,
      name,
      lines: splitLines(chunks),
      clock: createSystemClock(),
      secrets: createQuickSecrets(),
      patterns: createPatterns(),
      report: (line) => reported.push(line),
      progress: (count) => done.push(count),
    });
    return { reported, done };
  };

  it('import a dump, export lines, and import those', async () => {
    const store = await open();
    const { reported, done } = await importFrom(store, 'first', createReadStream(DUMP, { highWaterMark: 100 }));
    expect(reported.slice(-7)).toEqual([
      'identifiers: 1',
      'issued: 0',
      'held: 0',
      'queued: 0',
      'bindings: 3',
      'rules: 20',
      'notes: 1',
    ]);
    expect(reported.slice(0, -7)).toHaveLength(6);
    expect(done).toEqual([readFileSync(DUMP, 'latin1').split('\n').length - 1]);

    let text = '';
    await exportCommand({
      store,
      name: 'first',
      out: (chunk) => {
        text += chunk;
      },
    });
    const file = join(createTemporaryFolder(), 'minter.jsonl');
    writeFileSync(file, text);
    const again = await importFrom(store, 'second', createReadStream(file));
    expect(again.reported).toEqual(reported.slice(-7));
    let copy = '';
    await exportCommand({
      store,
      name: 'second',
      out: async (chunk) => {
        copy += chunk;
      },
    });
    expect(copy).toBe(text);
  });

  it.each<[string, readonly (string | Uint8Array)[], string]>([
    ['an empty file', [], 'there is nothing to import: the file is empty'],
    [
      'a binary database',
      [Buffer.from('0000000001000000000000006231050009000000', 'hex')],
      'this looks like a binary file of Berkeley DB: make a text of it with `db_dump -p NOID/noid.bdb` first, and import that',
    ],
    ['something else', ['hello\n'], 'this is neither a minter from `noid export` nor a dump'],
    ['lines in Latin-1', ['{"a":1}\n', Buffer.from([0xe9, 0x0a])], 'line 1: "format" is "perene-minter"'],
    ['a first line in Latin-1', [Buffer.from([0x7b, 0xe9])], 'line 1: the line is not in UTF-8; nothing was imported'],
  ])('refuse %s', async (_, chunks, message) => {
    const store = await open();
    const given = async function* () {
      yield* chunks;
    };
    await expect(importFrom(store, 'none', given())).rejects.toMatchObject({
      code: 'record-invalid',
      message: expect.stringContaining(message),
    });
    expect(await store.list()).toEqual([]);
  });
});
