import { parsePersistentUrl, parseRepositoryName } from '@perene/core';
import { type Metadata, type MetadataValue, QUALIFIER_NAMES } from '@perene/core/item';
import { withCitingItem } from '@perene/core/usage';
import type { ItemView } from '../../../../services/archive/archive-operations.ts';
import { langAttribute, renderDay } from '../format.ts';
import { type Html, html } from '../html.ts';
import { renderLayout } from '../layout.ts';
import { abridge, abridgeMetadata } from './abridge.ts';
import { itemAddress } from './item-address.ts';
import { renderFormatLinks } from './parts/format-links.ts';
import type { ShownItem, Visitor } from './shown-item.ts';

const WEB_ADDRESS = /^https?:\/\/\S+$/;

/** Renders every field, with the name that readers know it by. */
export const renderFields = (
  fields: Metadata,
  { texts, format }: Visitor,
  citing?: Pick<ItemView, 'repository' | 'persistentUrl'>,
): Html => {
  const write = (name: string, value: string): Html => {
    if (name === 'date') return html`${format.written(value)}`;
    if (name === 'language') return html`${format.language(value)}`;
    if (!WEB_ADDRESS.test(value)) return html`${value}`;
    return html`<a href="${citing === undefined ? value : citeFrom(citing, value)}" rel="nofollow">${value}</a>`;
  };
  const { fields: shown, isCut } = abridgeMetadata(fields);
  const entries = Object.entries(shown).map(
    ([name, values]) =>
      html`<dt>${texts.fieldName(name)}</dt>${values.map((value) => html`<dd${langAttribute(value.language)}>${write(name, value.value)}${renderQualifiers(value, texts)}</dd>`)}`,
  );
  return html`<dl class="pairs">${entries}</dl>${isCut && html`<p class="notice">${texts.metadata.cut}</p>`}`;
};

/** A link to another item by the resolver tells which item it is in, so that its Archive can count it. */
const citeFrom = (
  { repository, persistentUrl }: Pick<ItemView, 'repository' | 'persistentUrl'>,
  url: string,
): string => {
  const { origin } = new URL(persistentUrl);
  const label = parseRepositoryName(repository);
  const isItem = url.startsWith(`${origin}/`) && parsePersistentUrl(url).ok;
  return isItem && label.ok ? withCitingItem(url, label.value.text) : url;
};

/** What some qualifiers lead to. */
const ADDRESSES: Readonly<Record<string, string>> = {
  orcid: 'https://orcid.org/',
  isni: 'https://isni.org/isni/',
  ror: 'https://ror.org/',
  affiliationRor: 'https://ror.org/',
};

/** Qualifiers with words of a list. */
const IN_LISTS: ReadonlySet<string> = new Set(['kind', 'role', 'type', 'level']);

const renderQualifiers = (value: MetadataValue, { qualifierName, termName }: Visitor['texts']): readonly Html[] =>
  QUALIFIER_NAMES.flatMap((name) => {
    const text = value[name];
    if (text === undefined) return [];
    const address = ADDRESSES[name] === undefined ? text : `${ADDRESSES[name]}${text}`;
    const shown = WEB_ADDRESS.test(address)
      ? html`<a href="${address}" rel="nofollow">${text}</a>`
      : html`${IN_LISTS.has(name) ? termName(text) : text}`;
    return [html`<br><span class="faint">${qualifierName(name)}: ${shown}</span>`];
  });

export const renderMetadataPage = (shown: ShownItem, visitor: Visitor): string => {
  const { item, label } = shown;
  const { title } = abridge(shown);
  const { texts, format, language, url, site } = visitor;
  const heading = texts.metadata.title(title);
  const fields: Metadata = item.metadata?.fields ?? {};
  const main = html`<h1>${heading}</h1>
<p><a href="${itemAddress(label)}">${texts.metadata.back}</a></p>
${renderFields(fields, visitor, item)}
${item.metadata && html`<p class="faint">${texts.metadata.changed} ${renderDay(item.metadata.updated, format)}</p>`}
<section aria-labelledby="formats"><h2 id="formats">${texts.metadata.formats}</h2>
<ul>${renderFormatLinks(label, fields)}</ul></section>`;
  return renderLayout({ title: `${heading}`, language, url, site, main });
};
