import { refuse } from '@perene/api/refusals';
import {
  asksForFileList,
  dateFromMicroseconds,
  formatTime,
  type HostPort,
  isRepositoryLabel,
  type Label,
  type Relation,
  relationOf,
  type State,
  type UrlList,
  type RelatedItem as UrlListItem,
  type UrlRequest,
  type WrittenForms,
} from '@perene/core';
import { HOLDING, RESERVATION, WITHDRAWN } from '@perene/core/federation';
import { documentPath, titleIn, unescapeFilePath, wireState } from '@perene/core/item';
import { ITEM_HOME_PAGE } from '@perene/core/reading';
import { formatClaimPairs } from '@perene/core/trust';
import type { Catalogue, CatalogueItem } from '../../../ports/archive/catalogue.ts';
import type { ClaimedItem } from '../../../ports/archive/claims.ts';
import type { Opens } from '../../../ports/archive/desk/collections.ts';
import type { Reservation } from '../../../ports/archive/desk/drafts.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import { allowsClient, isEmbargoed } from '../documents/allow-client.ts';
import { fileListUrl, METADATA_TARGET, opensOf, opensPage, pageUrl } from '../documents/document-url.ts';
import { findFile } from '../documents/find-file.ts';
import { dayOf } from '../items/view-item.ts';
import type { HandOverProbe } from '../moving/hand-over-probe.ts';
import { ALL_RELATIONS, isCopy, type RelatedItem, relateItems, relationText } from '../relations/relate-items.ts';

const MAX_TITLE_LENGTH = 300;

type Described = UrlListItem<WrittenForms>;

/** An answer without its key. */
export interface UrlDescription {
  readonly list: UrlList<WrittenForms>;
  /** Whether it is the same for every client, until the catalogue changes. */
  readonly isLasting: boolean;
}

type UrlOf = { readonly url: string; readonly contentType: 'Data' | 'Metadata' } | undefined;

/** Describes the URLs of an item; returns undefined if this Archive does not hold it. */
export type DescribeUrls = (
  request: UrlRequest,
  options: { readonly isWhole: boolean },
) => Promise<UrlDescription | undefined>;

