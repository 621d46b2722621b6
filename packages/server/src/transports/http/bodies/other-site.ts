import type { IncomingHttpHeaders } from 'node:http';

/** Whether a page of another site made a browser send the request, perhaps with a key that the browser remembers. */
export const isFromOtherSite = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-fetch-site'] === 'cross-site' || isForeign(headers);

/** Browsers name the site of the page when they post; over plain http this is all that they tell. */
const isForeign = ({ origin, host }: IncomingHttpHeaders): boolean =>
  origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host?.toLowerCase());
