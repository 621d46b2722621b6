import { posix } from 'node:path';
import { addressOf, GUIDE_PAGES } from './guide.ts';

const IMAGES = 'docs/images/';

/**
 * Returns the address in the guide that a link of a document leads to. A document may link only to pages, images and
 * other sites.
 */
export const resolveLink = (source: string, address: string): string => {
  if (/^(?:https?:|#|\/)/.test(address)) return address;
  const [path = '', anchor] = address.split('#');
  const target = posix.join(posix.dirname(source), path);
  if (target.startsWith(IMAGES)) return `/docs/images/${target.slice(IMAGES.length)}`;
  const page = GUIDE_PAGES.find((candidate) => candidate.source === target);
  if (page === undefined) throw new Error(`${source}: ${address} is no page of the guide; add it to guide.ts`);
  return `${addressOf(page)}${anchor === undefined ? '' : `#${anchor}`}`;
};
