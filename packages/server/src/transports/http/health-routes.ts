import type { FastifyInstance } from 'fastify';
import type { CopyStanding } from '../../ports/node/copy-standing.ts';
import type { Metrics } from './metrics.ts';

/** Registers the routes for those who watch over the node. */
export const registerHealth = (
  server: FastifyInstance,
  {
    version,
    isReady,
    copyStanding,
    metrics,
  }: {
    readonly version: string;
    /** Whether this node can serve now. */
    readonly isReady: () => Promise<boolean>;
    /** Undefined if this node keeps no copy of its database. */
    readonly copyStanding?: (() => CopyStanding) | undefined;
    readonly metrics: Pick<Metrics, 'contentType' | 'read'>;
  },
): void => {
  server.get('/health', async () => ({ status: 'ok', version }));
  server.get('/ready', async (_request, reply) => {
    const ready = await isReady().catch(() => false);
    if (ready) return reply.send({ status: 'ready' });
    const { isGone, isUsable, ageSeconds } = copyStanding?.() ?? {};
    // Readers are served: a proxy that sent nobody here would end that.
    if (isGone && isUsable) return reply.send({ status: 'reading from the copy', copyAgeSeconds: ageSeconds });
    return reply.code(503).send({ status: 'not ready' });
  });
  server.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.read()));
};
