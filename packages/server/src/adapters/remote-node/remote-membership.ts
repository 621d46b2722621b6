import type { MembershipOperations } from '../../services/resolver/members/membership-operations.ts';
import { createRemoteClient, type RemoteAddress } from './remote-client.ts';

/** The Archives of a resolver that runs elsewhere, with the rights of the key. */
export const createRemoteMembership = (address: RemoteAddress): MembershipOperations => {
  const client = createRemoteClient(address);
  return {
    register: (request) => client.registerArchive(request),
    approve: (ibi) => client.approveArchive({ ibi }),
    revoke: (ibi) => client.revokeArchive({ ibi }),
    list: (page) => client.listArchives(page),
    alert: (ibi) => client.showAlert({ ibi }),
    alerts: (page) => client.listAlerts(page),
  };
};
