import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../../refusals/refusal.ts';
import type { IdentifierView, MinterOperations } from '../../../services/noid/minter-operations.ts';
import { readValue, writeIdentifierView, writeValue } from '../../../services/noid/value-text.ts';
import type { AnswerMemory } from './answer-memory.ts';
import type { Api } from './api.ts';
import { contactOf, MAX_BINDING_BODY_BYTES } from './minter-contact.ts';
import {
  BindingParameters,
  BindingSchema,
  BindSchema,
  BoundSchema,
  IdentifierParameters,
  IdentifierSchema,
} from './minter-schemas.ts';
import { describeOperation, IdempotencyHeaders, withoutBody } from './operation.ts';
import { answerOnce } from './repeatable.ts';

export const registerBindingRoutes = (
  api: Api,
  { minters, memory }: { readonly minters: MinterOperations; readonly memory: AnswerMemory },
): void => {
  registerIdentifier(api, minters);
  registerFetch(api, minters);
  registerBind(api, minters, memory);
  registerUnbind(api, minters, memory);
};

const registerIdentifier = (api: Api, minters: MinterOperations): void => {
  const { config, documentation } = describeOperation({
    summary: 'Tell all that a minter knows of an identifier',
    tag: 'Minters',
    access: 'reading',
    answers: { 200: { ...IdentifierSchema, description: 'Its circulation and what is bound to it' } },
    refusals: [404, 422],
  });
  const schema = { ...documentation, params: IdentifierParameters };
  api.get('/minters/:name/ids/:id', { config, schema }, async (request) => {
    const { name, id } = request.params;
    return showTo(request, await minters.fetch(name, { id, elements: [] }));
  });
};

/** Names and addresses of people are for those with a key. */
const showTo = ({ principal }: FastifyRequest, view: IdentifierView): object => {
  const { circulation, ...shown } = writeIdentifierView(view);
  return { ...shown, circulation: circulation && { ...circulation, contact: principal && circulation.contact } };
};

const registerFetch = (api: Api, minters: MinterOperations): void => {
  const { config, documentation } = describeOperation({
    summary: 'Fetch what is bound to an identifier, or what a rule makes of it',
    tag: 'Minters',
    access: 'reading',
    answers: { 200: { ...BindingSchema, description: 'The value' } },
    refusals: [404, 422],
  });
  const schema = { ...documentation, params: BindingParameters };
  api.get('/minters/:name/ids/:id/bindings/:element', { config, schema }, async (request) => {
    const { name, id: given, element } = request.params;
    const { id, elements } = await minters.fetch(name, { id: given, elements: [element] });
    const [found] = elements;
    if (found?.value !== undefined) return { id, element, ...writeValue(found.value), fromRule: found.isFromRule };
    throw new Refusal('binding-missing', `nothing is bound to ${id} as "${element}"`);
  });
};

const registerBind = (api: Api, minters: MinterOperations, memory: AnswerMemory): void => {
  const { config, documentation } = describeOperation({
    summary: 'Bind an element to an identifier',
    tag: 'Minters',
    access: 'depositor',
    answers: { 200: { ...BoundSchema, description: 'What was done' } },
    refusals: [404, 409, 413, 415, 422],
  });
  const schema = { ...documentation, params: BindingParameters, headers: IdempotencyHeaders, body: BindSchema };
  const options = { config, schema, bodyLimit: MAX_BINDING_BODY_BYTES };
  api.put('/minters/:name/ids/:id/bindings/:element', options, (request) => {
    const { name, id, element } = request.params;
    const { how = 'set' } = request.body;
    const value = givenValue(request.body);
    return answerOnce(memory, request, () =>
      minters.bind(name, { how, id, element, value, contact: contactOf(request) }),
    );
  });
};

const givenValue = (body: { readonly value?: string; readonly base64?: string }): Uint8Array | undefined => {
  const { value, base64 } = body;
  if (value !== undefined && base64 !== undefined) {
    throw new Refusal('request-invalid', 'body has "value" and "base64": give one of them');
  }
  if (value !== undefined) return readValue({ value });
  return base64 === undefined ? undefined : readValue({ base64 });
};

const registerUnbind = (api: Api, minters: MinterOperations, memory: AnswerMemory): void => {
  const { config, documentation } = describeOperation({
    summary: 'Take an element from an identifier',
    tag: 'Minters',
    access: 'depositor',
    answers: { 204: withoutBody('It is gone') },
    refusals: [404, 409, 422],
  });
  const schema = { ...documentation, params: BindingParameters, headers: IdempotencyHeaders };
  api.delete('/minters/:name/ids/:id/bindings/:element', { config, schema }, async (request, reply) => {
    const { name, id, element } = request.params;
    const contact = contactOf(request);
    await answerOnce(memory, request, () =>
      minters.bind(name, { how: 'delete', id, element, value: undefined, contact }),
    );
    return reply.code(204).send();
  });
};
