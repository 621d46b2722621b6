import { refuse } from '@perene/api/refusals';
import { isAtLeast } from '../../../../ports/node/api-keys.ts';
import type { KeyRing } from '../../../../services/keys/key-ring.ts';
import type { PeopleOperations } from '../../../../services/people/people-operations.ts';
import { checkRole, principalOf } from '../authentication.ts';
import type { Bind } from '../bind-operation.ts';

/** Registers the routes of keys: administrators manage all, people their own. */
export const registerKeyRoutes = (
  bind: Bind,
  { keys, people }: { readonly keys: KeyRing; readonly people: Pick<PeopleOperations, 'show'> },
): void => {
  bind('createKey', async (request) => {
    const { person, ...key } = request.body;
    const { role, person: own } = principalOf(request);
    const owner = person === undefined ? undefined : await ownerOf(people, person, role, own);
    // Whoever signed in makes keys of their own; an administrator also makes some that belong to nobody.
    const isOwn = person === undefined && role !== 'admin';
    if (isOwn || owner === own) checkRole(request.principal, key.role, { isForCurators: true });
    return keys.create({ ...key, person: isOwn ? own : owner });
  });
  bind('listKeys', async (request) => {
    const { role, person } = principalOf(request);
    const all = await keys.list();
    return { keys: isAtLeast(role, 'admin') ? all : all.filter((key) => key.person === person) };
  });
  bind('revokeKey', async (request) => {
    const { role, person } = principalOf(request);
    const { id } = request.params;
    const isMeant = role === 'admin' || (await keys.list()).some((key) => key.id === id && key.person === person);
    if (!isMeant) throw refuse('key-not-found', { id });
    await keys.revoke(id);
    return undefined;
  });
  bind('whoAmI', (request) => principalOf(request));
};

/** Only administrators make keys for others; to anybody else, others are not there. */
const ownerOf = async (
  people: Pick<PeopleOperations, 'show'>,
  given: string,
  role: string,
  own: string | undefined,
): Promise<string> => {
  if (role === 'admin') return (await people.show(given)).id;
  if (own !== undefined && given === own) return own;
  throw refuse('person-not-found', { id: given.slice(0, 100) });
};
