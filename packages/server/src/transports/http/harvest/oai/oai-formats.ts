import { type Description, writeFormat } from '@perene/core/representation';

interface MetadataFormat {
  readonly schema: string;
  readonly namespace: string;
  /** Only records of this kind have the format. */
  readonly kind?: string;
  /** Writes one element. */
  readonly write: (item: Description) => string;
}

/** Every format of a record, by its prefix. */
export const METADATA_FORMATS = {
  oai_dc: {
    schema: 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd',
    namespace: 'http://www.openarchives.org/OAI/2.0/oai_dc/',
    write: (item) => writeFormat('oai-dc', item),
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
