import type { PeopleOperations } from '../../../../services/people/people-operations.ts';
import type { Bind } from '../bind-operation.ts';

/** Registers what administrators do with people. */
export const registerPeopleRoutes = (bind: Bind, { people }: { readonly people: PeopleOperations }): void => {
  bind('invitePerson', ({ body: { by, language, ...invitation } }) => people.invite(invitation, { by, language }));
  bind('listPeople', async () => ({ people: await people.list() }));
  bind('showPerson', ({ params }) => people.show(params.id));
  bind('changePerson', ({ params, body }) => people.change(params.id, body));
  bind('linkPerson', ({ params, body }) => people.link(params.id, body ?? {}));
  bind('signPersonOut', async ({ params }) => {
    await people.signOut(params.id);
    return undefined;
  });
};
