import { Refusal } from '@perene/api/refusals';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { registerSearchBudget } from './search-budget.ts';

/** Asks as often as nobody may, and returns how many answers were refusals. */
const countRefused = async (query: string): Promise<number> => {
  const server = fastify();
  registerSearchBudget(server);
  server.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof Refusal && error.code === 'too-many-searches' ? 429 : 500).send(),
  );
  server.get('/items', { config: { isSearch: true } }, async () => 'found');
  let refused = 0;
  for (let asked = 0; asked < 170; asked += 1) {
    const { statusCode } = await server.inject({ url: `/items${query}`, remoteAddress: '192.0.2.1' });
    refused += statusCode === 429 ? 1 : 0;
  }
  await server.close();
  return refused;
};

it.each(['?q=a', '?%71=a', '?lang=pt&q=%61', '?collection=maps', '?person=Ana', '?%66acets=yes'])(
  'a network asks %s only so often',
  async (query) => {
    expect(await countRefused(query)).toBeGreaterThan(0);
  },
);

it.each(['', '?q=', '?cursor=1', '?lang=q'])('a list of all is no search: %s', async (query) => {
  expect(await countRefused(query)).toBe(0);
});
