import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../formats/csv-cell.ts';
import { writeCsv } from './write-csv.ts';
import { writeXlsx } from './write-xlsx.ts';

const rowsOf = async function* (rows: readonly (readonly Cell[])[]) {
  yield* rows;
};

const gather = async (parts: AsyncIterable<Buffer>): Promise<Buffer> => {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
};

/** Reads a ZIP file by its directory, as programs do. */
const unzip = (bytes: Buffer): Readonly<Record<string, string>> => {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  let position = bytes.readUInt32LE(end + 16);
  const files: Record<string, string> = {};
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count -= 1) {
    expect(bytes.readUInt32LE(position)).toBe(0x02014b50);
    const [packed, size] = [bytes.readUInt32LE(position + 20), bytes.readUInt32LE(position + 24)];
    const nameLength = bytes.readUInt16LE(position + 28);
    const start = bytes.readUInt32LE(position + 42);
    const name = bytes.toString('utf8', position + 46, position + 46 + nameLength);
    const content = start + 30 + bytes.readUInt16LE(start + 26);
    const text = inflateRawSync(bytes.subarray(content, content + packed));
    expect(text.byteLength).toBe(size);
    files[name] = text.toString();
    position += 46 + nameLength;
  }
  return files;
};

describe('tables', () => {
  it.each([
    ['=1+1', `'=1+1`],
    ['+55 11', `'+55 11`],
    ['-1', `'-1`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['\t=1', `'\t=1`],
    [' =1', `' =1`],
    ['＝1', `'＝1`],
    ['a=1', 'a=1'],
    ['say "no", twice', '"say ""no"", twice"'],
    ['two\nlines', '"two\nlines"'],
    [-5, '-5'],
  ])('as CSV write %j without a formula', async (cell, written) => {
    expect((await gather(writeCsv(rowsOf([[cell]])))).toString()).toBe(`\u{feff}${written}\r\n`);
  });

  it('as CSV are written in parts, however long they are', async () => {
    const rows = Array.from({ length: 450 }, (_, index) => [index]);
    const parts = [];
    for await (const part of writeCsv(rowsOf(rows))) parts.push(part.toString());
    expect(parts.length).toBe(3);
    expect(parts.join('').split('\r\n').length).toBe(451);
  });

  it('as a workbook have texts that are no formulas, and numbers', async () => {
    const files = unzip(
      await gather(
        writeXlsx(
          rowsOf([
            ['Title', 'Bytes'],
            ['=1+1 <&> \u{0}\ud800ç', 7],
          ]),
        ),
      ),
    );
    expect(Object.keys(files)).toEqual([
      'xl/worksheets/sheet1.xml',
      'xl/workbook.xml',
      'xl/_rels/workbook.xml.rels',
      '_rels/.rels',
      '[Content_Types].xml',
    ]);
    expect(files['xl/worksheets/sheet1.xml']).toContain(
      '<row><c t="inlineStr"><is><t xml:space="preserve">=1+1 &lt;&amp;&gt; ç</t></is></c><c><v>7</v></c></row>',
    );
    expect(files['xl/worksheets/sheet1.xml']).not.toContain('<f>');
  });

  it('as a workbook go on in another sheet, under the same titles', async () => {
    const rows = [['N'], ...Array.from({ length: 700 }, (_, index) => [index])];
    const files = unzip(await gather(writeXlsx(rowsOf(rows), 301)));
    const counts = [1, 2, 3].map((sheet) => files[`xl/worksheets/sheet${sheet}.xml`]?.split('<row>').length);
    expect(counts).toEqual([302, 302, 102]);
    expect(files['xl/workbook.xml']).toContain('<sheet name="3" sheetId="3" r:id="rId3"/>');
    expect(Object.keys(unzip(await gather(writeXlsx(rowsOf([]))))).length).toBe(5);
  });

  it('fail as a whole if a row cannot be read', async () => {
    const broken = async function* () {
      yield ['Title'];
      yield ['one'];
      throw new Error('gone');
    };
    await expect(gather(writeXlsx(broken()))).rejects.toThrow('gone');
    await expect(gather(writeCsv(broken()))).rejects.toThrow('gone');
  });
});
