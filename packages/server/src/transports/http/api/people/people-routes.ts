import type { PeopleOperations } from '../../../../services/people/people-operations.ts';
import type { SecondFactors } from '../../../../services/people/second-factor.ts';
import type { Bind } from '../bind-operation.ts';

/** Registers what administrators do with people. */
export const registerPeopleRoutes = (
  bind: Bind,
  { people, factors }: { readonly people: PeopleOperations; readonly factors: Pick<SecondFactors, 'remove'> },
): void => {
  bind('invitePerson', ({ body: { by, language, ...invitation } }) => people.invite(invitation, { by, language }));
  bind('listPeople', async () => ({ people: await people.list() }));
  bind('showPerson', ({ params }) => people.show(params.id));
  bind('changePerson', ({ params, body }) => people.change(params.id, body));
  bind('linkPerson', ({ params, body }) => people.link(params.id, body ?? {}));
  bind('forgetSecondFactor', async ({ params }) => {
    await factors.remove((await people.show(params.id)).id);
    return undefined;
  });
  bind('signPersonOut', async ({ params }) => {
    await people.signOut(params.id);
    return undefined;
  });
};
