import type { BodyOf, WrittenAnswerOf } from '@perene/api';
import { refuse } from '@perene/api/refusals';
import type { FastifyRequest } from 'fastify';
import { readValue, writeIdentifierView, writeValue } from '../../../../services/noid/bindings/value-text.ts';
import type { IdentifierView, MinterOperations } from '../../../../services/noid/minters/minter-operations.ts';
import type { Bind } from '../bind-operation.ts';
import { contactOf, MAX_BINDING_BODY_BYTES } from './minter-contact.ts';

interface BindingNeeds {
  readonly minters: MinterOperations;
  /** The same, as those see it who have no key. */
  readonly openMinters: Pick<MinterOperations, 'fetch'>;
}

export const registerBindingRoutes = (bind: Bind, { minters, openMinters }: BindingNeeds): void => {
  const seenBy = ({ principal }: Pick<FastifyRequest, 'principal'>) =>
    principal === undefined ? openMinters : minters;
  bind('showIdentifier', async (request) => {
    const { name, id } = request.params;
    return showTo(request, await seenBy(request).fetch(name, { id, elements: [] }));
  });
  bind('fetchBinding', async (request) => {
    const { name, id: given, element } = request.params;
    const { id, elements } = await seenBy(request).fetch(name, { id: given, elements: [element] });
    const [found] = elements;
    if (found?.value !== undefined) return { id, element, ...writeValue(found.value), fromRule: found.isFromRule };
    throw refuse('binding-missing', { reason: 'none', id, element });
  });
  bind(
    'bindElement',
    (request) => {
      const { name, id, element } = request.params;
      const { how = 'set' } = request.body;
      const value = givenValue(request.body);
      return minters.bind(name, { how, id, element, value, contact: contactOf(request) });
    },
    { maxBodyBytes: MAX_BINDING_BODY_BYTES },
  );
  bind('unbindElement', async (request) => {
    const { name, id, element } = request.params;
    await minters.bind(name, { how: 'delete', id, element, value: undefined, contact: contactOf(request) });
    return undefined;
  });
};

/** Shows names and addresses of people to holders of a key only. */
const showTo = (
  { principal }: Pick<FastifyRequest, 'principal'>,
  view: IdentifierView,
): WrittenAnswerOf<'showIdentifier'> => {
  const { circulation, ...shown } = writeIdentifierView(view);
  if (circulation === undefined || principal !== undefined) return { ...shown, ...(circulation && { circulation }) };
  const { contact: _, ...open } = circulation;
  return { ...shown, circulation: open };
};

const givenValue = ({ value, base64 }: BodyOf<'bindElement'>): Uint8Array | undefined => {
  if (value !== undefined && base64 !== undefined) {
    throw refuse('request-invalid', { reason: 'two-values' });
  }
  if (value !== undefined) return readValue({ value });
  return base64 === undefined ? undefined : readValue({ base64 });
};
