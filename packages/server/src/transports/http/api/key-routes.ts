import { Type } from '@fastify/type-provider-typebox';
import type { KeyRing } from '../../../services/keys/key-ring.ts';
import type { AnswerMemory } from './answer-memory.ts';
import type { Api } from './api.ts';
import { principalOf } from './authentication.ts';
import { describeOperation, IdempotencyHeaders, withoutBody } from './operation.ts';
import { answerOnce } from './repeatable.ts';
import { IdParameters, KeySchema, RoleSchema, refer } from './schemas.ts';

export const registerKeyRoutes = (
  api: Api,
  { keys, memory }: { readonly keys: KeyRing; readonly memory: AnswerMemory },
): void => {
  registerCreate(api, keys, memory);
  registerList(api, keys);
  registerRevoke(api, keys, memory);
  registerWhoAmI(api);
};

const registerCreate = (api: Api, keys: KeyRing, memory: AnswerMemory): void => {
  const made = Type.Object({
    ...KeySchema.properties,
    key: Type.String({ description: 'Shown only now: only a hash of it is kept' }),
  });
  const { config, documentation } = describeOperation({
    summary: 'Make a key, which is shown once',
    tag: 'Keys',
    access: 'admin',
    answers: { 201: { ...made, description: 'The new key' } },
    refusals: [413, 415, 422],
  });
  const body = Type.Object(
    { name: Type.String({ description: 'Whose key it is, for the history' }), role: RoleSchema },
    { additionalProperties: false },
  );
  api.post(
    '/keys',
    { config, schema: { ...documentation, headers: IdempotencyHeaders, body } },
    async (request, reply) => {
      const key = await answerOnce(memory, request, () => keys.create(request.body));
      return reply.code(201).send(key);
    },
  );
};

const registerList = (api: Api, keys: KeyRing): void => {
  const { config, documentation } = describeOperation({
    summary: 'List all keys, without the keys themselves',
    tag: 'Keys',
    access: 'admin',
    answers: {
      200: {
        type: 'object',
        properties: { keys: { type: 'array', items: refer('Key', 'A key') } },
        description: 'All keys',
      },
    },
  });
  api.get('/keys', { config, schema: documentation }, async () => ({ keys: await keys.list() }));
};

const registerRevoke = (api: Api, keys: KeyRing, memory: AnswerMemory): void => {
  const { config, documentation } = describeOperation({
    summary: 'Make a key useless, for ever',
    description: 'The only admin key cannot be revoked. Other processes of the node notice within a minute.',
    tag: 'Keys',
    access: 'admin',
    answers: { 204: withoutBody('It was revoked') },
    refusals: [404, 409, 422],
  });
  api.delete(
    '/keys/:id',
    { config, schema: { ...documentation, params: IdParameters, headers: IdempotencyHeaders } },
    async (request, reply) => {
      await answerOnce(memory, request, async () => {
        await keys.revoke(request.params.id);
        return null;
      });
      return reply.code(204).send();
    },
  );
};

const registerWhoAmI = (api: Api): void => {
  const answer = Type.Object({ id: Type.String(), name: Type.String(), role: RoleSchema });
  const { config, documentation } = describeOperation({
    summary: 'Tell whose key this is, and what it allows',
    tag: 'Keys',
    access: 'reader',
    answers: { 200: { ...answer, description: 'The key that was sent' } },
  });
  api.get('/whoami', { config, schema: documentation }, async (request) => principalOf(request));
};
