import type { Metadata, MetadataValue } from '@perene/core/item';
import { langAttribute } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { ORCID_SIGN } from '../../style/icons.ts';
import type { Visitor } from '../shown-item.ts';

const MAX_PEOPLE = 50;

/** Renders who made the item, each with the ORCID iD, the role and the affiliation that are known. */
export const renderPeople = (fields: Metadata, { texts }: Visitor): Html | false => {
  const people = [...(fields['creator'] ?? []), ...(fields['contributor'] ?? [])].slice(0, MAX_PEOPLE);
  const entries = people.map((person) => {
    const { value, language, affiliation, role } = person;
    const about = [role && texts.termName(role), affiliation].filter((text) => text !== undefined);
    return html`<li><a href="/search?q=${encodeURIComponent(value)}"${langAttribute(language)}>${value}</a>${renderOrcid(person, texts.item.orcid)}${about.length > 0 && html`<span class="of">${about.join(', ')}</span>`}</li>`;
  });
  return people.length > 0 && html`<ul class="people" aria-label="${texts.item.people}">${entries}</ul>`;
};

const renderOrcid = ({ orcid, value }: MetadataValue, describe: (name: string) => string): Html | undefined =>
  orcid === undefined
    ? undefined
    : html`<a class="orcid" href="https://orcid.org/${orcid}" rel="nofollow" aria-label="${describe(value)}">${ORCID_SIGN}</a>`;
