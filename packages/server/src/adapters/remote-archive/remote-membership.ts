import type {
  AlertPage,
  ArchivePage,
  ArchiveView,
  DecidedArchive,
  MembershipOperations,
} from '../../services/resolver/membership-operations.ts';
import { queryOf, withJson } from './json-request.ts';
import { createNodeClient } from './node-client.ts';
import { hasList, readAnswer } from './read-answer.ts';

/** The Archives of a resolver that runs elsewhere; who acts, the key says. */
export const createRemoteMembership = (address: {
  readonly url: string;
  readonly key: string | undefined;
}): MembershipOperations => {
  const node = createNodeClient(address);
  return {
    register: async (request) => readArchive<DecidedArchive>(await node.ask(withJson('POST', '/archives', request))),
    approve: async (service) =>
      readArchive<DecidedArchive>(await node.ask({ method: 'POST', path: `${archivePath(service)}/approve` })),
    revoke: async (service) =>
      readArchive<ArchiveView>(await node.ask({ method: 'POST', path: `${archivePath(service)}/revoke` })),
    async list(page) {
      const answer = await node.ask({ method: 'GET', path: `/archives${queryOf({ ...page })}` });
      return readAnswer<ArchivePage>(answer, hasList('archives'));
    },
    async alerts(page) {
      const answer = await node.ask({ method: 'GET', path: `/alerts${queryOf({ ...page })}` });
      return readAnswer<AlertPage>(answer, hasList('alerts'));
    },
  };
};

const readArchive = <View extends ArchiveView>(answer: unknown): View =>
  readAnswer<View>(answer, ({ service, state }) => typeof service === 'string' && typeof state === 'string');

/** Slashes of a label are part of the path. */
const archivePath = (service: string): string => `/archives/${service.split('/').map(encodeURIComponent).join('/')}`;
