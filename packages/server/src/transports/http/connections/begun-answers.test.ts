import { once } from 'node:events';
import { Readable } from 'node:stream';
import { type FastifyInstance, fastify } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { cutBegunAnswer } from './begun-answers.ts';

/** A server whose hooks take their time, as those of a node do, and what it logs as errors and warnings. */
const startServer = async (register: (server: FastifyInstance) => void) => {
  const logged: string[] = [];
  const server = fastify({ logger: { level: 'warn', stream: { write: (line: string) => void logged.push(line) } } });
  server.addHook('onSend', async (_request, _reply, payload) => payload);
  server.setErrorHandler((error, request, reply) => {
    if (cutBegunAnswer(error, request, reply)) return;
    reply.code(500).send('failed');
  });
  register(server);
  onTestFinished(() => server.close());
  return { url: await server.listen({ port: 0, host: '127.0.0.1' }), logged };
};

it('what fails after its answer has begun is cut, and not answered again', async () => {
  const { url, logged } = await startServer((server) =>
    server.get('/', async (_request, reply) => {
      const content = new Readable({ read: () => undefined });
      reply.send(content);
      content.push('begun');
      await once(reply.raw, 'pipe').then(() => new Promise((resolve) => setTimeout(resolve, 20)));
      throw new Error('too late');
    }),
  );
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow();
  expect(logged.join('')).toContain('too late');
  expect(logged.join('')).not.toContain('ERR_HTTP_HEADERS_SENT');
});

it('what fails before is answered', async () => {
  const { url } = await startServer((server) => server.get('/', () => Promise.reject(new Error('at once'))));
  const answer = await fetch(url);
  expect([answer.status, await answer.text()]).toEqual([500, 'failed']);
});
