import type { Metadata } from '@perene/core/item';
import type { Description } from '@perene/core/representation';

/** The record of an exported item, which this program has just written. */
interface Written {
  readonly repository: string;
  readonly ibips?: readonly string[];
  readonly aliases?: readonly string[];
  readonly language?: string;
  readonly created: string;
  readonly updated: string;
  readonly editionOf?: string;
  readonly nextEdition?: string;
  readonly translations?: Readonly<Record<string, string>>;
  readonly copyOf?: string;
  readonly access?: { readonly networks?: readonly string[] };
  readonly metadata?: { readonly fields?: Metadata; readonly updated: string };
}

type Exported = Readonly<Record<string, unknown>>;

export const metadataOf = (record: Exported): Metadata => (record as unknown as Written).metadata?.fields ?? {};

/** Labels in place of persistent URLs: a package tells the same of an item, whichever node wrote it. */
const nameOf = (label: string): string => `ibi:${label}`;

export const describeExported = (record: Exported): Description => {
  const item = record as unknown as Written;
  const { repository, ibips = [], metadata } = item;
  return {
    metadata: metadata?.fields ?? {},
    language: item.language,
    persistentUrl: nameOf(ibips[0] ?? repository),
    labels: [repository, ...ibips],
    aliases: item.aliases ?? [],
    created: item.created,
    updated: metadata === undefined || metadata.updated < item.updated ? item.updated : metadata.updated,
    access: item.access?.networks === undefined ? 'open' : 'restricted',
    previousEdition: item.editionOf && nameOf(item.editionOf),
    nextEdition: item.nextEdition && nameOf(item.nextEdition),
    translations: Object.entries(item.translations ?? {}).map(([language, label]) => ({
      language,
      url: nameOf(label),
    })),
    copyOf: item.copyOf,
  };
};
