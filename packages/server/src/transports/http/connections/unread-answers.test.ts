import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { fastify } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { registerUnreadAnswers } from './unread-answers.ts';

it('what is asked for by HEAD is not made', async () => {
  const server = fastify();
  onTestFinished(() => server.close());
  registerUnreadAnswers(server);
  let steps = 0;
  const made: Readable[] = [];
  server.get('/long', (_request, reply) => {
    const content = Readable.from(
      (function* () {
        for (; steps < 5; steps += 1) yield 'a part';
      })(),
    );
    made.push(content);
    return reply.header('x-kind', 'long').send(content);
  });
  const head = await server.inject({ method: 'HEAD', url: '/long' });
  expect([head.statusCode, head.headers['x-kind'], head.body, steps]).toEqual([200, 'long', '', 0]);
  const [content] = made;
  if (content?.closed === false) await once(content, 'close');
  expect(content?.destroyed).toBe(true);
  expect((await server.inject({ method: 'GET', url: '/long' })).body).toBe('a part'.repeat(5));
});

it('what is written while it is sent is written to its end', async () => {
  const server = fastify();
  onTestFinished(() => server.close());
  registerUnreadAnswers(server);
  const written: unknown[] = [];
  server.get('/', (_request, reply) => {
    const content = new PassThrough();
    content.on('finish', () => written.push('all'));
    setImmediate(() => content.end('late'));
    return reply.send(content);
  });
  expect((await server.inject({ method: 'HEAD', url: '/' })).statusCode).toBe(200);
  await expect.poll(() => written).toEqual(['all']);
});
