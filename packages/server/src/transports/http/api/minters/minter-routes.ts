import { API_PATH, type WrittenAnswerOf } from '@perene/api';
import type { Refusal } from '@perene/api/refusals';
import { describe, type Language } from '@perene/api/words';
import type { FastifyRequest } from 'fastify';
import { readValue } from '../../../../services/noid/bindings/value-text.ts';
import type {
  MinterDetails,
  MinterOperations,
  MinterView,
} from '../../../../services/noid/minters/minter-operations.ts';
import { preferredLanguage } from '../../negotiation/page-language.ts';
import type { ApiRequest, Bind } from '../bind-operation.ts';
import { contactOf, MAX_BINDING_BODY_BYTES } from './minter-contact.ts';

export const registerMinterRoutes = (bind: Bind, { minters }: { readonly minters: MinterOperations }): void => {
  bind('createMinter', (request) => minters.create({ ...request.body, contact: contactOf(request) }), {
    headers: ({ name }) => ({ location: `${API_PATH}/minters/${name}` }),
  });
  bind('listMinters', async (request) => {
    const page = await minters.list(request.query);
    return { ...page, minters: page.minters.map((view) => withoutPeople(request, view)) };
  });
  bind('showMinter', async (request) => {
    const minter = withoutPeople(request, await minters.show(request.params.name));
    if (request.principal !== undefined) return minter;
    const { report: _, ...shown } = minter;
    return shown;
  });
  bind('setMinterPolicy', ({ params, body }) => minters.setPolicy(params.name, body.policy));
  bind('countMinter', ({ params }) => minters.statistics(params.name));
  bind('mintIdentifiers', (request) => mint(request, minters), { maxBodyBytes: MAX_BINDING_BODY_BYTES });
  bind('holdIdentifiers', async (request) => {
    const { ids, held } = request.body;
    await minters.hold(request.params.name, { ids, isHeld: held, contact: contactOf(request) });
    return undefined;
  });
  bind('queueIdentifiers', async (request) => {
    const contact = contactOf(request);
    const { queued, refused } = await minters.queue(request.params.name, { ...request.body, contact });
    return { queued, refused: refused.map((each) => describe(each, languageFor(request))) };
  });
  bind('validateIdentifiers', async (request) => {
    const ids = await minters.validate(request.params.name, request.body);
    return {
      ids: ids.map(({ id, problem }) => ({
        id,
        valid: problem === undefined,
        ...(problem !== undefined && { problem: describe(problem, languageFor(request)) }),
      })),
    };
  });
};

/** Removes names and addresses of people, which are shown to holders of a key only. */
const withoutPeople = <View extends MinterView | MinterDetails>(
  { principal }: Pick<FastifyRequest, 'principal'>,
  view: View,
): Omit<View, 'contact'> => {
  if (principal !== undefined) return view;
  const { contact: _, ...shown } = view;
  return shown;
};

const mint = async (
  request: ApiRequest<'mintIdentifiers'>,
  minters: MinterOperations,
): Promise<WrittenAnswerOf<'mintIdentifiers'>> => {
  const { count = 1, bindings = {}, peppered = false } = request.body;
  const elements = Object.entries(bindings).map(([element, given]) => ({
    element,
    value: readValue(typeof given === 'string' ? { value: given } : given),
  }));
  const contact = contactOf(request);
  const { ids, stopped } = await minters.mint(request.params.name, { count, elements, isPeppered: peppered, contact });
  return { ids, ...(stopped && { stopped: sayStopped(stopped, request) }) };
};

const languageFor = ({ headers }: Pick<FastifyRequest, 'headers'>): Language =>
  preferredLanguage(headers['accept-language'] ?? '');

const sayStopped = (stopped: Refusal, request: Pick<FastifyRequest, 'headers'>) => ({
  code: stopped.code,
  detail: describe(stopped, languageFor(request)),
  parameters: stopped.parameters,
});
