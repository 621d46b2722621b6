import type { Metadata, MetadataValue } from './metadata-json.ts';
import { ELEMENTS } from './metadata-text.ts';

const OPENING = `<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/"
 xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
 xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/oai_dc/ http://www.openarchives.org/OAI/2.0/oai_dc.xsd">
`;
const CLOSING = '</oai_dc:dc>\n';

/** What no XML 1.0 document can hold, not even escaped. */
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

/** Simple Dublin Core knows no abstract: it is a description. */
const fieldsOf = (element: string): readonly string[] =>
  element === 'description' ? ['description', 'abstract'] : [element];

/** The `oai_dc` format of OAI-PMH: the fifteen elements in their order; fields beyond them are left out. */
export const formatOaiDc = (metadata: Metadata): string => {
  const elements = ELEMENTS.flatMap((element) =>
    fieldsOf(element)
      .flatMap((field) => metadata[field] ?? [])
      .map((value) => formatElement(element, value)),
  );
  return OPENING + elements.join('') + CLOSING;
};
