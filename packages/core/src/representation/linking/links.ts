import type { DescribedFile, Description } from '../description.ts';
import { formatsOf } from '../formats.ts';
import { escapeAddress, nameIdentifiers } from '../identifiers.ts';
import { readReference } from '../reference.ts';

/** A typed link (RFC 8288). */
export interface Link {
  readonly rel: string;
  readonly href: string;
  readonly type?: string | undefined;
  readonly hreflang?: string | undefined;
  /** The format of the target, if its media type does not tell it (RFC 6906). */
  readonly profile?: string | undefined;
  /** The name of the format, for people. */
  readonly title?: string | undefined;
}

export const LINKSET_PARTS = { text: 'linkset', json: 'linkset.json' } as const;
export const LINKSET_TYPES = { text: 'application/linkset', json: 'application/linkset+json' } as const;

/** In a header there is room for a few; the linkset has all of them. */
const MAX_IN_HEADER = 20;

const listOf = (rel: string, href: string | undefined): readonly Link[] => (href === undefined ? [] : [{ rel, href }]);

const linksetLinks = (page: string): readonly Link[] =>
  (['json', 'text'] as const).map((form) => ({
    rel: 'linkset',
    href: `${page}/${LINKSET_PARTS[form]}`,
    type: LINKSET_TYPES[form],
  }));

const licenseLinks = (description: Description): readonly Link[] =>
  readReference(description).rights.flatMap(({ uri }) => listOf('license', uri));

const formatLinksOf = (description: Description, page: string): readonly Link[] =>
  formatsOf(description).map(({ part, mediaTypes: [type], profile, title }) => ({
    rel: 'describedby',
    href: `${page}/${part}`,
    type,
    profile,
    title,
  }));

const versionLinks = (description: Description): readonly Link[] => {
  const { previousEdition, nextEdition, lastEdition, translations = [], copyOf } = description;
  return [
    ...listOf('predecessor-version', previousEdition),
    ...listOf('successor-version', nextEdition),
    ...listOf('latest-version', lastEdition),
    ...translations.map(({ language, url }) => ({ rel: 'alternate', href: url, hreflang: language })),
    ...listOf('duplicate', copyOf),
  ];
};

/** Links of the page of an item (Signposting, landing page); `page` is its address. */
export const pageLinks = (description: Description, page: string): readonly Link[] => {
  const { type, authors } = readReference(description);
  return [
    { rel: 'cite-as', href: description.persistentUrl },
    { rel: 'type', href: 'https://schema.org/AboutPage' },
    { rel: 'type', href: `https://schema.org/${type.schemaOrg}` },
    ...authors.flatMap(({ said }) => nameIdentifiers(said).map(({ uri }) => ({ rel: 'author', href: uri }))),
    ...licenseLinks(description),
    ...formatLinksOf(description, page),
    ...(description.files ?? []).map(({ url, mediaType }) => ({ rel: 'item', href: url, type: mediaType })),
    ...versionLinks(description),
  ];
};

/** Links of a file (Signposting, content resource). */
export const fileLinks = (description: Description, page: string): readonly Link[] => [
  { rel: 'cite-as', href: description.persistentUrl },
  { rel: 'collection', href: page, type: 'text/html' },
  ...licenseLinks(description),
];

/** Links of metadata (Signposting, metadata resource). */
export const metadataLinks = (description: Description, page: string): readonly Link[] => [
  { rel: 'cite-as', href: description.persistentUrl },
  { rel: 'describes', href: page, type: 'text/html' },
];

const ATTRIBUTES = ['type', 'hreflang', 'profile'] as const;
/** A media type that another Archive told may hold anything. */
const NOT_IN_QUOTES = /[^\x20-\x7e]|["\\]/g;

const writeLink = (link: Link, anchor?: string): string => {
  const attributes = ATTRIBUTES.flatMap((name) =>
    link[name] === undefined ? [] : [`; ${name}="${link[name].replaceAll(NOT_IN_QUOTES, '')}"`],
  );
  const context = anchor === undefined ? '' : `; anchor="${escapeAddress(anchor)}"`;
  return `<${escapeAddress(link.href)}>; rel="${link.rel}"${attributes.join('')}${context}`;
};

/** The value of a Link header. Of relations with many targets the first are named, and the linkset has them all. */
export const formatLinkHeader = (links: readonly Link[], page: string): string => {
  const seen = new Map<string, number>();
  const few = links.filter(({ rel }) => {
    seen.set(rel, (seen.get(rel) ?? 0) + 1);
    return Number(seen.get(rel)) <= MAX_IN_HEADER;
  });
  return [...few, ...linksetLinks(page)].map((link) => writeLink(link)).join(', ');
};

interface Context {
  readonly anchor: string;
  readonly links: readonly Link[];
}

/** The page, its files and its metadata, each with its links (Signposting, level 2). */
const contextsOf = (description: Description, page: string): readonly Context[] => {
  const { files = [] } = description;
  const ofFile = fileLinks(description, page);
  const ofMetadata = metadataLinks(description, page);
  return [
    { anchor: page, links: pageLinks(description, page) },
    ...files.map(({ url }: DescribedFile) => ({ anchor: url, links: ofFile })),
    ...formatLinksOf(description, page).map(({ href }) => ({ anchor: href, links: ofMetadata })),
  ];
};

/** The document format `application/linkset` (RFC 9264, section 4.1). */
export const formatLinkset = (description: Description, page: string): string =>
  `${contextsOf(description, page)
    .flatMap(({ anchor, links }) => links.map((link) => writeLink(link, anchor)))
    .join(',\n')}\n`;

/**
 * Profiles are left out: RFC 9264 has attributes that it does not name in arrays, but readers of Signposting take only
 * a text, and stop at an array. Titles tell the formats apart.
 */
const targetOf = ({ href, type, hreflang, title }: Link) => ({
  href: escapeAddress(href),
  ...(type !== undefined && { type }),
  ...(hreflang !== undefined && { hreflang: [hreflang] }),
  ...(title !== undefined && { title }),
});

/** The document format `application/linkset+json` (RFC 9264, section 4.2). */
export const formatLinksetJson = (description: Description, page: string): string => {
  const linkset = contextsOf(description, page).map(({ anchor, links }) => {
    const byRelation = new Map<string, unknown[]>();
    for (const link of links) {
      const targets = byRelation.get(link.rel) ?? [];
      targets.push(targetOf(link));
      byRelation.set(link.rel, targets);
    }
    return { anchor: escapeAddress(anchor), ...Object.fromEntries(byRelation) };
  });
  return `${JSON.stringify({ linkset }, null, 1)}\n`;
};
