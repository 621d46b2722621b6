import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { KeyRing } from '../../services/keys/key-ring.ts';
import { createAuthentication, type SessionReading } from './api/authentication.ts';

interface Reading {
  readonly keys: Pick<KeyRing, 'authenticate'>;
  readonly sessions?: SessionReading;
  readonly isReadingPublic: boolean;
}

/**
 * Makes these routes ask for a key, as the password of any user, where reading is not public. Caches keep nothing of
 * them. `isClosed` chooses the requests, if only some of the routes show what is kept.
 */
export const requireReadingKey = (
  routes: FastifyInstance,
  needs: Reading,
  isClosed: (request: FastifyRequest) => boolean = () => true,
): void => {
  if (needs.isReadingPublic) return;
  const authenticate = createAuthentication({ ...needs, scheme: 'Basic', access: 'reading' });
  routes.addHook('onRequest', async function (request, reply) {
    if (isClosed(request)) await authenticate.call(this, request, reply);
  });
  routes.addHook('onSend', async (request, reply) => {
    if (reply.statusCode === 401) reply.header('www-authenticate', 'Basic realm="perene", charset="UTF-8"');
    if (isClosed(request)) reply.header('cache-control', 'private, no-store');
  });
};
