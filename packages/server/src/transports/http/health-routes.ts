import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** Registers the routes for those who watch over the node. */
export const registerHealth = (
  server: FastifyInstance,
  {
    version,
    isReady,
    metrics,
  }: {
    readonly version: string;
    /** Whether this node can serve now. */
    readonly isReady: () => Promise<boolean>;
    readonly metrics: Pick<Metrics, 'contentType' | 'read'>;
  },
): void => {
  server.get('/health', async () => ({ status: 'ok', version }));
  server.get('/ready', async (_request, reply) => {
    const ready = await isReady().catch(() => false);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
  server.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.read()));
};
