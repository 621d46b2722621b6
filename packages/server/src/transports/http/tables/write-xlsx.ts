import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';
import type { Cell } from '../../../formats/csv-cell.ts';
import type { Rows } from './write-csv.ts';

/** The most that a sheet holds; further rows are in further sheets. */
const ROWS_PER_SHEET = 1_048_576;
const MAX_CELL_LENGTH = 32_767;
const ROWS_PER_PART = 200;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/**
 * Writes rows as a workbook (ISO/IEC 29500), some at a time: nothing but the names of its parts is kept in memory. Texts
 * are inline, so none is ever a formula. The first row, the titles, is repeated on every sheet and stays in sight.
 */
export const writeXlsx = async function* (rows: Rows, rowsPerSheet = ROWS_PER_SHEET): AsyncGenerator<Buffer> {
  const archive = createZip();
  const source = rows[Symbol.asyncIterator]();
  const first = await source.next();
  const titles = first.done ? [] : first.value;
  let sheets = 0;
  let next = await source.next();
  do {
    sheets += 1;
    const sheet = async function* () {
      const frozen = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
      const view = `<sheetViews><sheetView workbookViewId="0">${frozen}</sheetView></sheetViews>`;
      yield `${HEAD}<worksheet xmlns="${MAIN}">${view}<sheetData>${writeRow(titles)}`;
      let part = '';
      for (let row = 1; row < rowsPerSheet && !next.done; row += 1) {
        part += writeRow(next.value);
        next = await source.next();
        if (row % ROWS_PER_PART !== 0) continue;
        yield part;
        part = '';
      }
      yield `${part}</sheetData></worksheet>`;
    };
    yield* archive.add(`xl/worksheets/sheet${sheets}.xml`, sheet());
  } while (!next.done);
  for (const [name, text] of partsOf(sheets)) {
    yield* archive.add(
      name,
      (async function* () {
        yield text;
      })(),
    );
  }
  yield archive.end();
};

const writeRow = (cells: readonly Cell[]): string => `<row>${cells.map(writeCell).join('')}</row>`;

const writeCell = (cell: Cell): string =>
  typeof cell === 'number'
    ? `<c><v>${cell}</v></c>`
    : `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell.slice(0, MAX_CELL_LENGTH))}</t></is></c>`;

/** Characters that XML does not have are left out, and so are halves of pairs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that XML does not have.
const UNKEPT = /[\u{0}-\u{8}\u{b}\u{c}\u{e}-\u{1f}\u{fffe}\u{ffff}]|\p{Cs}/gu;

const escapeXml = (text: string): string =>
  text.replaceAll(UNKEPT, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The parts of a workbook beside its sheets. */
const partsOf = (sheets: number): readonly (readonly [name: string, text: string])[] => {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  return [
    [
      'xl/workbook.xml',
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${numbers
        .map((number) => `<sheet name="${number}" sheetId="${number}" r:id="rId${number}"/>`)
        .join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${numbers
        .map(
          (number) =>
            `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
        )
        .join('')}</Relationships>`,
    ],
    [
      '_rels/.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      '[Content_Types].xml',
      `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>${numbers
        .map((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${type}.worksheet+xml"/>`)
        .join('')}</Types>`,
    ],
  ];
};

/** Lengths and checksums follow the content; names are in UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
const VERSION = 20;
/** 1 January 1980, so that the same list is the same file. */
const DATE = 0x21;

interface Entry {
  readonly name: Buffer;
  readonly checksum: number;
  readonly packed: number;
  readonly bytes: number;
  readonly start: number;
}

/** A ZIP file that is written while its parts come. */
const createZip = () => {
  const entries: Entry[] = [];
  let position = 0;
  const send = (bytes: Buffer): Buffer => {
    position += bytes.byteLength;
    return bytes;
  };
  const common = ({ checksum, packed, bytes, name }: Omit<Entry, 'start'>): Buffer => {
    const fields = Buffer.alloc(26);
    for (const [value, offset] of [
      [VERSION, 0],
      [FLAGS, 2],
      [DEFLATED, 4],
      [0, 6],
      [DATE, 8],
      [name.byteLength, 22],
    ] as const) {
      fields.writeUInt16LE(value, offset);
    }
    fields.writeUInt32LE(checksum, 10);
    fields.writeUInt32LE(packed, 14);
    fields.writeUInt32LE(bytes, 18);
    return fields;
  };
  return {
    async *add(text: string, content: AsyncIterable<string>): AsyncGenerator<Buffer> {
      const name = Buffer.from(text);
      const start = position;
      yield send(Buffer.concat([signature(0x04034b50), common({ name, checksum: 0, packed: 0, bytes: 0 }), name]));
      const counted = { checksum: 0, bytes: 0 };
      let packed = 0;
      for await (const part of deflate(content, counted)) {
        packed += part.byteLength;
        yield send(part);
      }
      entries.push({ name, start, packed, ...counted });
      const numbers = Buffer.alloc(12);
      numbers.writeUInt32LE(counted.checksum, 0);
      numbers.writeUInt32LE(packed, 4);
      numbers.writeUInt32LE(counted.bytes, 8);
      yield send(Buffer.concat([signature(0x08074b50), numbers]));
    },
    end(): Buffer {
      const start = position;
      const records = entries.map((entry) => {
        const rest = Buffer.alloc(14);
        rest.writeUInt32LE(entry.start, 10);
        const made = Buffer.from([VERSION, 0]);
        return Buffer.concat([signature(0x02014b50), made, common(entry), rest, entry.name]);
      });
      const directory = Buffer.concat(records);
      const end = Buffer.alloc(18);
      end.writeUInt16LE(entries.length, 4);
      end.writeUInt16LE(entries.length, 6);
      end.writeUInt32LE(directory.byteLength, 8);
      end.writeUInt32LE(start, 12);
      return Buffer.concat([directory, signature(0x06054b50), end]);
    },
  };
};

const signature = (number: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
};

const deflate = async function* (
  content: AsyncIterable<string>,
  counted: { checksum: number; bytes: number },
): AsyncGenerator<Buffer> {
  const packer = createDeflateRaw();
  const feed = async (): Promise<void> => {
    try {
      for await (const text of content) {
        const bytes = Buffer.from(text);
        counted.checksum = crc32(bytes, counted.checksum);
        counted.bytes += bytes.byteLength;
        if (!packer.write(bytes)) await once(packer, 'drain');
      }
      packer.end();
    } catch (error) {
      packer.destroy(error as Error);
    }
  };
  const fed = feed();
  yield* packer as AsyncIterable<Buffer>;
  await fed;
};
