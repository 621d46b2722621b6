import { type Acknowledgment, dateFromMicroseconds, formatTime } from '@perene/core';
import type { AccessCounts } from '../../ports/access-counts.ts';
import type { Catalogue } from '../../ports/catalogue.ts';
import type { Clock } from '../../ports/clock.ts';
import type { UrlKeys } from '../../ports/url-keys.ts';

export interface AccessNeeds {
  readonly catalogue: Catalogue;
  readonly urlKeys: UrlKeys;
  readonly accessCounts: AccessCounts;
  readonly clock: Clock;
  readonly publicUrl: string;
}

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** Counts an access only for a key that was issued here, is unused and not expired, for a URL that went with it. */
export const countAccess = async (
  { catalogue, urlKeys, accessCounts, clock, publicUrl }: AccessNeeds,
  { url, urlKey, contentType }: Acknowledgment,
): Promise<boolean> => {
  const now = clock.now();
  const issued = urlKeys.check(urlKey);
  if (issued === undefined || issued.expiresAt < now) return false;
  const repository = repositoryOf(url, publicUrl);
  if (repository === undefined) return false;
  const counted = await catalogue.findRelated(issued.itemNumber, repository);
  if (counted === undefined) return false;
  return accessCounts.count({
    urlKey,
    keyExpiresAt: issued.expiresAt,
    repository: counted,
    day: formatTime(dateFromMicroseconds(now)).slice(0, DAY_LENGTH),
    content: contentType,
  });
};

/** The repository whose document a URL of this node leads to. */
export const repositoryOf = (url: string, publicUrl: string): string | undefined => {
  const path = url.startsWith(`${publicUrl}/`) ? url.slice(publicUrl.length + 1) : undefined;
  if (path === undefined) return undefined;
  const end = path.indexOf('/doc/');
  return path.startsWith('col/') && end > 0 ? path.slice('col/'.length, end) : path;
};
