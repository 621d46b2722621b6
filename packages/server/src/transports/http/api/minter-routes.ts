import { Type } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { MinterDetails, MinterOperations, MinterView } from '../../../services/noid/minter-operations.ts';
import { readValue } from '../../../services/noid/value-text.ts';
import type { AnswerMemory } from './answer-memory.ts';
import type { Api } from './api.ts';
import { registerBindingRoutes } from './minter-binding-routes.ts';
import { contactOf, MAX_BINDING_BODY_BYTES } from './minter-contact.ts';
import {
  HoldSchema,
  MintedSchema,
  MinterCreationSchema,
  MinterStatisticsSchema,
  MintSchema,
  NameParameters,
  PolicySchema,
  QueuedSchema,
  QueueSchema,
  ValidatedSchema,
  ValidateSchema,
} from './minter-schemas.ts';
import { describeOperation, IdempotencyHeaders, withoutBody } from './operation.ts';
import { answerOnce } from './repeatable.ts';
import { CursorQuery, refer } from './schemas.ts';

export const registerMinterRoutes = (
  api: Api,
  { minters, memory }: { readonly minters: MinterOperations; readonly memory: AnswerMemory },
): void => {
  registerCreate(api, minters, memory);
  registerList(api, minters);
  registerShow(api, minters);
  registerPolicy(api, minters, memory);
  registerStatistics(api, minters);
  registerMint(api, minters, memory);
  registerHolds(api, minters, memory);
  registerQueue(api, minters, memory);
  registerValidate(api, minters);
  registerBindingRoutes(api, { minters, memory });
};

/** Names and addresses of people are for those with a key. */
const showTo = <View extends MinterView | MinterDetails>({ principal }: FastifyRequest, view: View): object => {
  if (principal !== undefined) return view;
  const { contact: _contact, ...shown } = view;
  if (!('report' in shown)) return shown;
  const { report: _report, ...open } = shown;
  return open;
};

const registerCreate = (api: Api, minters: MinterOperations, memory: AnswerMemory): void => {
  const { config, documentation } = describeOperation({
    summary: 'Create a minter of opaque identifiers (noid)',
    tag: 'Minters',
    access: 'admin',
    answers: { 201: refer('Minter', 'The new minter') },
    refusals: [409, 413, 415, 422],
  });
  const schema = { ...documentation, headers: IdempotencyHeaders, body: MinterCreationSchema };
  api.post('/minters', { config, schema }, async (request, reply) => {
    const contact = contactOf(request);
    const minter = await answerOnce(memory, request, () => minters.create({ ...request.body, contact }));
    return reply.code(201).header('location', `/api/v1/minters/${minter.name}`).send(minter);
  });
};

const registerList = (api: Api, minters: MinterOperations): void => {
  const { config, documentation } = describeOperation({
    summary: 'List minters by name, and how much of each is left',
    tag: 'Minters',
    access: 'reading',
    answers: { 200: refer('MinterPage', 'One page') },
  });
  const querystring = Type.Object(CursorQuery);
  api.get('/minters', { config, schema: { ...documentation, querystring } }, async (request) => {
    const page = await minters.list(request.query);
    return { ...page, minters: page.minters.map((view) => showTo(request, view)) };
  });
};

const registerShow = (api: Api, minters: MinterOperations): void => {
  const { config, documentation } = describeOperation({
    summary: 'Show a minter',
    tag: 'Minters',
    access: 'reading',
    answers: { 200: refer('Minter', 'The minter') },
    refusals: [404],
  });
  api.get('/minters/:name', { config, schema: { ...documentation, params: NameParameters } }, async (request) =>
    showTo(request, await minters.show(request.params.name)),
  );
};

const registerPolicy = (api: Api, minters: MinterOperations, memory: AnswerMemory): void => {
  const { config, documentation } = describeOperation({
    summary: 'Say what is promised of the identifiers of a minter',
    tag: 'Minters',
    access: 'admin',
    answers: { 200: refer('Minter', 'The minter as it is now') },
    refusals: [404, 413, 415, 422],
  });
  const schema = { ...documentation, params: NameParameters, headers: IdempotencyHeaders, body: PolicySchema };
  api.patch('/minters/:name', { config, schema }, (request) =>
    answerOnce(memory, request, () => minters.setPolicy(request.params.name, request.body.policy)),
  );
};

