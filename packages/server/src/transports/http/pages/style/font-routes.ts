import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { refuse } from '@perene/api/refusals';
import type { FastifyInstance } from 'fastify';
import { FONT_FILES, fontAddress } from './fonts.ts';

/** Serves the fonts of the pages. */
export const registerFonts = (server: FastifyInstance, { fontsFolder }: { readonly fontsFolder: string }): void => {
  server.get<{ Params: { file: string } }>(fontAddress(':file'), async ({ params: { file }, method }, reply) => {
    if (!FONT_FILES.includes(file)) {
      throw refuse('address-unknown', { reason: 'address', method, address: fontAddress(file.slice(0, 200)) });
    }
    return reply
      .type('font/woff2')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(await readFile(join(fontsFolder, file)));
  });
};
