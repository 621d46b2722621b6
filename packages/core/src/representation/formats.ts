import { formatBibtex } from './citing/bibtex.ts';
import { formatCslJson } from './citing/csl-json.ts';
import { formatRis } from './citing/ris.ts';
import type { Description } from './description.ts';
import { DATACITE_SCHEMA } from './harvesting/datacite.ts';
import { formatDataCiteJson } from './harvesting/datacite-json.ts';
import { formatDataCiteXml } from './harvesting/datacite-xml.ts';
import { ETD_MS_SCHEMA, formatEtdMs } from './harvesting/etd-ms.ts';
import { formatMtd2Br, MTD2_BR_SCHEMA } from './harvesting/mtd2-br.ts';
import { describeInDublinCore } from './harvesting/oai-dc.ts';
import { formatSchemaOrg } from './linking/schema-org.ts';
import { formatTurtle } from './linking/turtle.ts';
import { type Reference, readReference } from './reference.ts';
import { kindOf } from './resource-type.ts';

/** A format in which an item is described. */
export interface MetadataFormat {
  readonly name: MetadataFormatName;
  /** The name that people know it by; the same in all languages. */
  readonly title: string;
  /** The first is the type that the node writes; the others are understood as well. */
  readonly mediaTypes: readonly [string, ...string[]];
  /** What tells it from other formats of the same media type. */
  readonly profile?: string;
  /** The last part of its address below the item's. */
  readonly part: string;
  readonly write: (reference: Reference) => string;
  /** Whether only theses have it. */
  readonly isForTheses?: boolean;
}

const FORMATS = {
  'schema-org': {
    title: 'schema.org (JSON-LD)',
    mediaTypes: ['application/ld+json', 'application/vnd.schemaorg.ld+json'],
    profile: 'https://schema.org',
    part: 'schema-org.jsonld',
    write: formatSchemaOrg,
  },
  'csl-json': {
    title: 'CSL-JSON',
    mediaTypes: ['application/vnd.citationstyles.csl+json'],
    part: 'cite.json',
    write: formatCslJson,
  },
  bibtex: {
    title: 'BibTeX',
    mediaTypes: ['application/x-bibtex', 'text/x-bibtex'],
    part: 'cite.bib',
    write: formatBibtex,
  },
  ris: {
    title: 'RIS',
    mediaTypes: ['application/x-research-info-systems'],
    part: 'cite.ris',
    write: formatRis,
  },
  'datacite-xml': {
    title: 'DataCite (XML)',
    mediaTypes: ['application/vnd.datacite.datacite+xml'],
    profile: DATACITE_SCHEMA,
    part: 'datacite.xml',
    write: formatDataCiteXml,
  },
  'datacite-json': {
    title: 'DataCite (JSON)',
    mediaTypes: ['application/vnd.datacite.datacite+json'],
    part: 'datacite.json',
    write: formatDataCiteJson,
  },
  turtle: { title: 'Turtle (DCAT)', mediaTypes: ['text/turtle'], part: 'metadata.ttl', write: formatTurtle },
  'oai-dc': {
    title: 'Dublin Core (oai_dc, XML)',
    mediaTypes: ['text/xml', 'application/xml'],
    profile: 'http://www.openarchives.org/OAI/2.0/oai_dc/',
    part: 'metadata.xml',
    write: ({ description }) => describeInDublinCore(description),
  },
  'mtd2-br': {
    title: 'MTD2-BR (XML)',
    mediaTypes: ['application/xml', 'text/xml'],
    profile: MTD2_BR_SCHEMA,
    part: 'mtd2-br.xml',
    write: formatMtd2Br,
    isForTheses: true,
  },
  'etd-ms': {
    title: 'ETD-MS (XML)',
    mediaTypes: ['application/xml', 'text/xml'],
    profile: ETD_MS_SCHEMA,
    part: 'etd-ms.xml',
    write: formatEtdMs,
    isForTheses: true,
  },
} as const satisfies Readonly<Record<string, Omit<MetadataFormat, 'name'>>>;

export type MetadataFormatName = keyof typeof FORMATS;

/** Every format, those that programs ask for most first. */
export const METADATA_FORMATS = Object.entries(FORMATS).map(([name, format]) => ({
  name,
  ...format,
})) as unknown as readonly MetadataFormat[];

const isThesis = ({ metadata }: Pick<Description, 'metadata'>): boolean =>
  kindOf((metadata['type'] ?? []).map(({ value }) => value)) === 'thesis';

/** The formats that an item is offered in. */
export const formatsOf = (description: Pick<Description, 'metadata'>): readonly MetadataFormat[] =>
  METADATA_FORMATS.filter(({ isForTheses }) => isForTheses !== true || isThesis(description));

export const writeFormat = (name: MetadataFormatName, description: Description): string =>
  FORMATS[name].write(readReference(description));
