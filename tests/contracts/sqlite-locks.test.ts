import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteDatabase } from '../../packages/server/src/adapters/sql/engine/sqlite/sqlite-database.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

/** The locks of this process on a file; only Linux tells them. */
const locksOn = (path: string): readonly string[] => {
  const file = `:${statSync(path).ino} `;
  return readFileSync('/proc/locks', 'utf8')
    .split('\n')
    .filter((line) => line.includes(` ${process.pid} `) && line.includes(file));
};

it.runIf(process.platform === 'linux')(
  'a process holds its lock on a file of SQLite, though it opens the file again',
  async () => {
    const path = join(createTemporaryFolder(), 'perene.sqlite');
    const first = openSqliteDatabase(path);
    await first.transaction((session) => session.run('create table t (n integer)'));
    expect(locksOn(path)).toHaveLength(1);
    const second = openSqliteDatabase(path);
    onTestFinished(async () => {
      await second.close();
      await first.close();
    });
    await second.transaction((session) => session.run('insert into t (n) values (1)'));
    // Without it, another program that looks into the file throws the write-ahead log away, and all that is in it.
    expect(locksOn(path)).toHaveLength(1);
  },
);
