import { formatAbnt } from './abnt.ts';
import { formatApa } from './apa.ts';
import { formatBibtex } from './bibtex.ts';
import { formatCslJson } from './csl-json.ts';
import { type CitedItem, readReference } from './reference.ts';
import { formatRis } from './ris.ts';

export { type CitedKind, kindOf } from './kind.ts';
export type { CitedItem } from './reference.ts';

/** The citation of an item in every style: two for people, three for programs. */
export interface Citations {
  readonly apa: string;
  readonly abnt: string;
  readonly bibtex: string;
  readonly ris: string;
  readonly cslJson: string;
}

export const citeItem = (item: CitedItem): Citations => {
  const reference = readReference(item);
  return {
    apa: formatApa(reference),
    abnt: formatAbnt(reference),
    bibtex: formatBibtex(reference),
    ris: formatRis(reference),
    cslJson: formatCslJson(reference),
  };
};
