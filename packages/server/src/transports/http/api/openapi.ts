import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { renderDocument } from './document-page.ts';
import type { OpenApiDocument } from './open-api-document.ts';
import { SHARED_SCHEMAS } from './schemas.ts';

const DESCRIPTION =
  'Mint identifiers, deposit items, describe, change, list, find and remove them. Keys are sent as "Authorization: ' +
  'Bearer KEY"; errors are RFC 9457 problem details; lists are paged by cursor; writes accept Idempotency-Key: deposits ' +
  'remember it for ever, other writes for a day in the process that answered.';

/** The document is made of the very schemas that check requests; it knows the routes that are registered after it. */
export const registerOpenApi = async (
  server: FastifyInstance,
  { version }: { readonly version: string },
): Promise<void> => {
  await server.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Perene',
        version,
        description: DESCRIPTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key' } } },
    },
    // Only what has a tag belongs to the API.
    hideUntagged: true,
    refResolver: {
      buildLocalReference: (schema, _base, _fragment, index) => String(schema['$id'] ?? `schema-${index}`),
    },
  });
  for (const [$id, schema] of Object.entries(SHARED_SCHEMAS)) server.addSchema({ $id, ...schema });
  const read = (): OpenApiDocument => server.swagger() as OpenApiDocument;
  server.get('/openapi.json', async () => read());
  server.get('/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(renderDocument(read())));
};
