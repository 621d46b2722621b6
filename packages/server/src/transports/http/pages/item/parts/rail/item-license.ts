import type { Metadata } from '@perene/core/item';
import { langAttribute } from '../../../format.ts';
import { type Html, html } from '../../../html.ts';
import type { Visitor } from '../../shown-item.ts';
import { type License, readLicense } from './read-license.ts';

const MAX_RIGHTS = 10;

/** Renders what readers may do with the item; undefined if nothing is said of it. */
export const renderLicense = (fields: Metadata, { texts: { license } }: Visitor): Html | undefined => {
  const rights = fields['rights'] ?? [];
  if (rights.length === 0) return undefined;
  const entries = rights.slice(0, MAX_RIGHTS).map((right) => {
    const read = readLicense(right);
    const signs = read.signs.map((sign) => html`<span class="sign">${sign}</span>`);
    const means = license.means[termsOf(read)];
    return html`<p class="license"${langAttribute(right.language)}>${signs.length > 0 && html`<span class="signs" aria-hidden="true">${signs}</span>`}<span class="text">${renderName(read, license.names)}${means !== undefined && html`<span class="means"${langAttribute(license.language)}>${means}</span>`}</span></p>`;
  });
  return html`${entries}`;
};

const termsOf = ({ signs }: License): string => signs.join('-');

/** The name of a known licence is in the language of the page; any other text is shown as it was written. */
const renderName = (read: License, names: Readonly<Record<string, string>>): Html => {
  const known = names[termsOf(read)];
  const [version = ''] = /\d\.\d/.exec(read.id ?? '') ?? [];
  const name = known === undefined ? (read.id ?? read.text) : `${known} ${version}`;
  return read.address === undefined ? html`${name}` : html`<a href="${read.address}" rel="license">${name}</a>`;
};
