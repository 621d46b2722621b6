import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBerkeleyDump } from './berkeley-dump.ts';

const HEADER = ['VERSION=3', 'format=print', 'type=btree', 'db_pagesize=4096', 'HEADER=END'];

async function* numbered(lines: readonly (string | Buffer)[]) {
  for (const [index, line] of lines.entries()) yield { line: Buffer.from(line), number: index + 1 };
}

const read = async (lines: readonly (string | Buffer)[]) => {
  const pairs: { readonly key: string; readonly value: string; readonly line: number }[] = [];
  for await (const { key, value, line } of readBerkeleyDump(numbered(lines))) {
    pairs.push({ key: key.toString('latin1'), value: value.toString('latin1'), line });
  }
  return pairs;
};

const inHeader = (name: string, line: string): readonly string[] =>
  HEADER.map((kept) => (kept.startsWith(name) ? line : kept));

describe('readBerkeleyDump', () => {
  it('reads printed pairs with their lines', async () => {
    const pairs = await read([...HEADER, '  a\\09b', ' ', ' \\\\', ' \\00\\fF\\\\41 ', 'DATA=END', '']);
    expect(pairs).toEqual([
      { key: ' a\tb', value: '', line: 6 },
      { key: '\\', value: '\0\xff\\41 ', line: 8 },
    ]);
  });

  it('reads bytes above ASCII as they are, and lines that went through Windows', async () => {
    const lines = [...HEADER, Buffer.from(' \xe9', 'latin1'), ' x', 'DATA=END'];
    const returned = lines.map((line) => Buffer.concat([Buffer.from(line), Buffer.from('\r')]));
    expect(await read(returned)).toEqual([{ key: '\xe9', value: 'x', line: 6 }]);
  });

  it('reads pairs of digits', async () => {
    const header = inHeader('format', 'format=bytevalue');
    expect(await read([...header, ' 3a2F74', ' ', 'DATA=END'])).toEqual([{ key: ':/t', value: '', line: 6 }]);
    await expect(read([...header, ' 3', ' ', 'DATA=END'])).rejects.toThrow('line 6: two hexadecimal digits');
  });

  it('reads the older version, and a database without pairs', async () => {
    expect(await read([...inHeader('VERSION', 'VERSION=2'), 'DATA=END'])).toEqual([]);
  });

  it('gives back every byte, however it is escaped', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), fc.array(fc.boolean(), { minLength: 1 }), async (bytes, escaped) => {
        const text = [...bytes].map((byte, index) => {
          if (byte === 0x5c) return '\\\\';
          const isEscaped = byte < 0x20 || byte > 0x7e || escaped[index % escaped.length] === true;
          return isEscaped ? `\\${byte.toString(16).padStart(2, '0')}` : String.fromCharCode(byte);
        });
        const [pair] = await read([...HEADER, ` ${text.join('')}`, ' v', 'DATA=END']);
        expect(pair?.key).toBe(Buffer.from(bytes).toString('latin1'));
      }),
    );
  });

  it.each<[string, readonly string[], string]>([
    ['no line', [], 'line 0: the dump ends without DATA=END'],
    ['another version', inHeader('VERSION', 'VERSION=4'), 'line 5: a dump of version 4 cannot be read'],
    ['no version', inHeader('VERSION', 'x=1'), 'line 5: a dump of version ?'],
    ['another type', inHeader('type', 'type=hash'), 'line 5: the type of a noid database is btree, not hash'],
    ['no type', inHeader('type', 'x=1'), 'line 5: the type of a noid database is btree, not ?'],
    ['another format', inHeader('format', 'format=xml'), 'line 5: the format of a dump is print or bytevalue'],
    ['another line in the header', ['VERSION=3', 'nonsense'], 'line 2: the header of a dump has lines such as'],
    ['a header without end', Array<string>(101).fill('VERSION=3'), 'line 101: the header of a dump has lines such as'],
    ['a line without blank', [...HEADER, 'key', ' value', 'DATA=END'], 'line 6: a line of data begins with a blank'],
    ['a key without value', [...HEADER, ' key', 'DATA=END'], 'line 7: the last key has no value'],
    [
      'a broken escape',
      [...HEADER, ' ke\\0y', ' v', 'DATA=END'],
      'line 6: two hexadecimal digits are missing at character 5',
    ],
    ['an escape at the end', [...HEADER, ' k', ' v\\', 'DATA=END'], 'line 7: two hexadecimal digits are missing'],
    ['a cut dump', [...HEADER, ' key', ' value'], 'line 7: the dump ends without DATA=END'],
    ['a second database', [...HEADER, 'DATA=END', 'VERSION=3'], 'line 7: the dump has several databases'],
  ])('refuses %s', async (_, lines, message) => {
    await expect(read(lines)).rejects.toMatchObject({
      code: 'record-invalid',
      message: expect.stringContaining(message),
    });
  });
});
