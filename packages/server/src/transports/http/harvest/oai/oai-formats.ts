import { type Description, describeInDataCiteXml, writeFormat } from '@perene/core/representation';
import { element, written } from '../xml.ts';

interface MetadataFormat {
  readonly schema: string;
  readonly namespace: string;
  /** Only records of this kind have the format. */
  readonly kind?: string;
  /** Writes one element. */
  readonly write: (item: Description) => string;
}

const OAI_DATACITE = 'http://schema.datacite.org/oai/oai-1.1/';
const DATACITE_VERSION = '4.7';

/** The envelope in which DataCite itself gives its records to harvesters. */
const wrapDataCite = (resource: string): string =>
  element(
    'oai_datacite',
    { xmlns: OAI_DATACITE, 'xsi:schemaLocation': `${OAI_DATACITE} ${OAI_DATACITE}oai.xsd` },
    element('schemaVersion', {}, DATACITE_VERSION),
    element('datacentreSymbol', {}, 'PERENE'),
    element('payload', {}, written(resource)),
  ).markup;

/** Every format of a record, by its prefix. */
export const METADATA_FORMATS = {
  oai_dc: {
    schema: 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd',
    namespace: 'http://www.openarchives.org/OAI/2.0/oai_dc/',
    write: (item) => writeFormat('oai-dc', item),
  },
  oai_datacite: {
    schema: `${OAI_DATACITE}oai.xsd`,
    namespace: OAI_DATACITE,
    write: (item) => wrapDataCite(describeInDataCiteXml(item)),
  },
  'mtd2-br': {
    schema: 'http://oai.ibict.br/mtd2-br/mtd2-br.xsd',
    namespace: 'http://oai.ibict.br/mtd2-br/',
    kind: 'thesis',
    write: (item) => writeFormat('mtd2-br', item),
  },
  'etd-ms': {
    schema: 'http://www.ndltd.org/standards/metadata/etdms/1.0/etdms.xsd',
    namespace: 'http://www.ndltd.org/standards/metadata/etdms/1.0/',
    kind: 'thesis',
    write: (item) => writeFormat('etd-ms', item),
  },
} as const satisfies Readonly<Record<string, MetadataFormat>>;

export type MetadataPrefix = keyof typeof METADATA_FORMATS;

export const METADATA_PREFIXES = Object.keys(METADATA_FORMATS) as readonly MetadataPrefix[];

export const isMetadataPrefix = (text: string): text is MetadataPrefix => Object.hasOwn(METADATA_FORMATS, text);

export const formatOf = (prefix: MetadataPrefix): MetadataFormat => METADATA_FORMATS[prefix];

/** Whether a record of this kind has the format. */
export const hasFormat = (prefix: MetadataPrefix, kind: string): boolean => {
  const { kind: only } = formatOf(prefix);
  return only === undefined || only === kind;
};