/** RTC-11 Algorithm 2 together with the filter of Algorithm 1: looks up only what the verbs ask for. */
export const createUrlDescriptions = ({
  catalogue,
  handOver,
  clock,
  publicUrl,
  opens = 'file',
  isReadingPublic = true,
  archiveAddress,
  label,
  platformSoftware,
}: {
  readonly catalogue: Catalogue;
  readonly handOver: Pick<HandOverProbe, 'hasCommitted'>;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly opens?: Opens | undefined;
  readonly isReadingPublic?: boolean | undefined;
  readonly archiveAddress: HostPort;
  /** The label of the Archive service. */
  readonly label: Label;
  readonly platformSoftware: WrittenForms | undefined;
}): DescribeUrls => {
  const findOpens = async (item: CatalogueItem): Promise<Opens> =>
    opensOf(item, item.opens === undefined ? await catalogue.collectionsOf(item.repository) : []) ?? opens;

  const urlOf = async (
    { relation }: RelatedItem,
    item: CatalogueItem,
    { verbs, filePath, clientAddresses }: UrlRequest,
  ): Promise<UrlOf> => {
    const contentType = item.content === 'Metadata' ? 'Metadata' : 'Data';
    const isOfFile = filePath !== undefined && !asksForFileList(verbs);
    // Whatever is asked of it, its tombstone tells why it cannot be had (decision 57).
    if (item.withdrawal)
      return { url: pageUrl(publicUrl, { repository: item.describes ?? item.repository }), contentType };
    if (item.content === 'Service') return isOfFile ? undefined : { url: `${publicUrl}/${label}`, contentType };
    if (asksForFileList(verbs)) return { url: fileListUrl(publicUrl, item), contentType };
    if (item.content === 'Metadata') {
      const isItself = filePath === undefined || readPath(filePath) === (item.target ?? METADATA_TARGET);
      return isItself ? { url: metadataUrl(publicUrl, item, relation), contentType } : undefined;
    }
    // Table 8.10: the addresses of the user and of the user's proxies. Access to the document itself depends on the
    // address that requests it.
    const today = dayOf(clock.now());
    const isAllowed = clientAddresses.some((address) => allowsClient(item.access, { address, today }));
    // The page of the item tells until when its files are closed.
    if (isEmbargoed(item.access, { today }) && relation.length === 0 && filePath === undefined) {
      return { url: pageUrl(publicUrl, item), contentType: 'Metadata' };
    }
    if (!isAllowed && item.access.description !== 'closed') {
      const metadata = item.describedBy === undefined ? undefined : await catalogue.find(item.describedBy);
      return metadata && { url: metadataUrl(publicUrl, metadata, relation), contentType: 'Metadata' };
    }
    // Where the description is closed too, so is the list of files: the page says so, whichever file was asked for.
    if (!isAllowed) return { url: pageUrl(publicUrl, item), contentType };
    if (relation.length === 0 && filePath === undefined && opensPage(item, await findOpens(item))) {
      return { url: pageUrl(publicUrl, item), contentType };
    }
    const path = filePath === undefined ? item.target : await pathOf(catalogue, item, filePath);
    return path === undefined ? undefined : { url: `${publicUrl}${documentPath(item, path)}`, contentType };
  };

  /** Pairs of one relation (lines 22 to 32 of Algorithm 2); without a URL, the label only. */
  const describeRelated = async (found: RelatedItem, request: UrlRequest): Promise<Described> => {
    const { item, label: other, relation } = found;
    if (item === undefined) return { ibi: formsOfLabel(other) };
    // As in the examples, the item and its last edition have both forms, and others the repository name.
    const isEdition = relation.length === 1 && relation[0]?.kind === 'lastEdition';
    const ibi = relation.length === 0 ? {} : { ibi: isEdition ? formsOf(item, request.ibi.text) : formsOfLabel(other) };
    const url = item.state.kind === 'deleted' ? undefined : await urlOf(found, item, request);
    if (url === undefined) return ibi;
    return {
      ...ibi,
      url: url.url,
      contentType: url.contentType,
      state: await stateOf(handOver, item),
      timestamp: secondOf(item.updatedAt),
    };
  };

  const isHeldAsCopy = async (item: CatalogueItem): Promise<boolean> =>
    isCopy(item) || (item.state.kind === 'releasing' && (await stateOf(handOver, item)) === 'Copy');

  return async (request, { isWhole }) => {
    const found = await catalogue.findClaimed(request.ibi.text);
    const list = {
      archiveAddress,
      archiveService: formsOfLabel(label),
      platformSoftware,
      nextEdition: undefined,
      urlKey: undefined,
      others: [],
    };
    if (found === undefined) {
      const others = tellReservation(await catalogue.findReservation(request.ibi.text));
      return others && { list: { ...list, related: new Map(), others }, isLasting: false };
    }
    const { item } = found;
    const isRemoved = item.state.kind === 'deleted';
    const itself: Described = {
      ibi: formsOf(item, request.ibi.text),
      ...(item.state.kind === 'deleted' && { state: 'Deleted', timestamp: secondOf(item.state.at) }),
    };
    const relations = isWhole ? ALL_RELATIONS : [relationOf(request.verbs)];
    const next = relations.some(asksForLastEdition) ? await nextEdition(catalogue, item) : undefined;
    const related = new Map<string, Described>([['', itself]]);
    let isLasting = true;
    // A tombstone still leads to what lives: the next edition, and translations.
    for (const relation of isRemoved ? relations.filter(beginsWithTranslation) : relations) {
      for (const other of await relateItems(catalogue, item, relation)) {
        const name = relationText(other);
        if (name !== '' && related.has(name)) continue;
        related.set(name, { ...related.get(name), ...(await describeRelated(other, request)) });
        isLasting &&= other.item === undefined || isSteady(other.item, dayOf(clock.now()));
      }
    }
    const isCopied = !isRemoved && relations.some(asksForRelated) && (await isHeldAsCopy(item));
    const holding = item.withdrawal ? [HOLDING_WITHDRAWN] : isCopied ? [HOLDING_COPY] : [];
    const told = isRemoved ? await describeTombstone(catalogue, item, isReadingPublic) : holding;
    const others = [...claimPairs(found, related.get('') ?? itself), ...told];
    return { list: { ...list, nextEdition: next, others, related }, isLasting };
  };
};

/** Whether it is told the same to every client, until it changes: an embargo ends by itself. */
const isSteady = ({ access, state }: CatalogueItem, today: string): boolean =>
  access.networks === undefined && state.kind !== 'releasing' && !isEmbargoed(access, { today });

/**
 * While an original is handed over, only its receiver knows who holds it; without its answer this Archive cannot
 * answer.
 */
const stateOf = async (
  handOver: Pick<HandOverProbe, 'hasCommitted'>,
  { repository, describes, state }: CatalogueItem,
): Promise<State> => {
  if (state.kind !== 'releasing') return wireState(state);
  const hasCommitted = await handOver.hasCommitted({ repository, describes, state });
  if (hasCommitted === 'unknown') {
    throw refuse('transfer-in-doubt', { reason: 'silent', label: repository, to: state.to });
  }
  return hasCommitted === 'yes' ? 'Copy' : 'Original';
};

/**
 * The pairs of decision 32. While an original is handed over, they are there only if the answer says what the last claim
 * says.
 */
