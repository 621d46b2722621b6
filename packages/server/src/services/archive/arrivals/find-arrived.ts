import { parseIbi } from '@perene/core';
import { aliasLabel, parseAlias } from '@perene/core/item';
import type { Catalogue, CatalogueItem } from '../../../ports/archive/catalogue.ts';
import type { Arrival } from './arrival.ts';

/** Finds the item that an earlier import made of this one: by its label, an alias, or what it is known by. */
export const findArrived = async (
  catalogue: Pick<Catalogue, 'find' | 'findRequest'>,
  { record, request }: Arrival,
): Promise<CatalogueItem | undefined> => {
  const label = parseIbi(record?.repository ?? '');
  if (label.ok) return catalogue.find(label.value.text);
  for (const text of record?.aliases ?? []) {
    const alias = parseAlias(text);
    const found = alias.ok ? await catalogue.find(aliasLabel(alias.value)) : undefined;
    if (found !== undefined) return found;
  }
  const earlier = request && (await catalogue.findRequest(request.key));
  return earlier && catalogue.find(earlier.repository);
};
