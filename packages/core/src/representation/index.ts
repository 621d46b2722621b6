import { formatAbnt } from './citing/abnt.ts';
import { formatApa } from './citing/apa.ts';
import { formatBibtex } from './citing/bibtex.ts';
import { formatCslJson } from './citing/csl-json.ts';
import { formatRis } from './citing/ris.ts';
import type { Description } from './description.ts';
import { formatDataCiteElement } from './harvesting/datacite-xml.ts';
import { readReference } from './reference.ts';

export type { DescribedFile, Description } from './description.ts';
export { formatsOf, METADATA_FORMATS, type MetadataFormat, type MetadataFormatName, writeFormat } from './formats.ts';
export { formatOaiDc } from './harvesting/oai-dc.ts';
export { licenseAddress } from './identifiers.ts';
export {
  fileLinks,
  formatLinkHeader,
  formatLinkset,
  formatLinksetJson,
  LINKSET_PARTS,
  LINKSET_TYPES,
  type Link,
  metadataLinks,
  pageLinks,
} from './linking/links.ts';
export { type PageTags, pageTags } from './linking/page-tags.ts';
export { formatRoCrate } from './linking/ro-crate.ts';
export { kindOf, type ResourceKind, resourceTypeOf } from './resource-type.ts';

/** The citation of an item in every style: two for people, three for programs. */
export interface Citations {
  readonly apa: string;
  readonly abnt: string;
  readonly bibtex: string;
  readonly ris: string;
  readonly cslJson: string;
}

export const citeItem = (item: Description): Citations => {
  const reference = readReference(item);
  return {
    apa: formatApa(reference),
    abnt: formatAbnt(reference),
    bibtex: formatBibtex(reference),
    ris: formatRis(reference),
    cslJson: formatCslJson(reference),
  };
};

/** The styles of text citations, by the names that citation processors have for them. */
export const CITATION_STYLES = ['apa', 'associacao-brasileira-de-normas-tecnicas'] as const;
export type CitationStyle = (typeof CITATION_STYLES)[number];

/** Finds a style by its name; without one it is APA. Undefined for styles that are not written here. */
export const findStyle = (name = 'apa'): CitationStyle | undefined =>
  CITATION_STYLES.find((style) => style === (name === 'abnt' ? 'associacao-brasileira-de-normas-tecnicas' : name));

/** One line of text. ABNT is a Brazilian standard, whose words are Portuguese in every locale. */
export const citeInStyle = (item: Description, style: CitationStyle, locale = 'en'): string => {
  const reference = readReference(item);
  return style === 'apa' ? formatApa(reference, /^pt\b/i.test(locale) ? 'pt' : 'en') : formatAbnt(reference);
};

/** The element `resource` of DataCite's schema without a declaration, for documents that embed it. */
export const describeInDataCiteXml = (item: Description): string => formatDataCiteElement(readReference(item));
