import { type DublinCoreElement, METADATA_FIELD_NAMES, metadataField } from '../../item/metadata/metadata-fields.ts';
import type { Metadata, MetadataValue } from '../../item/metadata/metadata-json.ts';
import type { Description } from '../description.ts';
import { readReference, rightsAddresses } from '../reference.ts';
import { escapeXml } from '../writing/xml.ts';

const OPENING = `<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/"
 xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
 xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/oai_dc/ http://www.openarchives.org/OAI/2.0/oai_dc.xsd">
`;
const CLOSING = '</oai_dc:dc>\n';
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

/** Types of the DCMI vocabulary, by the beginning of a media type. */
const MEDIA: readonly (readonly [RegExp, string])[] = [
  [
    /^text\/|^application\/(?:pdf|epub|rtf|postscript|msword|vnd\.oasis\.opendocument\.text|.*wordprocessingml)/,
    'Text',
  ],
  [/^image\//, 'Image'],
  [/^audio\//, 'Sound'],
  [/^video\//, 'MovingImage'],
];

/** The vocabulary of access rights that harvesters of repositories share. */
export const ACCESS_RIGHTS = {
  open: 'info:eu-repo/semantics/openAccess',
  restricted: 'info:eu-repo/semantics/restrictedAccess',
} as const;

const listOf = (value: string | undefined): readonly string[] => (value === undefined ? [] : [value]);

/** An item in the format `oai_dc`: its metadata, and what the Archive knows besides. */
export const describeInDublinCore = (description: Description): string => {
  const { metadata, persistentUrl, labels = [], aliases = [], language, created, access, files = [] } = description;
  const { previousEdition, nextEdition, lastEdition, translations = [], copyOf } = description;
  const mediaType = files[0]?.mediaType.replace(/;.*/, '');
  const type = mediaType === undefined ? undefined : MEDIA.find(([begins]) => begins.test(mediaType))?.[1];
  const editions = [previousEdition, nextEdition, lastEdition].flatMap(listOf);
  return formatOaiDc(metadata, {
    identifier: [persistentUrl, ...labels, ...aliases],
    language: listOf(language),
    date: listOf(created?.slice(0, 'YYYY-MM-DD'.length)),
    type: listOf(type),
    format: listOf(mediaType),
    relation: [...editions, ...translations.map(({ url }) => url)],
    source: listOf(copyOf),
    rights: [...rightsAddresses(readReference(description)), ...(access === undefined ? [] : [ACCESS_RIGHTS[access]])],
  });
};
