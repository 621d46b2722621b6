import { describe, expect, it } from 'vitest';
import { createSqlFileChecksums } from '../../packages/server/src/adapters/sql/catalogue/files/sql-file-checksums.ts';
import { DATABASES } from '../fixtures/databases.ts';

const hashOf = (index: number): string => index.toString(16).padStart(64, '0');

describe.each(DATABASES)('checksums of contents on $name', ({ openMigrated }) => {
  it('are found by hash, however many there are, and never change', async () => {
    const checksums = createSqlFileChecksums(await openMigrated());
    const all = Array.from({ length: 1_200 }, (_, index) => ({ sha256: hashOf(index), crc32: 2 ** 32 - 1 - index }));
    await checksums.keep([]);
    await checksums.keep(all);
    await checksums.keep([{ sha256: hashOf(1), crc32: 7 }]);
    const found = await checksums.find([...all.map(({ sha256 }) => sha256), hashOf(1), hashOf(9_999)]);
    expect(found).toEqual(new Map(all.map(({ sha256, crc32 }) => [sha256, crc32])));
    expect(await checksums.find([])).toEqual(new Map());
  });
});
