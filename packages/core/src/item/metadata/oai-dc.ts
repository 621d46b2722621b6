import { type DublinCoreElement, METADATA_FIELD_NAMES, metadataField } from './metadata-fields.ts';
import type { Metadata, MetadataValue } from './metadata-json.ts';

const OPENING = `<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/"
 xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
 xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/oai_dc/ http://www.openarchives.org/OAI/2.0/oai_dc.xsd">
`;
const CLOSING = '</oai_dc:dc>\n';

/** Characters that no XML 1.0 document can have, not even escaped. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** A carriage return would be read as a line feed if it were not escaped. */
const escapeXml = (text: string): string =>
  text
    .replace(NOT_XML, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');

const formatElement = (name: string, { value, language }: MetadataValue): string => {
  const attribute = language === undefined ? '' : ` xml:lang="${escapeXml(language)}"`;
  return `  <dc:${name}${attribute}>${escapeXml(value)}</dc:${name}>\n`;
};

/** The fields that become each element, the elements in their order. */
const FIELDS_OF_ELEMENT = new Map<DublinCoreElement, string[]>();
for (const name of METADATA_FIELD_NAMES) {
  const { element } = metadataField(name);
  if (element !== undefined) FIELDS_OF_ELEMENT.set(element, [...(FIELDS_OF_ELEMENT.get(element) ?? []), name]);
}

/** What an Archive knows of an item beside its metadata, by element. */
export type KnownElements = Readonly<Partial<Record<DublinCoreElement, readonly string[]>>>;

/** The author of the metadata knows these best: the values of the Archive are used only if the metadata have none. */
const SAID_ONCE: ReadonlySet<DublinCoreElement> = new Set<DublinCoreElement>(['language', 'date', 'type', 'format']);

/** The `oai_dc` format of OAI-PMH: the fifteen elements in their order; fields beyond them are left out. */
export const formatOaiDc = (metadata: Metadata, known: KnownElements = {}): string => {
  const elements = [...FIELDS_OF_ELEMENT].flatMap(([element, fields]) => {
    const said = fields.flatMap((field) => metadata[field] ?? []);
    const texts = new Set(said.map(({ value }) => value));
    const isEnough = SAID_ONCE.has(element) && said.length > 0;
    const added = isEnough ? [] : [...new Set(known[element])].filter((value) => !texts.has(value));
    return [...said, ...added.map((value) => ({ value }))].map((value) => formatElement(element, value));
  });
  return OPENING + elements.join('') + CLOSING;
};
