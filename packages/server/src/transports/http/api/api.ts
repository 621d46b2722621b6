import fastifyMultipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { KeyRing } from '../../../services/keys/key-ring.ts';
import { MULTIPART_OPTIONS } from '../bodies/multipart-body.ts';
import { createAuthentication, type SessionReading } from './authentication.ts';
import { type Bind, createBind } from './bind-operation.ts';
import { compileCheck } from './check-requests.ts';
import { createIdempotencyMemory } from './idempotency-memory.ts';
import { acceptUploadParts } from './items/upload-routes.ts';

/**
 * Registers the JSON API below the path where `server` is mounted; `bindOperations` adds each group of its operations.
 */
export const registerApi = async (
  server: FastifyInstance,
  {
    keys,
    sessions,
    isReadingPublic,
    bindOperations,
  }: {
    readonly keys: Pick<KeyRing, 'authenticate'>;
    readonly sessions: SessionReading;
    readonly isReadingPublic: boolean;
    readonly bindOperations: (bind: Bind) => void;
  },
): Promise<void> => {
  server.setValidatorCompiler(compileCheck);
  server.removeContentTypeParser('text/plain');
  server.decorateRequest('principal', undefined);
  server.decorateRequest('signedIn', undefined);
  server.addHook('onRequest', createAuthentication({ keys, sessions, isReadingPublic }));
  server.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  await server.register(fastifyMultipart, MULTIPART_OPTIONS);
  acceptUploadParts(server);
  bindOperations(createBind(server, createIdempotencyMemory()));
};
