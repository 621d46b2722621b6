import {
  asksForFileList,
  dateFromMicroseconds,
  formatTime,
  type HostPort,
  type IbiForms,
  parseIbi,
  parseIbip,
  parseRepositoryName,
  type Relation,
  relationOf,
  type State,
  type UrlList,
  type RelatedItem as UrlListItem,
  type UrlRequest,
} from '@perene/core';
import { parseItemFilePath, titleIn, wireState } from '@perene/core/item';
import type { Catalogue, CatalogueItem } from '../../ports/catalogue.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { allowsClient } from './allow-client.ts';
import { documentUrl, fileListUrl, METADATA_TARGET, unescapePath } from './document-url.ts';
import type { HandOverProbe } from './hand-over-probe.ts';
import { ALL_RELATIONS, type RelatedItem, relateItems, relationText } from './relate-items.ts';

const MAX_TITLE_LENGTH = 300;

export interface UrlAnswerNeeds {
  readonly catalogue: Catalogue;
  readonly handOver: Pick<HandOverProbe, 'hasCommitted'>;
  readonly publicUrl: string;
  readonly archiveAddress: HostPort;
  readonly archiveService: IbiForms;
  readonly platformSoftware: IbiForms | undefined;
}

/** An answer that still lacks its key. */
export interface UrlDescription {
  readonly list: UrlList;
  /** Whose answer it is, for the key; nothing where no URL is given. */
  readonly itemNumber: bigint | undefined;
  /** Whether it is the same for every client, until the catalogue changes. */
  readonly isLasting: boolean;
}

/** RTC-11 Algorithm 2, and the filter of Algorithm 1 in the same stroke: only what the verbs ask for is looked up. */
export const describeUrls = async (
  needs: UrlAnswerNeeds,
  request: UrlRequest,
  { isWhole }: { readonly isWhole: boolean },
): Promise<UrlDescription | undefined> => {
  const item = await needs.catalogue.find(request.ibi.text);
  if (item === undefined) return undefined;
  const list = {
    archiveAddress: needs.archiveAddress,
    archiveService: needs.archiveService,
    platformSoftware: needs.platformSoftware,
    nextEdition: undefined,
    urlKey: undefined,
    others: [],
  };
  const itself: UrlListItem = { ibi: formsOf(item, request.ibi.text) };
  if (item.state.kind === 'deleted') {
    const tombstone = { ...itself, state: 'Deleted' as const, timestamp: secondOf(item.state.at) };
    const others = await describeTombstone(needs.catalogue, item);
    return { list: { ...list, others, related: new Map([['', tombstone]]) }, itemNumber: undefined, isLasting: true };
  }
  const relations = isWhole ? ALL_RELATIONS : [relationOf(request.verbs)];
  const related = new Map<string, UrlListItem>([['', itself]]);
  let isLasting = true;
  for (const relation of relations) {
    for (const found of await relateItems(needs.catalogue, item, relation)) {
      const name = relationText(found);
      if (name !== '' && related.has(name)) continue;
      related.set(name, { ...related.get(name), ...(await describeRelated(needs, found, request)) });
      isLasting &&= found.item?.access.networks === undefined && found.item?.state.kind !== 'releasing';
    }
  }
  const asksForEdition = relations.some(asksForLastEdition);
  const hasUrl = [...related.values()].some(({ url }) => url !== undefined);
  return {
    list: { ...list, nextEdition: asksForEdition ? await nextEdition(needs.catalogue, item) : undefined, related },
    itemNumber: hasUrl ? item.number : undefined,
    isLasting,
  };
};

/** What it was: a pair of ours, which other resolvers ignore. */
const describeTombstone = async (
  catalogue: Catalogue,
  { describedBy, language }: CatalogueItem,
): Promise<UrlList['others']> => {
  const metadata = describedBy === undefined ? undefined : (await catalogue.find(describedBy))?.metadata;
  const title = metadata === undefined ? '' : [...titleIn(metadata, language)].slice(0, MAX_TITLE_LENGTH).join('');
  return title === '' ? [] : [{ name: 'tombstone.title', value: encodeURIComponent(title) }];
};

const asksForLastEdition = (relation: Relation): boolean => relation.some(({ kind }) => kind === 'lastEdition');

const nextEdition = async (catalogue: Catalogue, { repository }: CatalogueItem): Promise<IbiForms | undefined> => {
  const next = await catalogue.nextEdition(repository);
  return next && formsOfLabel(next.label);
};

