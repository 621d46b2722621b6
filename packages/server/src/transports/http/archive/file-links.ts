import { formatLinkHeader } from '@perene/core/representation';
import { itemAddress } from '../pages/item/item-address.ts';

/** Every file says what to cite, and where its page and its links are (Signposting). */
export const linksOf = (
  { label, persistentUrl }: { readonly label: string; readonly persistentUrl: string },
  publicUrl: string,
): string => {
  const page = `${publicUrl}${itemAddress(label)}`;
  const links = [
    { rel: 'cite-as', href: persistentUrl },
    { rel: 'collection', href: page, type: 'text/html' },
  ];
  return formatLinkHeader(links, page);
};
