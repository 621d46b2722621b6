import type { FileChecksums } from '../../../../ports/archive/file-checksums.ts';
import type { SqlDatabase } from '../../engine/sql-database.ts';
import { readRows } from '../../engine/typed-rows.ts';
import { TABLES } from '../../migrations/tables.ts';

const HASHES_PER_STEP = 500;

export const createSqlFileChecksums = (database: SqlDatabase): FileChecksums => ({
  async find(hashes) {
    const wanted = [...new Set(hashes)];
    const found = new Map<string, number>();
    for (let done = 0; done < wanted.length; done += HASHES_PER_STEP) {
      const step = wanted.slice(done, done + HASHES_PER_STEP);
      const query = `select * from file_checksums where sha256 in (${step.map(() => '?').join(', ')})`;
      const rows = await database.read((session) => readRows(session, TABLES.file_checksums, query, step));
      for (const { sha256, crc32 } of rows) found.set(sha256, Number(crc32));
    }
    return found;
  },
  keep: (checksums) =>
    database.transaction(
      async (session) => {
        for (let done = 0; done < checksums.length; done += HASHES_PER_STEP) {
          const step = checksums.slice(done, done + HASHES_PER_STEP);
          await session.run(
            `insert into file_checksums (sha256, crc32) values ${step.map(() => '(?, ?)').join(', ')}
           on conflict (sha256) do nothing`,
            step.flatMap(({ sha256, crc32 }) => [sha256, BigInt(crc32)]),
          );
        }
      },
      { exclusive: ['checksums'] },
    ),
});
