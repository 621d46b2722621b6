import type { FastifyRequest } from 'fastify';
import type { ItemView } from '../../../../services/archive/archive-operations.ts';
import { allowsClient, allowsDescription, isEmbargoed } from '../../../../services/archive/documents/allow-client.ts';
import { withoutDescription } from '../../../../services/archive/items/view-item.ts';
import { languageOf, type PageLanguage } from '../../negotiation/page-language.ts';
import { FORMATS, type Format } from '../format.ts';
import type { Site } from '../site.ts';
import { PAGE_TEXTS, type PageTexts } from '../texts.ts';

/** The visitor of a page, with the language and the rights that decide what it shows. */
export interface Visitor {
  readonly url: string;
  readonly language: PageLanguage;
  readonly texts: PageTexts;
  readonly format: Format;
  readonly address: string;
  readonly hasKey: boolean;
  readonly site: Site;
  /** Today's date in UTC, as YYYY-MM-DD. */
  readonly today: string;
}

export const visitorOf = ({ originalUrl, headers, ip, principal, server }: FastifyRequest): Visitor => {
  const language = languageOf(originalUrl, headers);
  return {
    url: originalUrl,
    language,
    texts: PAGE_TEXTS[language],
    format: FORMATS[language],
    address: ip,
    hasKey: principal !== undefined,
    site: server.site,
    today: new Date().toISOString().slice(0, 10),
  };
};

/** The item as this visitor may see it, which is the same as in the API. */
export interface ShownItem {
  readonly item: ItemView;
  /** The label that people cite. */
  readonly label: string;
  readonly title: string;
  /** Whether the description is closed to this visitor; `item` has none then. */
  readonly isDescriptionClosed: boolean;
  /** Whether the list of files is closed to this visitor; `item` has no files then. */
  readonly isListClosed: boolean;
  /** Whether this visitor may read the files. */
  readonly mayRead: boolean;
  /** The day on which the files open, if it has not come yet. */
  readonly embargo: string | undefined;
  /** Whether the page is the same for everyone. */
  readonly isForEveryone: boolean;
}

export const showTo = (item: ItemView, { address, hasKey, texts, today }: Visitor): ShownItem => {
  const label = item.ibip ?? item.repository;
  const isDescriptionClosed = !allowsDescription(item.access, { address, hasKey });
  const isListClosed = isDescriptionClosed || (item.access.fileList === 'closed' && !hasKey);
  const { target: _, damaged: __, ...withoutNames } = item;
  const listed = isListClosed ? { ...withoutNames, files: [] } : item;
  return {
    item: isDescriptionClosed ? withoutDescription(listed) : listed,
    label,
    title: isDescriptionClosed ? label : (item.title ?? texts.item.untitled),
    isDescriptionClosed,
    isListClosed,
    mayRead: allowsClient(item.access, { address, today }),
    embargo: isEmbargoed(item.access, { today }) ? item.access.embargo : undefined,
    isForEveryone: item.access.networks === undefined && !hasKey,
  };
};
