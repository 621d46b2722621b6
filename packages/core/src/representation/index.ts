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
export { type ResourceKind, resourceTypeOf } from './resource-type.ts';

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

/** The element `resource` of DataCite's schema without a declaration, for documents that embed it. */
export const describeInDataCiteXml = (item: Description): string => formatDataCiteElement(readReference(item));
