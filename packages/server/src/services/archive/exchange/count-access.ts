import {
  type Acknowledgment,
  dateFromMicroseconds,
  formatTime,
  type IbiForms,
  isRepositoryLabel,
  type Label,
  parseIbi,
  type RepositoryLabel,
  type UrlList,
  type WrittenForms,
} from '@perene/core';
import { citingItemOf } from '@perene/core/usage';
import type { Catalogue, CatalogueItem } from '../../../ports/archive/catalogue.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import type { FollowCounter } from '../usage/count-follows.ts';
import type { UrlKeys } from './url-keys.ts';

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** A fact that an acknowledgment is compared with: a URL, what it leads to, and the label it was given for. */
const factOf = ({
  url,
  contentType,
  state,
  label,
}: Pick<Acknowledgment, 'url' | 'contentType' | 'state'> & { readonly label: string }): string =>
  `${url} ${contentType} ${state} ${label}`;

/** Returns the facts about the URLs of an answer, for its key; undefined if it has no URL. */
export const factsOf = ({ related }: Pick<UrlList<WrittenForms>, 'related'>): readonly string[] =>
  [...related.values()].flatMap(({ ibi, url, contentType, state }) =>
    url === undefined || contentType === undefined || state === undefined || state === 'Deleted'
      ? []
      : [factOf({ url, contentType, state, label: ibi?.repository?.text ?? '' })],
  );

/**
 * Counts an access only for a key that was issued here, is unused and not expired, if the acknowledgment has what was
 * sent with that key. The state may be absent, as in Example 8.9, and the content type, too (decision 50).
 */
export const countAccess = async (
  {
    catalogue,
    urlKeys,
    clock,
    publicUrl,
    follows,
  }: {
    readonly catalogue: Catalogue;
    readonly urlKeys: UrlKeys;
    readonly clock: Clock;
    readonly publicUrl: string;
    readonly follows?: Pick<FollowCounter, 'note'> | undefined;
  },
  { url, urlKey, contentType, state, ibi, persistentUrl, clientAddresses }: Acknowledgment,
): Promise<boolean> => {
  const now = clock.now();
  const issued = urlKeys.check(urlKey);
  if (issued === undefined || issued.expiresAt < now) return false;
  const label = labelOfUrl(url, publicUrl);
  const item = label === undefined ? undefined : await catalogue.find(label);
  if (item === undefined) return false;
  // A client outside an item's networks gets the URL of its metadata under the item's own label.
  const described = item.describes === undefined ? undefined : await catalogue.find(item.describes);
  const labels = [item, described].flatMap((each) =>
    each === undefined || (ibi !== undefined && !names(ibi, each)) ? [] : [each.repository],
  );
  const states = state === undefined ? (['Original', 'Copy'] as const) : [state];
  const content = (contentType === undefined ? (['Data', 'Metadata'] as const) : [contentType]).find((one) =>
    labels.some((each) =>
      states.some((held) => issued.says(factOf({ url, contentType: one, state: held, label: each }))),
    ),
  );
  if (content === undefined) return false;
  const repository = item.describes ?? item.repository;
  const isCounted = await catalogue.accessCounts.count({
    urlKey,
    keyExpiresAt: issued.expiresAt,
    repository,
    day: formatTime(dateFromMicroseconds(now)).slice(0, DAY_LENGTH),
    content,
  });
  const citing = isCounted ? citingItemOf(persistentUrl)?.text : undefined;
  // Those before the last are claims of the client.
  if (citing !== undefined) follows?.note({ repository, citing, address: clientAddresses.at(-1) ?? '' });
  return isCounted;
};

/** Whether the forms name the item by any of its labels: Table 9.4 allows one IBIp, and an item may have several. */
const names = ({ repository, ibip }: IbiForms, item: CatalogueItem): boolean =>
  (repository === undefined || repository.text === item.repository) &&
  (ibip === undefined || item.ibips.includes(ibip.text));

/** The repository name in a URL of this node that leads to a document. */
export const repositoryOfUrl = (url: string, publicUrl: string): RepositoryLabel | undefined => {
  const label = labelOfUrl(url, publicUrl);
  return label !== undefined && isRepositoryLabel(label) ? label : undefined;
};

/** The label of the item whose document a URL of this node leads to. */
const labelOfUrl = (url: string, publicUrl: string): Label | undefined => {
  const path = url.startsWith(`${publicUrl}/`) ? url.slice(publicUrl.length + 1) : undefined;
  if (path === undefined) return undefined;
  const end = path.indexOf('/doc/');
  const label = parseIbi(path.startsWith('col/') && end > 0 ? path.slice('col/'.length, end) : path);
  return label.ok ? label.value.text : undefined;
};
