import type { Collection, ItemPage } from '@perene/api';
import { FACET_NAMES, type FacetName } from '@perene/core/search';
import { readIn } from '../collections/titles.ts';
import { type Html, html } from '../html.ts';
import type { Visitor } from '../item/shown-item.ts';
import { type AskedSearch, searchAddress } from './search-address.ts';

type Found = NonNullable<ItemPage['found']>;

/** The titles of collections by their names. */
export type Titles = ReadonlyMap<string, Collection['title']>;

/** Writes the value of a facet for people. */
const nameValue = (facet: FacetName, value: string, { texts, format, language }: Visitor, titles: Titles): string => {
  if (facet === 'collection') return readIn(titles.get(value) ?? {}, language) ?? value;
  if (facet === 'language') return format.language(value);
  const kinds: Readonly<Record<string, string>> = texts.search.kinds;
  return (facet === 'type' ? kinds[value] : undefined) ?? value;
};

/** Lists the facets that the search is narrowed by, each with a link that widens it. */
export const renderChosen = (search: AskedSearch, visitor: Visitor, titles: Titles): Html | false => {
  const { search: texts } = visitor.texts;
  const chosen = FACET_NAMES.flatMap((facet) => {
    const value = search.facets[facet];
    if (value === undefined) return [];
    const address = searchAddress(search, { facets: { ...search.facets, [facet]: undefined } });
    const name = nameValue(facet, value, visitor, titles);
    return html`<li>${texts.facets[facet]}: <strong>${name}</strong> <a href="${address}" aria-label="${texts.widen(`${texts.facets[facet]}: ${name}`)}">✕</a></li>`;
  });
  return chosen.length > 0 && html`<ul class="chosen">${chosen}</ul>`;
};

/** Lists what the search can be narrowed by, with the number of items each. */
export const renderFacets = (
  { facets }: Found,
  search: AskedSearch,
  visitor: Visitor,
  titles: Titles,
): Html | false => {
  const { texts, format } = visitor;
  const lists = FACET_NAMES.filter((facet) => search.facets[facet] === undefined && facets[facet].length > 0).map(
    (facet) => {
      const values =
        facet === 'year' ? facets.year.toSorted((one, other) => (one.value < other.value ? 1 : -1)) : facets[facet];
      const links = values.map(({ value, count }) => {
        const address = searchAddress(search, { facets: { ...search.facets, [facet]: value } });
        return html`<li><a href="${address}" rel="nofollow">${nameValue(facet, value, visitor, titles)}</a> <span class="count">${format.number(count)}</span></li>`;
      });
      return html`<h3>${texts.search.facets[facet]}</h3><ul>${links}</ul>`;
    },
  );
  return (
    lists.length > 0 &&
    html`<aside class="facets" id="narrow" aria-labelledby="narrow-heading"><h2 id="narrow-heading">${texts.search.narrow}</h2>${lists}</aside>`
  );
};
