import { Refusal, type RefusalCode, refuse } from '@perene/api/refusals';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Lead, OldAddresses } from '../../../services/archive/items/lead-old-address.ts';
import { itemAddress } from '../pages/item/item-address.ts';

const OLD_ADDRESS = '/old-address';
const PROGRAM_URL = /^\/(?:displaydoccontent|attachment)\.cgi\//;
/** An item that is elsewhere now may come here later. */
const REDIRECT_CACHING = 'private, max-age=60';

/** Gives all programs of URLib one address for the router, which does not know how they escape. */
export const routeOldAddress = (url: string): string => (PROGRAM_URL.test(url) ? OLD_ADDRESS : url);

/** Whether the address is of a document, or of a program of URLib. */
export const isOldAddress = (url: string): boolean => url.startsWith('/col/') || PROGRAM_URL.test(url);

/**
 * Serves `/displaydoccontent.cgi/...` and `/attachment.cgi/...` on every node, and `/col/...` where no Archive serves
 * it.
 */
export const registerOldAddresses = (
  server: FastifyInstance,
  addresses: OldAddresses,
  { isArchive }: { readonly isArchive: boolean },
): void => {
  for (const path of isArchive ? [OLD_ADDRESS] : [OLD_ADDRESS, '/col/*']) {
    server.get(path, async ({ originalUrl, ip }, reply) => {
      const lead = await addresses.leadOf(originalUrl, ip);
      if (lead === undefined) {
        throw refuse('address-unknown', { reason: 'address', method: 'GET', address: originalUrl.slice(0, 200) });
      }
      return follow(reply, lead);
    });
  }
};

const LEADING_ON: readonly RefusalCode[] = ['item-not-found', 'item-removed', 'file-missing', 'client-not-allowed'];

/** Does the work. If it finds no document, follows the address in other ways. */
export const orFollow = async (
  addresses: OldAddresses,
  { request: { originalUrl, ip }, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  work: () => Promise<FastifyReply>,
): Promise<FastifyReply> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || !LEADING_ON.includes(error.code)) throw error;
    const lead = await addresses.leadOf(originalUrl, ip);
    if (lead === undefined) throw error;
    return follow(reply, lead);
  }
};

const follow = (reply: FastifyReply, lead: Lead): FastifyReply =>
  reply
    .header('cache-control', REDIRECT_CACHING)
    .redirect(lead.kind === 'item' ? itemAddress(lead.label, lead.part) : lead.url, 302);
