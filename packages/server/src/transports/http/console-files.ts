import { relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

export const registerConsole = (server: FastifyInstance, consoleFolder: string): void => {
  server.register(fastifyStatic, {
    root: consoleFolder,
    cacheControl: false,
    // The build leaves them beside the files.
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isNamedByContent = relative(consoleFolder, path).split(sep)[0] === 'assets';
      reply.header('cache-control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  // The app finds its page by the path, in the browser.
  for (const path of ['/console', '/console/*']) {
    server.get(path, async (_request, reply) => reply.sendFile('console.html'));
  }
};