/** Pairs of one relation (lines 22 to 32 of Algorithm 2); without a URL, the label only. */
const describeRelated = async (
  needs: UrlAnswerNeeds,
  found: RelatedItem,
  request: UrlRequest,
): Promise<UrlListItem> => {
  const { item, label, relation } = found;
  if (item === undefined) return { ibi: formsOfLabel(label) };
  // As in the examples, both forms are given of the item and its last edition, and the repository name of others.
  const isEdition = relation.length === 1 && relation[0]?.kind === 'lastEdition';
  const ibi = relation.length === 0 ? {} : { ibi: isEdition ? formsOf(item, request.ibi.text) : formsOfLabel(label) };
  const url = item.state.kind === 'deleted' ? undefined : await urlOf(needs, found, item, request);
  if (url === undefined) return ibi;
  return {
    ...ibi,
    url: url.url,
    contentType: url.contentType,
    state: await stateOf(needs, item),
    timestamp: secondOf(item.updatedAt),
  };
};

/** While an original is handed over, only its receiver can say whose it is: a missing answer is no answer. */
const stateOf = async ({ handOver }: UrlAnswerNeeds, { repository, state }: CatalogueItem): Promise<State> => {
  if (state.kind !== 'releasing') return wireState(state);
  const hasCommitted = await handOver.hasCommitted(state);
  if (hasCommitted === 'unknown') {
    throw new Refusal('transfer-in-doubt', `${repository} is being handed over to ${state.to}, which does not answer`);
  }
  return hasCommitted === 'yes' ? 'Copy' : 'Original';
};

type UrlOf = { readonly url: string; readonly contentType: 'Data' | 'Metadata' } | undefined;

const urlOf = async (
  { catalogue, publicUrl }: UrlAnswerNeeds,
  { relation }: RelatedItem,
  item: CatalogueItem,
  { verbs, filePath, clientAddresses }: UrlRequest,
): Promise<UrlOf> => {
  const contentType = item.content === 'Metadata' ? 'Metadata' : 'Data';
  if (item.content === 'Service') return { url: `${publicUrl}/${item.repository}`, contentType };
  if (asksForFileList(verbs)) return { url: fileListUrl(publicUrl, item), contentType };
  if (item.content === 'Metadata')
    return filePath === undefined ? { url: metadataUrl(publicUrl, item, relation), contentType } : undefined;
  // The last address is the one that the resolver saw itself: those before it are claims of proxies.
  if (!allowsClient(item.access, clientAddresses.at(-1))) {
    const metadata = item.describedBy === undefined ? undefined : await catalogue.find(item.describedBy);
    return metadata && { url: metadataUrl(publicUrl, metadata, relation), contentType: 'Metadata' };
  }
  const path = filePath === undefined ? item.target : await findFile(catalogue, item, filePath);
  return path === undefined ? undefined : { url: documentUrl(publicUrl, item, path), contentType };
};

const metadataUrl = (publicUrl: string, item: CatalogueItem, relation: Relation): string => {
  const isOaiDc = relation.some((step) => step.kind === 'metadata' && step.format === 'oai_dc');
  return documentUrl(publicUrl, item, item.target ?? METADATA_TARGET) + (isOaiDc ? '?choice=oai_dc' : '');
};

const findFile = async (
  catalogue: Catalogue,
  { repository }: CatalogueItem,
  escaped: string,
): Promise<string | undefined> => {
  const path = parseItemFilePath(unescapePath(escaped.replace(/^\//, '')) ?? '');
  if (!path.ok) return undefined;
  return (await catalogue.file(repository, path.value))?.path;
};

/** RTC-11 Table 9.4 has room for one IBIp: the one that was asked for, otherwise the first. */
const formsOf = ({ repository, ibips }: CatalogueItem, asked: string): IbiForms => {
  const name = parseRepositoryName(repository);
  const ibip = parseIbip(ibips.find((candidate) => candidate === asked) ?? ibips[0] ?? '');
  if (!name.ok) throw new Error(`the catalogue holds "${repository}", which is no repository name`);
  return { repository: name.value, ibip: ibip.ok ? ibip.value : undefined };
};

export const formsOfLabel = (label: string): IbiForms => {
  const ibi = parseIbi(label);
  if (!ibi.ok) throw new Error(`the catalogue holds "${label}", which is no label`);
  return ibi.value.form === 'repository'
    ? { repository: ibi.value, ibip: undefined }
    : { repository: undefined, ibip: ibi.value };
};

const secondOf = (microseconds: bigint): string => {
  const { seconds } = dateFromMicroseconds(microseconds);
  return formatTime({ seconds, fraction: '' });
};
