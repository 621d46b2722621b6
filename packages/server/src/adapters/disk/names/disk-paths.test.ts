import { spellFileName } from '@perene/core/item';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diskPathsOf, namesOfDiskPath, pathOnDisk, sourcePathsOf } from './disk-paths.ts';

const name = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 8 }).map((bytes) => [...bytes]),
      fc
        .constantFrom('%~', '%+', '%', '%41', '\\', 'a', 'A', '.', ' ', 'con', 'é', ':', 'x'.repeat(130))
        .map((text) => [...Buffer.from(text)]),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((pieces) => spellFileName(Uint8Array.from(pieces.flat().filter((byte) => byte !== 0 && byte !== 0x2f))))
  .filter((spelling) => !['', '.', '..'].includes(spelling));
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));

const asBuffers = (place: string | Buffer): readonly Buffer[] => namesOfDiskPath(place).map((one) => Buffer.from(one));

describe.each(['linux', 'win32'] as const)('names on a disk of %s', (platform) => {
  it('are those of one file each', () => {
    fc.assert(
      fc.property(path, (given) => {
        const [first = ''] = diskPathsOf(given, platform);
        expect(pathOnDisk(asBuffers(first))).toBe(given);
      }),
      { seed: 22, numRuns: 3_000 },
    );
  });

  it('are found where they are escaped, too', () => {
    fc.assert(
      fc.property(path, (given) => {
        // A file whose name looks escaped may be older than the escaping of names.
        const looksEscaped = given.split('/').some((one) => one.startsWith('%~'));
        const places = diskPathsOf(given, platform).slice(0, looksEscaped ? 1 : undefined);
        for (const place of places) expect(pathOnDisk(asBuffers(place))).toBe(given);
      }),
      { seed: 22, numRuns: 3_000 },
    );
  });
});

it('names that every system takes have one place', () => {
  expect(diskPathsOf('a/b c (1).txt', 'linux')).toEqual(['a/b c (1).txt']);
  expect(diskPathsOf('a:b', 'linux')).toEqual(['a:b', '%~a%3Ab']);
  expect(diskPathsOf('a:b', 'win32')).toEqual(['%~a%3Ab']);
  expect(diskPathsOf('COM1 .txt', 'win32')).toEqual(['%~COM1 .txt']);
});

it('paths of operators are taken as they are, and as they would be kept', () => {
  expect(sourcePathsOf('./a\\b', 'linux')).toEqual(['./a\\b'].map((text) => Buffer.from(text)));
  expect(sourcePathsOf('./a', 'linux')).toEqual(['./a']);
  expect(sourcePathsOf('c\u0327', 'linux')).toEqual(['c\u0327', 'ç']);
  expect(sourcePathsOf(String.raw`\xF3`, 'linux')).toEqual([Buffer.from([0xf3]), Buffer.from([0xf3]), '%~%F3']);
  expect(sourcePathsOf('a:b', 'win32')).toEqual(['%~a%3Ab']);
});
