import { refuse } from '@perene/api/refusals';
import { parseIbi } from '@perene/core';
import type { FastifyInstance } from 'fastify';
import { THUMBNAIL_SIZES, type ThumbnailSize } from '../../../ports/archive/thumbnails/thumbnails.ts';
import type { Thumbnails } from '../../../services/archive/thumbnails/open-thumbnail.ts';

/** An item may be closed meanwhile, so that caches keep pictures only for a while. */
const CACHE_SECONDS = 3_600;

const isSize = (text: string): text is ThumbnailSize => Object.hasOwn(THUMBNAIL_SIZES, text);

/** Registers `/thumbnails/<size>/<label>`. */
export const registerThumbnails = (
  routes: FastifyInstance,
  { thumbnails }: { readonly thumbnails: Pick<Thumbnails, 'open'> },
): void => {
  routes.get<{ Params: { size: string; '*': string } }>(
    '/thumbnails/:size/*',
    { config: { access: 'reading' } },
    async ({ params: { size, '*': label } }, reply) => {
      const ibi = parseIbi(label);
      if (!ibi.ok || !isSize(size)) throw refuse('file-missing', { reason: 'address', address: `${size}/${label}` });
      const picture = await thumbnails.open(ibi.value, size);
      return reply
        .type('image/jpeg')
        .header('cache-control', `public, max-age=${CACHE_SECONDS}`)
        .send(Buffer.from(picture));
    },
  );
};
