import { Type } from '@fastify/type-provider-typebox';
import { Refusal } from '../../../refusals/refusal.ts';
import type { IbiMinter } from '../../../services/minter/mint-ibis.ts';
import type { Metrics } from '../metrics.ts';
import type { AnswerMemory } from './answer-memory.ts';
import type { Api } from './api.ts';
import { describeOperation, IdempotencyHeaders } from './operation.ts';
import { answerOnce } from './repeatable.ts';

/** Answers that may be asked for again are kept in memory. */
const MAX_KEYED_COUNT = 100_000;

const MintedSchema = Type.Object({
  ibis: Type.Array(
    Type.Object({
      repository: Type.String(),
      ibip: Type.Optional(Type.String({ description: 'Absent where the node has no IP address' })),
      date: Type.String({ description: 'Exact decimal POSIX seconds' }),
    }),
  ),
});

export const registerIbiRoutes = (
  api: Api,
  needs: { readonly minter: Pick<IbiMinter, 'mint'>; readonly metrics: Metrics; readonly memory: AnswerMemory },
): void => {
  const { minter, metrics, memory } = needs;
  const { config, documentation } = describeOperation({
    summary: 'Mint labels that nobody has had before',
    tag: 'Identifiers',
    access: 'depositor',
    answers: { 201: { ...MintedSchema, description: 'The labels, in both forms' } },
    refusals: [413, 415, 422],
  });
  const body = Type.Object(
    {
      count: Type.Optional(
        Type.Integer({
          description: `1 (default) to 1000000; at most ${MAX_KEYED_COUNT} together with an Idempotency-Key`,
        }),
      ),
    },
    { additionalProperties: false },
  );
  api.post(
    '/ibis',
    { config, schema: { ...documentation, headers: IdempotencyHeaders, body } },
    async (request, reply) => {
      const { count = 1 } = request.body;
      if (request.headers['idempotency-key'] !== undefined && count > MAX_KEYED_COUNT) {
        throw new Refusal(
          'count-out-of-range',
          `at most ${MAX_KEYED_COUNT} labels together with an Idempotency-Key: ask several times`,
        );
      }
      const ibis = await answerOnce(memory, request, async () => {
        const minted = await minter.mint(count);
        metrics.countMinted(minted.length);
        return minted;
      });
      return reply.code(201).send({ ibis });
    },
  );
};
