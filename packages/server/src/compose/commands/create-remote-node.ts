import { createMimeMail } from '../../adapters/mail/mime-mail.ts';
import { createRemoteDrafts } from '../../adapters/remote-node/drafts/remote-drafts.ts';
import { createRemoteDois } from '../../adapters/remote-node/minting/remote-dois.ts';
import { createRemoteMinters } from '../../adapters/remote-node/minting/remote-minters.ts';
import { createRemoteNameBatches } from '../../adapters/remote-node/minting/remote-name-batches.ts';
import { createRemotePurls } from '../../adapters/remote-node/minting/remote-purls.ts';
import { createRemotePeople } from '../../adapters/remote-node/people/remote-people.ts';
import { createRemoteChanges, createRemoteUsage } from '../../adapters/remote-node/remote-activity.ts';
import { createRemoteArchive } from '../../adapters/remote-node/remote-archive.ts';
import { createRemoteItemProofs, createRemoteLog } from '../../adapters/remote-node/remote-log.ts';
import { createRemoteMembership } from '../../adapters/remote-node/remote-membership.ts';
import { createRemoteResolver } from '../../adapters/remote-node/remote-resolver.ts';
import { createRemoteSample } from '../../adapters/remote-node/remote-sample.ts';
import type { OpenedNode } from '../../transports/cli/perene/command-context.ts';

/** A node that runs elsewhere, asked over its API. */
export const createRemoteNode = (address: { readonly url: string; readonly key: string | undefined }): OpenedNode => {
  const { operations, collections, relations, keys, mint, close } = createRemoteArchive(address);
  return {
    archive: operations,
    collections,
    drafts: createRemoteDrafts(address),
    relations,
    keys,
    people: createRemotePeople(address),
    minter: { mint },
    minters: createRemoteMinters(address),
    nameBatches: createRemoteNameBatches(address),
    purls: createRemotePurls(address),
    dois: createRemoteDois(address),
    membership: createRemoteMembership(address),
    resolver: createRemoteResolver(address),
    sample: createRemoteSample(address),
    log: createRemoteLog(address),
    itemProofs: createRemoteItemProofs(address),
    itemChanges: createRemoteChanges(address),
    usageReports: createRemoteUsage(address),
    inspectLog: async () => [],
    mailFormat: createMimeMail(),
    close,
  };
};
