import { issueDate, METADATA_FIELD_NAMES, type Metadata, type MetadataValue, metadataField } from '@perene/core/item';
import { type Description, formatsOf, pageTags } from '@perene/core/representation';
import type { PresentedItem } from '../../../../services/archive/archive-operations.ts';
import { LANGUAGE_TAGS } from '../../negotiation/page-language.ts';
import { langAttribute, renderDay } from '../format.ts';
import { type Html, html, joinHtml, trusted } from '../html.ts';
import { renderLayout } from '../layout.ts';
import { SCRIPT_ADDRESS } from '../page-script.ts';
import { itemAddress } from './item-address.ts';
import { renderCitedFrom } from './parts/cited-from.ts';
import { renderFormatLinks } from './parts/format-links.ts';
import { renderCitations, renderCopy } from './parts/item-citations.ts';
import { type HistoryLine, renderEvidence } from './parts/item-evidence.ts';
import { renderEditions, renderTranslations } from './parts/item-versions.ts';
import { renderFiles } from './parts/listed-files.ts';
import { type ItemCounts, renderStatistics } from './parts/statistics-plot.ts';
import type { ShownItem, Visitor } from './shown-item.ts';

export interface ItemPageContent {
  readonly shown: ShownItem;
  readonly qrCode: Html;
  readonly counts: ItemCounts;
  readonly citedFrom: PresentedItem['citedFrom'];
  readonly history: readonly HistoryLine[];
  /** Whether the node has the API of a resolver. */
  readonly isResolving: boolean;
  /** Address of the script that checks proofs; undefined if this node has none. */
  readonly checker: string | undefined;
  /** The address of the page itself. */
  readonly address: string;
  /** What the item is in formats for machines; undefined if its description is closed to this visitor. */
  readonly description: Description | undefined;
}

const MAX_PEOPLE = 50;

/** Renders the page of an item, with what readers need most first. */
export const renderItemPage = (content: ItemPageContent, visitor: Visitor): string => {
  const { shown, counts, citedFrom } = content;
  const { texts, format, today, language, url } = visitor;
  const { item, title, label } = shown;
  const fields: Metadata = item.metadata?.fields ?? {};
  const section = (id: string, heading: string, body: Html): Html =>
    html`<section id="${id}" aria-labelledby="${id}-heading"><h2 id="${id}-heading">${heading}</h2>
${body}</section>`;
  const editions = renderEditions(shown, visitor);
  const translations = renderTranslations(shown, visitor);
  const main = html`<div class="item"><div class="lead">
${renderHead(shown, fields, visitor)}</div>
${renderAside(content, visitor)}
<div class="parts">${renderAbstract(fields, visitor)}
${!shown.isDescriptionClosed && section('files', texts.files.heading, renderFiles(shown, visitor))}
${!shown.isDescriptionClosed && section('cite', texts.cite.heading, renderCitations(shown, visitor, 'section'))}
${editions && section('editions', texts.editions.heading, editions)}
${translations && section('translations', texts.translations.heading, translations)}
${section('evidence', texts.evidence.heading, renderEvidence(content, visitor))}
${section('statistics', texts.statistics.heading, renderStatistics(counts, { today, texts, format }))}
${citedFrom.length > 0 && section('cited-from', texts.citedFrom.heading, renderCitedFrom(citedFrom, visitor))}
${!shown.isDescriptionClosed && section('metadata', texts.metadata.heading, renderMetadataLinks(label, fields, visitor))}</div></div>`;
  return renderLayout({
    title: `${title} · Perene`,
    language,
    url,
    main,
    isWide: true,
    head: html`${renderTags(content)}<script src="${SCRIPT_ADDRESS}" defer></script>`,
  });
};

/** What machines read in the page: search engines, reference managers, sites that show a link. */
const renderTags = ({ shown, address, description }: ItemPageContent): Html => {
  const languages = Object.entries(LANGUAGE_TAGS).map(
    ([code, tag]) => html`<link rel="alternate" hreflang="${tag}" href="${address}?lang=${code}">`,
  );
  const links = html`<link rel="canonical" href="${address}"><link rel="cite-as" href="${shown.item.persistentUrl}">${languages}<link rel="alternate" hreflang="x-default" href="${address}">`;
  if (description === undefined) return links;
  const { names, properties, jsonLd } = pageTags(description, address);
  const formats = formatsOf(description).map(
    ({ part, title, mediaTypes: [type] }) =>
      html`<link rel="describedby" type="${type}" title="${title}" href="${address}/${part}">`,
  );
  return html`${links}${formats}<link rel="alternate" type="application/json" href="${address}/metadata.json">
${names.map(([name, content]) => html`<meta name="${name}" content="${content}">`)}
${properties.map(([property, content]) => html`<meta property="${property}" content="${content}">`)}<meta property="og:site_name" content="Perene">
<script type="application/ld+json">${trusted(jsonLd)}</script>`;
};

