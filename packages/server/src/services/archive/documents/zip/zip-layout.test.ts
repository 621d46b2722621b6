import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOutZip, readZip, type ZipContent, type ZipLayout } from './zip-layout.ts';

const MODIFIED = new Date('2026-11-18T01:02:04Z');

interface ReadEntry {
  readonly name: string;
  readonly bytes: number;
  readonly crc32: number;
  readonly offset: number;
}

/** A reader of its own: from the end of the file to the list of entries, as APPNOTE 6.3.10 describes it. */
const readDirectory = (tail: Buffer, total: number): readonly ReadEntry[] => {
  const at = (offset: number): number => offset - (total - tail.length);
  const end = tail.length - 22;
  expect(tail.readUInt32LE(end)).toBe(0x06054b50);
  let [count, bytes, offset] = [tail.readUInt16LE(end + 10), tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  if (count === 0xffff || bytes === 0xffffffff || offset === 0xffffffff) {
    expect(tail.readUInt32LE(end - 20)).toBe(0x07064b50);
    const record = at(Number(tail.readBigUInt64LE(end - 12)));
    expect(tail.readUInt32LE(record)).toBe(0x06064b50);
    count = Number(tail.readBigUInt64LE(record + 32));
    bytes = Number(tail.readBigUInt64LE(record + 40));
    offset = Number(tail.readBigUInt64LE(record + 48));
  }
  const entries: ReadEntry[] = [];
  for (let place = at(offset); entries.length < count; ) {
    if (tail.readUInt32LE(place) !== 0x02014b50) throw new Error(`no entry at ${place}`);
    const [name, extra] = [tail.readUInt16LE(place + 28), tail.readUInt16LE(place + 30)];
    const large: number[] = [];
    for (let field = place + 46 + name; field < place + 46 + name + extra; ) {
      const length = tail.readUInt16LE(field + 2);
      for (let value = 0; tail.readUInt16LE(field) === 1 && value < length; value += 8) {
        large.push(Number(tail.readBigUInt64LE(field + 4 + value)));
      }
      field += 4 + length;
    }
    const size = tail.readUInt32LE(place + 24);
    if (size === 0xffffffff) expect(large.shift()).toBe(large[0]);
    entries.push({
      name: tail.subarray(place + 46, place + 46 + name).toString('latin1'),
      crc32: tail.readUInt32LE(place + 16),
      bytes: size === 0xffffffff ? (large.shift() ?? 0) : size,
      offset: tail.readUInt32LE(place + 42) === 0xffffffff ? (large.shift() ?? 0) : tail.readUInt32LE(place + 42),
    });
    place += 46 + name + extra;
    if (entries.length === count) expect(place).toBe(at(offset + bytes));
  }
  return entries;
};

const contentOf = (contents: readonly Buffer[]): ZipContent => ({
  checksums: contents.map((content) => crc32(content)),
  modified: MODIFIED,
  open: async (index, { start, end }) => Readable.from([contents[index]?.subarray(start, end + 1) ?? Buffer.alloc(0)]),
});

const layOut = (contents: Readonly<Record<string, Buffer>>): Promise<ZipLayout> =>
  layOutZip(Object.entries(contents).map(([path, content]) => ({ path, bytes: content.length })));

const FILES = fc.dictionary(
  fc.stringMatching(/^[a-zé]{1,5}(?:\/[a-z]{1,5}){0,2}$/),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  { maxKeys: 5 },
);

describe('a ZIP file', () => {
  it('has the length that was told, and every file with its checksum', async () => {
    await fc.assert(
      fc.asyncProperty(FILES, async (files) => {
        const contents = Object.values(files);
        const layout = await layOut(files);
        const whole = await buffer(readZip(layout, contentOf(contents)));
        expect(whole).toHaveLength(layout.bytes);
        const entries = readDirectory(whole, whole.length);
        expect(entries.map(({ name, bytes, crc32: checksum }) => [name, bytes, checksum])).toEqual(
          Object.entries(files).map(([path, content]) => [
            Buffer.from(path).toString('latin1'),
            content.length,
            crc32(content),
          ]),
        );
        for (const [index, { offset, bytes }] of entries.entries()) {
          expect(whole.readUInt32LE(offset)).toBe(0x04034b50);
          const start = offset + 30 + whole.readUInt16LE(offset + 26) + whole.readUInt16LE(offset + 28);
          expect(whole.subarray(start, start + bytes)).toEqual(contents[index]);
        }
      }),
    );
  });

  it('is the same in parts as in one piece', async () => {
    await fc.assert(
      fc.asyncProperty(FILES, fc.nat(), fc.nat(), async (files, one, other) => {
        const layout = await layOut(files);
        const content = contentOf(Object.values(files));
        const whole = await buffer(readZip(layout, content));
        const [start = 0, end = 0] = [one % layout.bytes, other % layout.bytes].toSorted((a, b) => a - b);
        expect(await buffer(readZip(layout, content, { start, end }))).toEqual(whole.subarray(start, end + 1));
      }),
    );
  });

  it('has room for files, and for all of them, beyond 4 GiB', async () => {
    const sizes = [0xffff_fffe, 0xffff_ffff, 5, 2 ** 42];
    const layout = await layOutZip(sizes.map((bytes, index) => ({ path: `${index}`, bytes })));
    const content = { checksums: [1, 2, 3, 4], modified: MODIFIED, open: () => Promise.reject(new Error('unread')) };
    const start = layout.directory.offset;
    const tail = await buffer(readZip(layout, content, { start, end: layout.bytes - 1 }));
    const entries = readDirectory(tail, layout.bytes);
    expect(entries.map(({ bytes }) => bytes)).toEqual(sizes);
    expect(entries.map(({ offset }) => offset)).toEqual(layout.entries.map(({ offset }) => offset));
    const second = layout.entries[1]?.offset ?? 0;
    const local = await buffer(readZip(layout, content, { start: second, end: second + 59 }));
    // The sizes of a large file are in its local header, too.
    expect([local.readUInt32LE(18), local.readBigUInt64LE(44), local.readBigUInt64LE(52)]).toEqual([
      0xffff_ffff,
      0xffff_ffffn,
      0xffff_ffffn,
    ]);
  });

  it.each([65_534, 65_535])('has room for %i files', async (count) => {
    const layout = await layOutZip(Array.from({ length: count }, (_, index) => ({ path: `${index}`, bytes: 0 })));
    const content = { ...contentOf([]), checksums: [] };
    const start = layout.directory.offset;
    const tail = await buffer(readZip(layout, content, { start, end: layout.bytes - 1 }));
    expect(readDirectory(tail, layout.bytes)).toHaveLength(count);
  });

  it('has names in UTF-8, each once, and none with a backslash, which would leave a folder', async () => {
    const paths = ['Relat\\xF3rio.pdf', 'Relatório.pdf', 'ção.txt', '..\\x5C..\\x5Cevil', 'a\\x5Cb', 'a%5Cb'];
    const { entries } = await layOutZip(paths.map((path) => ({ path, bytes: 0 })));
    expect(entries.map(({ name }) => name.toString('utf8'))).toEqual([
      'Relatório.pdf',
      '_2_Relatório.pdf',
      'ção.txt',
      '..%5C..%5Cevil',
      'a%5Cb',
      '_2_a%5Cb',
    ]);
  });

  it('is laid out in a few steps for each file, however many names are alike', async () => {
    const paths = Array.from({ length: 8_192 }, (_, number) =>
      [...number.toString(2).padStart(13, '0')].map((bit) => (bit === '0' ? '\\x5C' : '%5C')).join('a'),
    );
    const { entries } = await layOutZip(paths.map((path) => ({ path, bytes: 0 })));
    expect(new Set(entries.map(({ name }) => name.toString('utf8'))).size).toBe(8_192);
    expect(Math.max(...entries.map(({ name }) => name.length))).toBeLessThan(100);
  });

  it('breaks off where a file is shorter than it was', async () => {
    const layout = await layOutZip([{ path: 'a', bytes: 10 }]);
    await expect(buffer(readZip(layout, contentOf([Buffer.from('123')])))).rejects.toThrow('lacks 7 bytes');
  });
});
