import { describeApi, OPERATIONS } from '@perene/api';
import type { FastifyInstance } from 'fastify';
import type { NodeRole } from '../../../config/roles.ts';
import { renderDocument } from './document-page.ts';

/** Registers the document of what this node offers. */
export const registerOpenApi = (
  server: FastifyInstance,
  {
    version,
    roles,
    isResolving,
    publicUrl,
    administratorEmail,
  }: {
    readonly version: string;
    readonly roles: readonly NodeRole[];
    /** Whether it resolves, itself or by another node. */
    readonly isResolving: boolean;
    readonly publicUrl: string;
    readonly administratorEmail: string | undefined;
  },
): void => {
  let document: ReturnType<typeof describeApi> | undefined;
  const describe = () => {
    document ??= describeApi({
      version,
      contact: {
        name: new URL(publicUrl).host,
        url: publicUrl,
        ...(administratorEmail !== undefined && { email: administratorEmail }),
      },
      isOffered: (operation) => {
        if (operation === OPERATIONS.resolveUrl) return isResolving;
        return operation.nodeRole === undefined || roles.includes(operation.nodeRole);
      },
    });
    return document;
  };
  server.get('/openapi.json', async () => describe());
  server.get('/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(renderDocument(describe())),
  );
};