const renderHead = (
  { item, title, mayRead, isDescriptionClosed }: ShownItem,
  fields: Metadata,
  { texts, format }: Visitor,
): Html => {
  const first = (name: string): string | undefined => fields[name]?.[0]?.value;
  const date = issueDate(fields);
  const language = item.language ?? first('language');
  const facts = [
    date === undefined ? undefined : html`<span>${format.written(date)}</span>`,
    ...METADATA_FIELD_NAMES.flatMap((name) => renderHeadline(name, fields[name] ?? [], texts)),
    language === undefined ? undefined : html`<span>${format.language(language)}</span>`,
  ].filter((fact) => fact !== undefined);
  const titles = (fields['title'] ?? []).filter(({ value }) => value !== title);
  return html`<p class="state">${item.state === 'Copy' ? texts.item.copy : texts.item.original}</p>
<h1${langAttribute(titleLanguage(fields, title) ?? item.language)}>${title}</h1>
${titles.map(({ value, language: tag }) => html`<p class="other-title"${langAttribute(tag)}>${value}</p>`)}
${renderPeople(fields, texts.item.people)}
${facts.length > 0 && html`<p class="facts">${joinHtml(facts, ' · ')}</p>`}
${mayRead ? html`<p><a class="action" href="${item.persistentUrl}">${texts.item.open}</a></p>` : !isDescriptionClosed && html`<p class="notice">${texts.item.restricted}</p>`}
${isDescriptionClosed && html`<p class="notice">${texts.item.undescribed}</p>`}`;
};

const renderHeadline = (
  name: string,
  values: readonly MetadataValue[],
  { fieldName }: Visitor['texts'],
): readonly Html[] => {
  const { headline } = metadataField(name);
  if (headline === undefined) return [];
  const before = headline === 'name-and-text' ? `${fieldName(name)} ` : '';
  return values.map(({ value, language }) => html`<span${langAttribute(language)}>${before}${value}</span>`);
};

const titleLanguage = (fields: Metadata, title: string): string | undefined =>
  fields['title']?.find(({ value }) => value === title)?.language;

const renderPeople = (fields: Metadata, heading: string): Html | false => {
  const people = [...(fields['creator'] ?? []), ...(fields['contributor'] ?? [])].slice(0, MAX_PEOPLE);
  const entries = people.map(
    ({ value, language }) =>
      html`<li><a href="/search?q=${encodeURIComponent(value)}"${langAttribute(language)}>${value}</a></li>`,
  );
  return people.length > 0 && html`<ul class="people" aria-label="${heading}">${entries}</ul>`;
};

const renderAside = ({ shown, qrCode }: ItemPageContent, { texts, format }: Visitor): Html => {
  const { item, label } = shown;
  const others = [item.repository, ...item.ibips].filter((other) => other !== label);
  return html`<aside class="box" aria-label="${texts.item.persistentUrl}">
<h2>${texts.item.persistentUrl}</h2>
<p class="address" id="persistent-url">${item.persistentUrl}</p>
${renderCopy('persistent-url', texts.item.copyText, texts.item.copied)}
<p class="faint">${texts.item.persistentUrlHelp}</p>
${qrCode}
<p><a href="${itemAddress(label, 'qr.svg')}" download>${texts.item.qrDownload}</a></p>
${
  others.length > 0 &&
  html`<p class="faint">${texts.item.otherLabels} ${joinHtml(
    others.map((other) => html`<code>${other}</code>`),
    ', ',
  )}</p>`
}
${
  item.aliases.length > 0 &&
  html`<p class="faint">${texts.item.aliases} ${joinHtml(
    item.aliases.map((alias) => html`<code>${alias}</code>`),
    ', ',
  )}</p>`
}
<dl><dt>${texts.item.deposited}</dt><dd>${renderDay(item.created, format)}</dd><dt>${texts.item.updated}</dt><dd>${renderDay(item.changed, format)}</dd>${item.checked !== undefined && html`<dt>${texts.item.checked}</dt><dd>${renderDay(item.checked, format)}</dd>`}</dl>
</aside>`;
};

const renderAbstract = (fields: Metadata, { texts, language }: Visitor): Html => {
  const abstracts = fields['abstract'] ?? fields['description'] ?? [];
  const subjects = fields['subject'] ?? [];
  const speaksToReader = (value: MetadataValue): boolean => value.language?.startsWith(language) === true;
  const sorted = [...abstracts.filter(speaksToReader), ...abstracts.filter((value) => !speaksToReader(value))];
  return html`${sorted.length > 0 && html`<section aria-labelledby="abstract-heading"><h2 id="abstract-heading">${texts.item.abstract}</h2>${sorted.map(({ value, language: tag }) => html`<p class="abstract"${langAttribute(tag)}>${value}</p>`)}</section>`}
${subjects.length > 0 && html`<section aria-labelledby="subjects-heading"><h2 id="subjects-heading">${texts.item.subjects}</h2><ul class="subjects">${subjects.map(({ value, language: tag }) => html`<li><a href="/search?q=${encodeURIComponent(value)}"${langAttribute(tag)}>${value}</a></li>`)}</ul></section>`}`;
};

const renderMetadataLinks = (label: string, fields: Metadata, { texts }: Visitor): Html =>
  html`<ul><li><a href="${itemAddress(label, 'metadata')}">${texts.metadata.all}</a></li>${renderFormatLinks(label, fields)}<li><a href="/api/v1/items/${label}">API</a></li></ul>`;
