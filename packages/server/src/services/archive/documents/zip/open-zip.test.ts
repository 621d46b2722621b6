import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createZipOpener } from './open-zip.ts';

const itemOf = (repository: string) => ({ repository, createdAt: 0n }) as never;
const FILES = ['a', 'b', 'c'].map((path) => ({ path, bytes: 0, sha256: path }));

it('the lists of ZIP files that are being read are bounded, shared by the readers of an item, and let go at the end', async () => {
  let found = 0;
  const openZip = createZipOpener({
    catalogue: { files: async () => FILES as never, fixity: async () => ({ damaged: [] }) as never },
    files: { open: async () => Readable.from([]) },
    findChecksums: async () => {
      found += 1;
      return [0, 0, 0];
    },
    secrets: { sha256: (text) => createHash('sha256').update(text).digest('hex') },
    maxHeldFiles: 5,
  });
  const [first, again, other] = [await openZip(itemOf('x')), await openZip(itemOf('x')), await openZip(itemOf('y'))];
  const reading = [await first.read(), await again.read()];
  expect(found).toBe(1);
  await expect(other.read()).rejects.toMatchObject({ code: 'zip-unready' });
  const [one, two] = await Promise.all(reading.map(buffer));
  expect(one).toEqual(two);
  expect(one).toHaveLength(first.bytes);
  // Whoever comes when nobody reads any more is let in, also to an item that has too many files by itself.
  expect(await buffer(await other.read())).toHaveLength(other.bytes);
  expect(found).toBe(2);
});
