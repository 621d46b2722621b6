import type { Metadata, MetadataValue } from '@perene/core/item';
import { type Description, formatsOf, pageTags } from '@perene/core/representation';
import type { PresentedItem } from '../../../../services/archive/archive-operations.ts';
import type { Preview } from '../../../../services/archive/previews/read-preview.ts';
import { findThumbnail } from '../../../../services/archive/thumbnails/item-thumbnail.ts';
import { LANGUAGE_TAGS } from '../../negotiation/page-language.ts';
import { COLLECTION_TEXTS } from '../collections/texts.ts';
import { renderCollectionLink } from '../collections/titles.ts';
import { langAttribute } from '../format.ts';
import { type Html, html, joinHtml, trusted } from '../html.ts';
import { renderLayout } from '../layout.ts';
import { SCRIPT_ADDRESS } from '../page-script.ts';
import { itemAddress } from './item-address.ts';
import { renderCitedFrom } from './parts/cited-from.ts';
import { renderFormatLinks } from './parts/format-links.ts';
import { type HistoryLine, renderEvidence, renderHistory } from './parts/item-evidence.ts';
import { renderHead } from './parts/item-head.ts';
import { renderPreview } from './parts/item-preview.ts';
import { renderEditions, renderNewer, renderTranslations } from './parts/item-versions.ts';
import { renderFiles } from './parts/listed-files.ts';
import { renderCitations } from './parts/rail/item-citations.ts';
import { renderLicense } from './parts/rail/item-license.ts';
import { renderProof } from './parts/rail/item-proof.ts';
import { renderPersistentUrl } from './parts/rail/persistent-url.ts';
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
  /** What is shown of a file; undefined if nothing can be. */
  readonly preview: Preview | undefined;
  /** Whether the persistent URL leads to this page. */
  readonly isOpened: boolean;
}

/** Renders the page of an item, with what readers need most first. */
export const renderItemPage = (content: ItemPageContent, visitor: Visitor): string => {
  const { shown } = content;
  const { language, url, site } = visitor;
  const fields: Metadata = shown.item.metadata?.fields ?? {};
  const main = html`${renderCrumbs(shown, visitor)}${renderNewer(shown, visitor)}
${renderHead(content, fields, visitor)}
<div class="item"><div class="lead">${renderLead(content, fields, visitor)}</div>
<div class="rail">${renderRail(content, fields, visitor)}</div>
<div class="parts">${renderParts(content, fields, visitor)}</div></div>`;
  return renderLayout({
    title: shown.title,
    language,
    url,
    site,
    main,
    head: html`${renderTags(content, visitor)}<script src="${SCRIPT_ADDRESS}" defer></script>`,
  });
};

/** Where the item belongs. */
const renderCrumbs = ({ item: { collections = [] } }: ShownItem, { language }: Visitor): Html | false => {
  const links = collections.map((collection) => renderCollectionLink(collection, language));
  return (
    links.length > 0 &&
    html`<p class="crumbs"><a href="/collections">${COLLECTION_TEXTS[language].heading}</a> / ${joinHtml(links, ', ')}</p>`
  );
};

const block =
  (tag: 'section' | 'card') =>
  (id: string, heading: string, body: Html | undefined | false): Html | false =>
    body !== undefined &&
    body !== false &&
    html`<section id="${id}"${tag === 'card' && html` class="card"`} aria-labelledby="${id}-heading"><h2 id="${id}-heading">${heading}</h2>
${body}</section>
`;

const section = block('section');
const card = block('card');

const renderLead = ({ shown, preview }: ItemPageContent, fields: Metadata, visitor: Visitor): Html => {
  const { texts, language } = visitor;
  const abstracts = fields['abstract'] ?? fields['description'] ?? [];
  const speaksToReader = (value: MetadataValue): boolean => value.language?.startsWith(language) === true;
  const sorted = [...abstracts.filter(speaksToReader), ...abstracts.filter((value) => !speaksToReader(value))];
  const paragraphs = sorted.map(
    ({ value, language: tag }) => html`<p class="abstract"${langAttribute(tag)}>${value}</p>`,
  );
  return html`${section('abstract', texts.item.abstract, paragraphs.length > 0 && html`${paragraphs}`)}${section('preview', texts.preview.heading, preview && renderPreview(preview, shown, visitor))}`;
};

