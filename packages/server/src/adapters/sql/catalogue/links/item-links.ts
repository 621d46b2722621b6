import { refuse } from '@perene/api/refusals';
import { type ItemState, mayHaveEditions, mayHaveTranslations, speaksForItem } from '@perene/core/item';
import type { Authorship, ItemContent, ItemLinks } from '../../../../ports/archive/catalogue.ts';
import type { SqlSession, WritingSession } from '../../engine/sql-database.ts';
import { readFirst } from '../../engine/typed-rows.ts';
import { ALL_RELATIONS } from '../catalogue-locks.ts';
import {
  adoptNextEdition,
  chainReceived,
  linkEditions,
  renameEditions,
  tellEditionOf,
  unchainMoved,
  unlinkEditions,
} from './edition-chains.ts';
import { type LinkSource, ownSource } from './link-source.ts';
import { findLinks } from './related-items.ts';
import { isOriginalHere, takeBackLinks, tellLink } from './told-links.ts';
import {
  adoptTranslation,
  changeLanguage,
  joinReceived,
  linkTranslations,
  tellFamily,
  unlinkTranslation,
} from './translation-families.ts';

interface LinkedItem extends NamedItem {
  readonly state: ItemState;
  readonly language?: string | undefined;
}

interface NamedItem {
  readonly repository: string;
  /** Undefined if the item is not here. */
  readonly content: ItemContent | undefined;
}

type Acting = Pick<Authorship, 'who' | 'at' | 'linkOrigin'>;

/** Adds links: for an original in chains and families, for any other item as its own statements only. */
export const linkItem = async (
  session: WritingSession,
  item: LinkedItem,
  links: ItemLinks,
  { acting, origin }: { readonly acting: Acting; readonly origin: 'deposit' | 'edit' },
): Promise<void> => {
  session.need(ALL_RELATIONS);
  switch (item.state.kind) {
    case 'copy':
      return replaceTold(session, item, links, { ...acting, origin: 'copy', archive: item.state.of });
    case 'receiving':
      return replaceTold(session, item, links, { ...acting, origin: 'transfer', archive: item.state.from });
    default:
      return addLinks(session, item, links, ownSource(acting, origin));
  }
};

const addLinks = async (
  session: WritingSession,
  item: LinkedItem,
  links: ItemLinks,
  source: LinkSource,
): Promise<void> => {
  const { repository, language = '' } = item;
  /** The name of the other item; refuses it if the two cannot be linked. */
  const own = async (label: string, check: (content: string) => boolean): Promise<string> => {
    const other = await findNamed(session, label);
    refuseUnfit([item, other], check);
    return other.repository;
  };
  if (links.editionOf !== undefined) {
    const edition = { earlier: await own(links.editionOf, mayHaveEditions), later: repository };
    const isHere = await isOriginalHere(session, edition.earlier);
    await (isHere ? linkEditions : tellEditionOf)(session, edition, source);
  }
  if (links.nextEdition !== undefined) {
    const later = await own(links.nextEdition, mayHaveEditions);
    await linkEditions(session, { earlier: repository, later }, source);
  }
  const member = { label: repository, language };
  if (links.translationOf !== undefined) {
    const original = { label: await own(links.translationOf, mayHaveTranslations), language: '' };
    await linkTranslations(session, member, original, source);
  }
  for (const [otherLanguage, label] of Object.entries(links.translations ?? {})) {
    const other = { label: await own(label, mayHaveTranslations), language: otherLanguage };
    await linkTranslations(session, other, member, source);
  }
};

const refuseUnfit = (items: readonly NamedItem[], check: (content: string) => boolean): void => {
  for (const { repository: label, content } of items) {
    if (content === undefined || check(content)) continue;
    throw refuse('item-refused', { reason: content === 'Service' ? 'one-service' : 'no-editions', label });
  }
};

const replaceTold = async (
  session: SqlSession,
  { repository: item }: LinkedItem,
  { editionOf, nextEdition, translationOf, translations = {} }: ItemLinks,
  source: LinkSource,
): Promise<void> => {
  await takeBackLinks(session, item);
  const tell = async (kind: 'editionOf' | 'nextEdition' | 'translation', label: string | undefined, language = '') => {
    if (label === undefined) return;
    await tellLink(session, { item, kind, label: await ownName(session, label), language }, source);
  };
  await tell('editionOf', editionOf);
  await tell('nextEdition', nextEdition);
  for (const [language, label] of Object.entries(translations)) await tell('translation', label, language);
  await tell('translation', translationOf);
};

/** Takes over the links that named this item before it came, by any of its labels and without its language. */
export const adoptLinks = async (
  session: WritingSession,
  { repository, ibips, language, state }: LinkedItem & { readonly ibips: readonly string[] },
): Promise<void> => {
  await nameByRepository(session, repository, ibips);
  if (language !== undefined) await changeLanguage(session, repository, language);
  if (speaksForItem(state)) await adoptNextEdition(session, repository);
};

export const nameByRepository = async (
  session: WritingSession,
  repository: string,
  ibips: readonly string[],
): Promise<void> => {
  for (const ibip of ibips) {
    await renameEditions(session, repository, ibip);
    await adoptTranslation(session, repository, ibip);
  }
};

/** Moves the links of an original that arrives or leaves. */
export const moveLinks = async (
  session: WritingSession,
  repository: string,
  { before, after }: { readonly before: ItemState; readonly after: ItemState },
): Promise<void> => {
  if (speaksForItem(before) !== speaksForItem(after)) session.need(ALL_RELATIONS);
  if (!speaksForItem(before) && speaksForItem(after)) {
    await chainReceived(session, repository);
    await joinReceived(session, repository);
  }
  if (speaksForItem(before) && !speaksForItem(after)) {
    await unchainMoved(session, repository);
    await tellFamily(session, repository);
  }
};

export const unlinkItem = async (session: WritingSession, item: string, labels: readonly string[]): Promise<void> => {
  session.need(ALL_RELATIONS);
  for (const label of labels) {
    const other = await ownName(session, label);
    const wasEdition = await unlinkEditions(session, item, other);
    const wasTranslation = await unlinkTranslation(session, item, other);
    if (!wasEdition && !wasTranslation) {
      const linked = (await findLinks(session, item)).map((link) => link.label);
      throw refuse('relation-not-found', { label: item, other: label, linked });
    }
  }
};

const ownName = async (session: SqlSession, label: string): Promise<string> =>
  (await findNamed(session, label)).repository;

const findNamed = async (session: SqlSession, label: string): Promise<NamedItem> => {
  const row = await readFirst(
    session,
    { repository: 'text', content: 'text' },
    'select i.repository, i.content from labels l join items i on i.number = l.number where l.label = ?',
    [label],
  );
  return row === undefined
    ? { repository: label, content: undefined }
    : { ...row, content: row.content as ItemContent };
};
