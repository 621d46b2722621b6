import { refuse } from '@perene/api/refusals';
import type { FastifyRequest } from 'fastify';

/** A header that only pages of this node can send: other sites would have to ask for it first, and are refused. */
const CONSOLE_HEADER = 'perene-console';

/**
 * Refuses a change that a page of another site may have made a browser send. Browsers say where a request comes from;
 * those that do not say it are not believed.
 */
export const refuseOtherSites = (
  { headers }: Pick<FastifyRequest, 'headers'>,
  { publicUrl }: { readonly publicUrl: string },
): void => {
  const { origin, host, 'sec-fetch-site': site } = headers;
  const isSame = site === undefined ? isOwnOrigin(origin, host, publicUrl) : site === 'same-origin';
  const isAgreed = origin === undefined || isOwnOrigin(origin, host, publicUrl);
  if (isSame && isAgreed && headers[CONSOLE_HEADER] !== undefined) return;
  throw refuse('role-missing', { reason: 'other-site' });
};

/** Behind a proxy, the host may be another than the browser's; then the public address counts. */
const isOwnOrigin = (origin: string | undefined, host: string | undefined, publicUrl: string): boolean => {
  if (origin === undefined || !URL.canParse(origin)) return false;
  const given = new URL(origin);
  return given.origin === new URL(publicUrl).origin || given.host === host?.toLowerCase();
};
