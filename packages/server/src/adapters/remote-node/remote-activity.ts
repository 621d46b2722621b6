import type { ChangeOperations } from '../../services/archive/harvest/read-changes.ts';
import type { UsageReports } from '../../services/archive/usage/report-usage.ts';
import { createRemoteClient, type RemoteAddress } from './remote-client.ts';

/** The changes of items of a node that runs elsewhere. */
export const createRemoteChanges = (address: RemoteAddress): ChangeOperations => {
  const client = createRemoteClient(address);
  return {
    read: ({ after, limit, waitSeconds, signal }) =>
      client.readChanges({ after, limit, wait: waitSeconds }, { signal }),
  };
};

/** How the items of a node that runs elsewhere were used. */
export const createRemoteUsage = (address: RemoteAddress): Pick<UsageReports, 'report'> => {
  const client = createRemoteClient(address);
  return { report: ({ item, ...request }) => client.reportUsage({ ...request, item: item?.text }) };
};
