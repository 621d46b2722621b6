import { parseAlias } from '@perene/core/item';
import { type Description, writeFormat } from '@perene/core/representation';
import type { CatalogueReader } from '../../../ports/archive/catalogue.ts';
import type { DoiRegistration } from '../../../ports/dois/doi-queue.ts';
import { describeItem } from '../items/describe-item.ts';
import { viewItem } from '../items/view-item.ts';
import type { WantedDoi } from './send-dois.ts';

/** Says what the DOI of an item should be. */
export const describeItemDoi = async (
  catalogue: { snapshot<Result>(work: (snapshot: CatalogueReader) => Promise<Result>): Promise<Result> },
  { doi, subject, wanted }: DoiRegistration,
  { publicUrl, resolverUrl }: { readonly publicUrl: string; readonly resolverUrl: string },
): Promise<WantedDoi> => {
  if (subject.kind !== 'item') return { kind: 'gone' };
  return catalogue.snapshot(async (snapshot): Promise<WantedDoi> => {
    const item = await snapshot.find(subject.repository);
    if (item === undefined) return { kind: 'gone' };
    if (item.state.kind === 'copy' || item.state.kind === 'receiving') return { kind: 'elsewhere' };
    const view = await viewItem(snapshot, item, resolverUrl);
    if (item.withdrawal !== undefined || view.access.description === 'closed') {
      const publicationYear = Number(view.created.slice(0, 'YYYY'.length));
      return { kind: 'gone', url: view.persistentUrl, attributes: { ...UNAVAILABLE, publicationYear } };
    }
    const sent = { url: view.persistentUrl, attributes: attributesOf(describeItem(view, publicUrl), doi) };
    const isCarried = item.aliases.some((alias) => isDoi(alias, doi));
    return item.state.kind === 'deleted' || !isCarried
      ? { kind: 'gone', ...sent }
      : { kind: 'living', state: wanted, ...sent };
  });
};

/**
 * What takes the place of a description that nobody may read here. DataCite's word for what is kept back is `:unav`, and
 * empty lists remove what it was told before.
 */
const UNAVAILABLE: Readonly<Record<string, unknown>> = {
  creators: [{ name: ':unav' }],
  titles: [{ title: ':unav' }],
  publisher: { name: ':unav' },
  types: { resourceTypeGeneral: 'Other' },
  ...Object.fromEntries(
    [
      'alternateIdentifiers',
      'contributors',
      'dates',
      'descriptions',
      'formats',
      'fundingReferences',
      'geoLocations',
      'relatedIdentifiers',
      'rightsList',
      'sizes',
      'subjects',
    ].map((name) => [name, []]),
  ),
};

const isDoi = (text: string, doi: string): boolean => {
  const alias = parseAlias(text);
  return alias.ok && alias.value.key === `doi:${doi}`;
};

/** The attributes of DataCite's REST API. Other DOIs of the item are alternate identifiers of this one. */
export const attributesOf = (description: Description, doi: string): Readonly<Record<string, unknown>> => {
  const others = (description.aliases ?? []).filter((alias) => !isDoi(alias, doi));
  const text = writeFormat('datacite-json', { ...description, aliases: [`doi:${doi}`, ...others] });
  const {
    doi: _doi,
    url: _url,
    identifiers: _identifiers,
    ...attributes
  } = JSON.parse(text) as Record<string, unknown>;
  return attributes;
};
