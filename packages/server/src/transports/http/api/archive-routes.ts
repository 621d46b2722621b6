import { Type } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { ArchiveView, MembershipOperations, Registrar } from '../../../services/resolver/membership-operations.ts';
import type { AnswerMemory } from './answer-memory.ts';
import type { Api } from './api.ts';
import { AlertPageSchema, RegistrationSchema } from './archive-schemas.ts';
import { describeOperation, IdempotencyHeaders } from './operation.ts';
import { answerOnce } from './repeatable.ts';
import { CursorQuery, IbiParameters, refer } from './schemas.ts';

/** Archives that take part in resolution, or ask to. */
export const registerArchiveRoutes = (
  api: Api,
  { membership, memory }: { readonly membership: MembershipOperations; readonly memory: AnswerMemory },
): void => {
  registerList(api, membership);
  registerRegister(api, membership, memory);
  registerApprove(api, membership, memory);
  registerRevoke(api, membership, memory);
  registerAlerts(api, membership);
};

/** Addresses of people and machines are for those with a key. */
const showTo = <View extends ArchiveView>({ principal }: FastifyRequest, view: View): object => {
  if (principal !== undefined) return view;
  const { administratorEmail: _email, ip: _ip, ...shown } = view;
  return shown;
};

const registerList = (api: Api, membership: MembershipOperations): void => {
  const { config, documentation } = describeOperation({
    summary: 'List the Archives that take part in resolution, or ask to',
    tag: 'Archives',
    access: 'reading',
    answers: { 200: refer('ArchivePage', 'One page') },
  });
  const querystring = Type.Object(CursorQuery);
  api.get('/archives', { config, schema: { ...documentation, querystring } }, async (request) => {
    const page = await membership.list(request.query);
    return { ...page, archives: page.archives.map((view) => showTo(request, view)) };
  });
};

const registerRegister = (api: Api, membership: MembershipOperations, memory: AnswerMemory): void => {
  const { config, documentation } = describeOperation({
    summary: 'Ask that an Archive be registered',
    description:
      'As by the e-mail of RTC-11 Example 7.1: the operator approves. With the key of an admin it is registered and approved at once, or gets another registration key. The same request again is the same request.',
    tag: 'Archives',
    access: 'anyone',
    answers: { 201: refer('Archive', 'The Archive: requested, or registered') },
    refusals: [409, 413, 415, 422],
  });
  const schema = { ...documentation, headers: IdempotencyHeaders, body: RegistrationSchema };
  api.post('/archives', { config, schema }, async (request, reply) => {
    const register = () => membership.register(request.body, registrarOf(request));
    // Who has no key needs no memory: the same request again is the same request.
    const archive = await (request.principal === undefined ? register() : answerOnce(memory, request, register));
    return reply.code(201).send(showTo(request, archive));
  });
};

const registrarOf = ({ principal, ip }: FastifyRequest): Registrar =>
  principal?.role === 'admin' ? { kind: 'operator' } : { kind: 'anyone', address: ip };

const registerApprove = (api: Api, membership: MembershipOperations, memory: AnswerMemory): void => {
  const { config, documentation } = describeOperation({
    summary: 'Register an Archive that asked for it',
    description:
      'Its administrator is told by e-mail, where the node can send any. Revoked ones may be approved again.',
    tag: 'Archives',
    access: 'admin',
    answers: { 200: refer('Archive', 'The Archive as it is now') },
    refusals: [404, 409, 422],
  });
  const schema = { ...documentation, params: IbiParameters, headers: IdempotencyHeaders };
  api.post('/archives/:ibi/approve', { config, schema }, (request) =>
    answerOnce(memory, request, () => membership.approve(request.params.ibi)),
  );
};

const registerRevoke = (api: Api, membership: MembershipOperations, memory: AnswerMemory): void => {
  const { config, documentation } = describeOperation({
    summary: 'Ask an Archive no more, and refuse to include it',
    description: 'A request that waits is forgotten.',
    tag: 'Archives',
    access: 'admin',
    answers: { 200: refer('Archive', 'The Archive as it is now') },
    refusals: [404, 422],
  });
  const schema = { ...documentation, params: IbiParameters, headers: IdempotencyHeaders };
  api.post('/archives/:ibi/revoke', { config, schema }, (request) =>
    answerOnce(memory, request, () => membership.revoke(request.params.ibi)),
  );
};

const registerAlerts = (api: Api, membership: MembershipOperations): void => {
  const { config, documentation } = describeOperation({
    summary: 'List originals that several Archives claim, the last seen first',
    tag: 'Archives',
    access: 'reading',
    answers: { 200: { ...AlertPageSchema, description: 'One page' } },
  });
  const querystring = Type.Object(CursorQuery);
  api.get('/alerts', { config, schema: { ...documentation, querystring } }, (request) =>
    membership.alerts(request.query),
  );
};