const claimPairs = ({ item, claim }: ClaimedItem, { ibi, state }: Described): UrlList['others'] => {
  const held = item.state.kind === 'releasing' ? undefined : wireState(item.state);
  if (claim === undefined || claim.statement.state !== (state ?? held)) return [];
  return formatClaimPairs(claim, { ibip: ibi?.ibip?.text, state });
};

/**
 * Adds the title of the removed item and the reason, pairs beyond the standard that other resolvers ignore. The reason is
 * for all readers, also where the description is closed.
 */
const describeTombstone = async (
  catalogue: Catalogue,
  { describedBy, language, access, state }: CatalogueItem,
  isReadingPublic: boolean,
): Promise<UrlList['others']> => {
  const isShown = describedBy !== undefined && isReadingPublic && access.description !== 'closed';
  const metadata = isShown ? (await catalogue.find(describedBy))?.metadata : undefined;
  const title = metadata === undefined ? '' : [...titleIn(metadata, language)].slice(0, MAX_TITLE_LENGTH).join('');
  return [
    ...textPair('tombstone.title', title),
    ...textPair('tombstone.reason', state.kind === 'deleted' ? state.reason : ''),
  ];
};

const textPair = (name: string, text: string): UrlList['others'] =>
  text === '' ? [] : [{ name, value: encodeURIComponent(text) }];

const asksForLastEdition = (relation: Relation): boolean => relation.some(({ kind }) => kind === 'lastEdition');
const beginsWithTranslation = ([first]: Relation): boolean => first?.kind === 'translation';
const asksForRelated = (relation: Relation): boolean => relation.some(({ kind }) => kind !== 'metadata');

/**
 * A pair beyond the standard: the answer says of editions and translations what the holder of the original said
 * earlier.
 */
const HOLDING_COPY: UrlList['others'][number] = { name: HOLDING, value: 'Copy' };

/** Whatever was asked for, the URL is that of the page that says why the item cannot be had. */
const HOLDING_WITHDRAWN: UrlList['others'][number] = { name: HOLDING, value: WITHDRAWN };

/** Says that the label is this Archive's, and that there is no item: no URL, so that nobody is led anywhere. */
const tellReservation = (reservation: Reservation | undefined): UrlList['others'] | undefined =>
  reservation && [
    { name: RESERVATION, value: reservation.state === 'ended' ? 'ended' : 'reserved' },
    { name: `${RESERVATION}.timestamp`, value: secondOf(reservation.reservedAt) },
  ];

/**
 * If the last edition is held elsewhere, returns the last one here, past those in between; for that one itself, returns
 * the next one, which is held elsewhere.
 */
const nextEdition = async (catalogue: Catalogue, { repository }: CatalogueItem): Promise<WrittenForms | undefined> => {
  const { here, elsewhere } = await catalogue.lastEdition(repository);
  if (elsewhere === undefined) {
    const next = await catalogue.nextEdition(repository);
    return next && formsOfLabel(next.label);
  }
  return formsOfLabel(here === undefined || here.repository === repository ? elsewhere : here.repository);
};

const metadataUrl = (publicUrl: string, item: CatalogueItem, relation: Relation): string => {
  const isOaiDc = relation.some((step) => step.kind === 'metadata' && step.format === 'oai_dc');
  return `${publicUrl}${documentPath(item, item.target ?? METADATA_TARGET)}${isOaiDc ? '?choice=oai_dc' : ''}`;
};

const pathOf = async (
  catalogue: Catalogue,
  { repository }: CatalogueItem,
  escaped: string,
): Promise<string | undefined> => {
  const path = readPath(escaped);
  if (path === undefined) return undefined;
  // URLib shows every item under this name; here it leads to the item's page, unless the item has a file of that name.
  return (await findFile(catalogue, repository, path))?.path ?? (path === ITEM_HOME_PAGE ? path : undefined);
};

const readPath = (escaped: string): string | undefined => unescapeFilePath(escaped.replace(/^\//, ''));

/** RTC-11 Table 9.4 has room for one IBIp: the one that was asked for, otherwise the first. */
export const formsOf = ({ repository, ibips }: CatalogueItem, asked: Label | undefined): WrittenForms => {
  const ibip = ibips.find((candidate) => candidate === asked) ?? ibips[0];
  return { repository: { text: repository }, ibip: ibip && { text: ibip } };
};

export const formsOfLabel = (label: Label): WrittenForms =>
  isRepositoryLabel(label)
    ? { repository: { text: label }, ibip: undefined }
    : { repository: undefined, ibip: { text: label } };

const secondOf = (microseconds: bigint): string => {
  const { seconds } = dateFromMicroseconds(microseconds);
  return formatTime({ seconds, fraction: '' });
};