const registerStatistics = (api: Api, minters: MinterOperations): void => {
  const { config, documentation } = describeOperation({
    summary: 'Count what a minter has issued, and what is left',
    tag: 'Minters',
    access: 'reading',
    answers: { 200: { ...MinterStatisticsSchema, description: 'Its counts' } },
    refusals: [404],
  });
  const schema = { ...documentation, params: NameParameters };
  api.get('/minters/:name/statistics', { config, schema }, (request) => minters.statistics(request.params.name));
};

const registerMint = (api: Api, minters: MinterOperations, memory: AnswerMemory): void => {
  const { config, documentation } = describeOperation({
    summary: 'Mint identifiers',
    description:
      'All in one transaction. Where a namespace ends meanwhile, "stopped" says so, and "ids" has the last ones.',
    tag: 'Minters',
    access: 'depositor',
    answers: { 201: { ...MintedSchema, description: 'The identifiers' } },
    refusals: [404, 409, 413, 415, 422],
  });
  const schema = { ...documentation, params: NameParameters, headers: IdempotencyHeaders, body: MintSchema };
  api.post('/minters/:name/mint', { config, schema, bodyLimit: MAX_BINDING_BODY_BYTES }, async (request, reply) => {
    const { count = 1, bindings = {}, peppered = false } = request.body;
    const elements = Object.entries(bindings).map(([element, given]) => ({
      element,
      value: readValue(typeof given === 'string' ? { value: given } : given),
    }));
    const answer = await answerOnce(memory, request, async () => {
      const contact = contactOf(request);
      const { ids, stopped } = await minters.mint(request.params.name, {
        count,
        elements,
        isPeppered: peppered,
        contact,
      });
      return { ids, ...(stopped && { stopped: { code: stopped.code, detail: stopped.message } }) };
    });
    return reply.code(201).send(answer);
  });
};

const registerHolds = (api: Api, minters: MinterOperations, memory: AnswerMemory): void => {
  const { config, documentation } = describeOperation({
    summary: 'Place or release holds: what is held is not minted',
    tag: 'Minters',
    access: 'depositor',
    answers: { 204: withoutBody('All are as asked for') },
    refusals: [404, 413, 415, 422],
  });
  const schema = { ...documentation, params: NameParameters, headers: IdempotencyHeaders, body: HoldSchema };
  api.post('/minters/:name/holds', { config, schema }, async (request, reply) => {
    const { ids, held } = request.body;
    await answerOnce(memory, request, async () => {
      await minters.hold(request.params.name, { ids, isHeld: held, contact: contactOf(request) });
      return null;
    });
    return reply.code(204).send();
  });
};

const registerQueue = (api: Api, minters: MinterOperations, memory: AnswerMemory): void => {
  const { config, documentation } = describeOperation({
    summary: 'Queue identifiers to be minted again, or take them out of the queue',
    tag: 'Minters',
    access: 'depositor',
    answers: { 200: { ...QueuedSchema, description: 'How many were, and why others were not' } },
    refusals: [404, 409, 413, 415, 422],
  });
  const schema = { ...documentation, params: NameParameters, headers: IdempotencyHeaders, body: QueueSchema };
  api.post('/minters/:name/queue', { config, schema }, (request) =>
    answerOnce(memory, request, () =>
      minters.queue(request.params.name, { ...request.body, contact: contactOf(request) }),
    ),
  );
};

const registerValidate = (api: Api, minters: MinterOperations): void => {
  const { config, documentation } = describeOperation({
    summary: 'Tell whether identifiers are such as a minter mints',
    tag: 'Minters',
    access: 'reading',
    answers: { 200: { ...ValidatedSchema, description: 'Each of them' } },
    refusals: [404, 413, 415, 422],
  });
  const schema = { ...documentation, params: NameParameters, body: ValidateSchema };
  api.post('/minters/:name/validate', { config, schema }, async (request) => {
    const ids = await minters.validate(request.params.name, request.body);
    return { ids: ids.map(({ id, problem }) => ({ id, valid: problem === undefined, problem })) };
  });
};
