import type { AnswerOf } from '@perene/api';
import type { PurlOperations, PurlView } from '../../../services/noid/purl/purls.ts';
import { createRemoteClient, type RemoteAddress } from '../remote-client.ts';

/** The PURLs of a node that runs elsewhere, with the rights of the key. */
export const createRemotePurls = (address: RemoteAddress): PurlOperations => {
  const client = createRemoteClient(address);
  return {
    show: async (name, path) => readPurl(await client.showPurl({ name, path })),
    set: async (name, path, { status, isPartial, target, clones, maintainers }) =>
      readPurl(
        await client.setPurl({
          name,
          path,
          ...(status !== undefined && { status: String(status) as `${typeof status}` }),
          ...(isPartial !== undefined && { partial: isPartial }),
          ...(target !== undefined && { target }),
          ...(clones !== undefined && { clone: clones }),
          ...(maintainers !== undefined && { maintainers: [...maintainers] }),
        }),
      ),
    bring: (name, { format, text, isTrial }) => client.importPurls({ name, format, text, trial: isTrial }),
  };
};

const readPurl = ({ status, partial, target, owner, ...purl }: AnswerOf<'showPurl'>): PurlView => ({
  ...purl,
  status: Number(status) as PurlView['status'],
  isPartial: partial,
  target,
  owner,
});
