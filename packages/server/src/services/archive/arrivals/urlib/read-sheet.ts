import { refuse } from '@perene/api/refusals';
import { decodeOldText, decodeXml } from '../../../../formats/decode-text.ts';
import { parseXml, type XmlElement } from '../../../../formats/read-xml.ts';
import type { FileFolder } from '../../../../ports/node/given-files.ts';
import { atLine, readBytes, unreadable } from '../arrival.ts';
import { pathOfRecord } from '../record-sources.ts';
import { readRefer } from './read-refer.ts';
import { gatherUrlibFields, MAX_VALUES_OF_RECORD, type UrlibRecord } from './urlib-record.ts';

/** A saved answer has perhaps a thousand records. */
const MAX_SHEET_BYTES = 64 * 1_048_576;

/**
 * Reads the records of a file: XML as the web face of URLib gives it (`choice=fullXML`), or the format of refer in
 * which URLib keeps them.
 */
export const readSheet = async (folder: Pick<FileFolder, 'open'>, path: string): Promise<readonly UrlibRecord[]> => {
  const bytes = await readBytes(folder, path, { maxBytes: MAX_SHEET_BYTES });
  if (/^\s*%/.test(bytes.subarray(0, 64).toString('latin1').replace('\u00ef\u00bb\u00bf', ''))) {
    const answer = readRefer(decodeOldText(bytes).replace('\ufeff', ''), path);
    if ('line' in answer) throw unreadable(path, answer.line);
    return answer.records;
  }
  const decoded = decodeXml(bytes);
  if (!decoded.ok) throw unreadable(path, decoded.line ?? 1);
  const answer = parseXml(decoded.text);
  if (!answer.ok) throw unreadable(path, answer.line);
  return recordsOf(answer.root, path).map((element, index) => readElement(element, path, index));
};

const recordsOf = (root: XmlElement, path: string): readonly XmlElement[] => {
  if (root.name === 'metadata') return [root];
  if (root.name !== 'metadatalist') throw unreadable(path, root.line);
  const other = root.children.find(({ name }) => name !== 'metadata');
  if (other !== undefined) throw unreadable(path, other.line);
  return root.children;
};

const readElement = ({ attributes, children, line }: XmlElement, path: string, index: number): UrlibRecord => {
  const type = attributes.get('ReferenceType');
  // Elements inside of a value would be lost.
  const unfit = children.find((child) => child.children.length > 0);
  if (unfit !== undefined) throw unreadable(path, unfit.line);
  if (children.length > MAX_VALUES_OF_RECORD) {
    throw refuse('package-invalid', { reason: 'too-many', path: atLine(path, line) });
  }
  const given = children.map(({ name, text }) => [name, text] as const);
  return {
    place: atLine(path, line),
    source: pathOfRecord(path, index),
    isXml: true,
    fields: gatherUrlibFields(type === undefined ? given : [['referencetype', type], ...given]),
  };
};

/** The texts of the records of a file, for items that have no other files. */
export const readUrlibTexts =
  (folder: Pick<FileFolder, 'open'>) =>
  async (path: string): Promise<readonly string[]> =>
    (await readSheet(folder, path)).map(({ fields }) => `${JSON.stringify(Object.fromEntries(fields), null, 2)}\n`);
