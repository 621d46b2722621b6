import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** How long answers under way may take once the node is asked to stop; Fastify itself gives up after ten seconds. */
const STOP_MS = 8_000;

export interface GracefulStop {
  /** Waits for the answers of this server, and returns it. */
  readonly watch: (server: Server) => Server;
  readonly register: (server: FastifyInstance) => void;
}

/** Answers, within a time limit, the requests that came before the node was asked to stop; later ones get 503. */
export const createGracefulStop = (): GracefulStop => {
  let underWay = 0;
  let onNone = (): void => undefined;
  return {
    watch: (server) =>
      server.on('request', ({ socket }, response) => {
        if (socket.destroyed) return;
        underWay += 1;
        response.once('close', () => {
          underWay -= 1;
          if (underWay === 0) onNone();
        });
      }),
    register(server) {
      server.addHook('preClose', async () => {
        if (underWay === 0) return;
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, STOP_MS);
          onNone = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      });
    },
  };
};