/** What readers do with the item: cite it, use it, check it. */
const renderRail = ({ shown, qrCode, isResolving, checker }: ItemPageContent, fields: Metadata, visitor: Visitor) => {
  const { texts } = visitor;
  const isOpen = !shown.isDescriptionClosed;
  return html`${isOpen && card('cite', texts.cite.heading, renderCitations(shown, visitor))}${card('address', texts.item.persistentUrl, renderPersistentUrl(shown, { qrCode }, visitor))}${card('license', texts.license.heading, renderLicense(fields, visitor))}${isResolving && card('proof', texts.evidence.verification, renderProof(shown, checker, visitor))}`;
};

const renderParts = (content: ItemPageContent, fields: Metadata, visitor: Visitor): Html => {
  const { shown, counts, citedFrom, history } = content;
  const { texts, format, today } = visitor;
  const isOpen = !shown.isDescriptionClosed;
  return html`${isOpen && section('files', texts.files.heading, renderFiles(shown, visitor))}${section('subjects', texts.item.subjects, renderSubjects(fields))}${section('editions', texts.editions.heading, renderEditions(shown, visitor))}${section('translations', texts.translations.heading, renderTranslations(shown, visitor))}${section('evidence', texts.evidence.heading, renderEvidence(content, visitor))}${section('history', texts.evidence.history, renderHistory(history, visitor))}${section('statistics', texts.statistics.heading, renderStatistics(counts, { today, texts, format }))}${section('cited-from', texts.citedFrom.heading, citedFrom.length > 0 && renderCitedFrom(citedFrom, visitor))}${isOpen && section('metadata', texts.metadata.heading, renderMetadataLinks(shown.label, fields, visitor))}`;
};

const renderSubjects = (fields: Metadata): Html | undefined => {
  const subjects = (fields['subject'] ?? []).map(
    ({ value, language: tag }) =>
      html`<li><a href="/search?q=${encodeURIComponent(value)}"${langAttribute(tag)}>${value}</a></li>`,
  );
  return subjects.length === 0 ? undefined : html`<ul class="subjects">${subjects}</ul>`;
};

const renderMetadataLinks = (label: string, fields: Metadata, { texts }: Visitor): Html =>
  html`<p><a href="${itemAddress(label, 'metadata')}">${texts.metadata.all}</a></p><ul class="formats">${renderFormatLinks(label, fields)}<li><a href="/api/v1/items/${label}">API</a></li></ul>`;

/** What machines read in the page: search engines, reference managers, sites that show a link. */
const renderTags = ({ shown, address, description }: ItemPageContent, { site, language, today }: Visitor): Html => {
  const languages = Object.entries(LANGUAGE_TAGS).map(
    ([code, tag]) => html`<link rel="alternate" hreflang="${tag}" href="${address}?lang=${code}">`,
  );
  const links = html`<link rel="canonical" href="${address}"><link rel="cite-as" href="${shown.item.persistentUrl}">${languages}<link rel="alternate" hreflang="x-default" href="${address}">`;
  if (description === undefined) return links;
  const picture = findThumbnail(shown.item, today);
  const { names, properties, jsonLd } = pageTags(description, address);
  const formats = formatsOf(description).map(
    ({ part, title, mediaTypes: [type] }) =>
      html`<link rel="describedby" type="${type}" title="${title}" href="${address}/${part}">`,
  );
  return html`${links}${formats}<link rel="alternate" type="application/json" href="${address}/metadata.json">
${names.map(([name, content]) => html`<meta name="${name}" content="${content}">`)}
${properties.map(([property, content]) => html`<meta property="${property}" content="${content}">`)}<meta property="og:site_name" content="${site.name[language]}">${picture !== undefined && html`<meta property="og:image" content="${new URL(picture.address, address).href}"><meta name="twitter:card" content="summary_large_image">`}
<script type="application/ld+json">${trusted(jsonLd)}</script>`;
};
