import { unescapeXml } from '../../../formats/read-xml.ts';
import { parseAnvl } from '../ezid/anvl.ts';
import { splitLines } from '../moving/split-lines.ts';
import { MAX_RECORD_BYTES, type NameArrival, type ReadChunks, refuseSource } from './arriving-name.ts';
import { readEzidRecord } from './ezid-elements.ts';
import { decodeLine, numberedLines, readRows } from './read-rows.ts';

/** Reads a batch download of EZID, in any of its formats: ANVL, CSV with a column `_id`, XML. */
export async function* readEzid(chunks: ReadChunks): AsyncGenerator<NameArrival> {
  const start = await readStart(chunks);
  if (start.startsWith('::')) yield* readAnvlRecords(chunks());
  else if (start.startsWith('<')) yield* readXmlRecords(chunks());
  else {
    for await (const row of readRows(chunks(), ['_id'])) {
      if ('refused' in row) yield row;
      else yield readEzidRecord(row.line, row.fields.get('_id') ?? '', row.fields);
    }
  }
}

const readStart = async (chunks: ReadChunks): Promise<string> => {
  for await (const chunk of chunks()) {
    const text = Buffer.from(chunk.subarray(0, 64))
      .toString('utf8')
      .replace(/^\ufeff/, '')
      .trimStart();
    if (text !== '') return text;
  }
  throw refuseSource(1, 'no-names');
};

/** Each record begins with `:: ` and the identifier. */
async function* readAnvlRecords(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<NameArrival> {
  let open: { line: number; id: string; lines: string[]; length: number } | undefined;
  const close = (): readonly NameArrival[] => {
    if (open === undefined) return [];
    const { line, id, lines } = open;
    const answer = parseAnvl(lines.join('\n'));
    return [
      'pairs' in answer
        ? readEzidRecord(line, id, answer.pairs)
        : { line, refused: refuseSource(line, 'unreadable', id) },
    ];
  };
  for await (const { line, text } of numberedLines(chunks)) {
    const id = text?.replace(/^\ufeff/, '').startsWith('::') ? text.slice(text.indexOf('::') + 2).trim() : undefined;
    if (id !== undefined) {
      yield* close();
      open = { line, id, lines: [], length: 0 };
    } else if (text === undefined || (open === undefined && text.trim() !== '')) {
      yield { line, refused: refuseSource(line, 'unreadable', open?.id) };
      open = undefined;
    } else if (open !== undefined) {
      open.lines.push(text);
      open.length += text.length;
      if (open.length > MAX_RECORD_BYTES) {
        yield { line: open.line, refused: refuseSource(open.line, 'too-long', open.id) };
        open = undefined;
      }
    }
  }
  yield* close();
}

const RECORD = /^(?:<\?xml[^>]*>\s*)?(?:<records>\s*)?<record identifier="([^"<>]*)">/;
const ELEMENT = /^<element name="([^"<>]*)">/;
const END_OF_ELEMENT = '</element>';
const END_OF_TAG = 0x3e;
const END = '</record';
const MAX_ELEMENTS = 1_000;

/** The whole download is one line, so it is read tag by tag. */
async function* readXmlRecords(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<NameArrival> {
  let line = 1;
  let first = line;
  let pieces: string[] = [];
  let length = 0;
  for await (const bytes of splitLines(chunks, MAX_RECORD_BYTES, END_OF_TAG)) {
    const piece = decodeLine(bytes);
    if (piece === undefined) throw refuseSource(line, 'unreadable');
    pieces.push(piece);
    length += piece.length;
    if (length > MAX_RECORD_BYTES) throw refuseSource(first, 'too-long');
    line += piece.split('\n').length - 1;
    if (!piece.endsWith(END)) continue;
    yield readXmlRecord(first, `${pieces.join('>')}>`);
    pieces = [];
    length = 0;
    first = line;
  }
  if (pieces.join('>').trim() !== '</records') throw refuseSource(line, 'cut');
}

const readXmlRecord = (line: number, given: string): NameArrival => {
  const text = given.trim();
  const [start = '', id] = RECORD.exec(text) ?? [];
  const pairs = id === undefined ? undefined : readXmlElements(text.slice(start.length, -`${END}>`.length));
  return id === undefined || pairs === undefined
    ? { line, refused: refuseSource(line, 'unreadable', id ?? text) }
    : readEzidRecord(line, unescapeXml(id), pairs);
};

const readXmlElements = (text: string): ReadonlyMap<string, string> | undefined => {
  const pairs = new Map<string, string>();
  let rest = text.trimStart();
  while (rest !== '') {
    const [start = '', name] = ELEMENT.exec(rest) ?? [];
    const end = rest.indexOf(END_OF_ELEMENT);
    if (name === undefined || end < 0 || pairs.size === MAX_ELEMENTS) return undefined;
    const value = rest.slice(start.length, end);
    // Records of DataCite and Crossref are XML themselves.
    pairs.set(unescapeXml(name), value.trimStart().startsWith('<') ? value : unescapeXml(value));
    rest = rest.slice(end + END_OF_ELEMENT.length).trimStart();
  }
  return pairs;
};
