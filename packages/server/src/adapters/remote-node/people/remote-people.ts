import type { PeopleOperations } from '../../../services/people/people-operations.ts';
import { createRemoteClient, type RemoteAddress } from '../remote-client.ts';

/** The people of a node that runs elsewhere, with the rights of the key. */
export const createRemotePeople = (address: RemoteAddress): PeopleOperations => {
  const client = createRemoteClient(address);
  return {
    invite: (invitation, delivery) => client.invitePerson({ ...invitation, ...delivery }),
    list: async () => (await client.listPeople()).people,
    show: (id) => client.showPerson({ id }),
    change: (id, change) => client.changePerson({ id, ...change }),
    link: (id, delivery) => client.linkPerson({ id, ...delivery }),
    signOut: (id) => client.signPersonOut({ id }),
  };
};
