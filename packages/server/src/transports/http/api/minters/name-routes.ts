import type { QueryOf } from '@perene/api';
import { refuse } from '@perene/api/refusals';
import { dateFromMicroseconds, formatTime } from '@perene/core';
import { writeValue } from '../../../../services/noid/bindings/value-text.ts';
import type { MinterOperations } from '../../../../services/noid/minters/minter-operations.ts';
import type { SoughtNames } from '../../../../services/noid/names/find-names.ts';
import type { NameState } from '../../../../services/noid/names/name-state.ts';
import type { Bind } from '../bind-operation.ts';
import { contactOf } from './minter-contact.ts';

const DEFAULT_LIMIT = 50;

export const registerNameRoutes = (bind: Bind, { minters }: { readonly minters: MinterOperations }): void => {
  bind('findNames', async ({ query }) => {
    const { names, next } = await minters.find(readSought(query));
    return {
      names: names.map(({ minter, id, state, issued, isHeld, target, title }) => ({
        minter,
        id,
        ...writeNameState(state),
        ...(issued !== undefined && { issued }),
        held: isHeld,
        ...(target !== undefined && { target }),
        ...(title !== undefined && { title }),
      })),
      ...(next !== undefined && { next }),
    };
  });
  bind('setNameState', async (request) => {
    const { name, id } = request.params;
    const { state, reason = '' } = request.body;
    await minters.setState(name, {
      id,
      state: state === 'withdrawn' ? { kind: state, reason } : { kind: state },
      contact: contactOf(request),
    });
    return undefined;
  });
  bind('listPastBindings', async ({ params, query }) => {
    const { id, changes, next } = await minters.past(params.name, { id: params.id, ...query });
    return {
      id,
      changes: changes.map(({ at, who, element, value, batch }) => ({
        at: formatTime(dateFromMicroseconds(at)),
        who,
        element,
        ...(value !== undefined && writeValue(value)),
        ...(batch !== undefined && { batch }),
      })),
      ...(next !== undefined && { next }),
    };
  });
};

const writeNameState = (state: NameState) => ({
  state: state.kind,
  ...(state.kind === 'withdrawn' && state.reason !== '' && { reason: state.reason }),
});

const readSought = ({ element, value, limit = DEFAULT_LIMIT, ...query }: QueryOf<'findNames'>): SoughtNames => {
  if ((element === undefined) !== (value === undefined) || (query.target !== undefined && value !== undefined)) {
    throw refuse('request-invalid', { reason: 'names-sought' });
  }
  const bound = value === undefined || element === undefined ? undefined : { element, value };
  return { ...query, bound, limit };
};
