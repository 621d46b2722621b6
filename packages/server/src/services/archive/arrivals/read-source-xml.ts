import { decodeXml } from '../../../formats/decode-text.ts';
import { parseXml, type XmlElement } from '../../../formats/read-xml.ts';
import type { FileFolder } from '../../../ports/node/given-files.ts';
import { readBytes, unreadable } from './arrival.ts';

/** A record has at most 1,048,576 characters of metadata. */
const MAX_XML_BYTES = 16 * 1_048_576;

/** Reads a file of XML in the encoding that it names; refusals have the line. */
export const readSourceXml = async (folder: Pick<FileFolder, 'open'>, path: string): Promise<XmlElement> => {
  const decoded = decodeXml(await readBytes(folder, path, { maxBytes: MAX_XML_BYTES }));
  if (!decoded.ok) throw unreadable(path, decoded.line ?? 1);
  const answer = parseXml(decoded.text);
  if (!answer.ok) throw unreadable(path, answer.line);
  return answer.root;
};
