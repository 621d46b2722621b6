import { type Ibi, parseIbi } from '../ibi/ibi.ts';
import type { Label } from '../ibi/label.ts';
import { unescapePrintable } from '../parsing/escapes.ts';

/** The pair by which a link in an item says which item it is in, as URLib writes it. */
const CITING_ITEM = 'ibiurl.clientinformation.citingitem';

/** Returns the item whose link a persistent URL comes from; undefined if it does not say so, or not with a label. */
export const citingItemOf = (url: string): Ibi | undefined => {
  const place = url.indexOf(`${CITING_ITEM}=`);
  if (place < 1 || !'?&'.includes(url.charAt(place - 1))) return undefined;
  const value = url.slice(place + CITING_ITEM.length + 1).replace(/[&#].*/s, '');
  const text = unescapePrintable(value, { plusIsBlank: true });
  const ibi = text.ok ? parseIbi(text.value.text) : undefined;
  return ibi?.ok ? ibi.value : undefined;
};

/** Returns a persistent URL that says which item its link is in. */
export const withCitingItem = (url: string, citing: Label): string =>
  `${url}${url.includes('?') ? '&' : '?'}${CITING_ITEM}=${citing}`;
