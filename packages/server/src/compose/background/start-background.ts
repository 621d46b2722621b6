import type { Settings } from '../../config/settings.ts';
import type { createLogger } from '../../transports/http/request-log.ts';
import type { Node } from '../create-node.ts';
import { createNodeThumbnails } from '../serving/create-thumbnails.ts';
import { startChecking } from './start-checking.ts';
import { startDigests } from './start-digests.ts';
import { startDumping } from './start-dumping.ts';
import { startIndexing } from './start-indexing.ts';
import { startNumbering } from './start-numbering.ts';
import { startRepeating } from './start-repeating.ts';
import { startSendingDois } from './start-sending-dois.ts';
import { startSigning } from './start-signing.ts';
import { startTidying } from './start-tidying.ts';
import { watchMinters } from './watch-minters.ts';

type Log = ReturnType<typeof createLogger>;

const PROPOSALS_PERIOD_MS = 600_000;

type Stop = () => Promise<void>;

/** Starts all that one process does for the others of its node; returns how to stop it. */
export const startBackground = (settings: Settings, node: Node, log: Pick<Log, 'error' | 'info' | 'warn'>): Stop => {
  const failed =
    (what: string) =>
    (error: unknown): void =>
      log.error({ err: error }, what);
  const stops: readonly Stop[] = [
    ...(settings.roles.includes('archive') ? startArchive(settings, node, { log, failed }) : []),
    ...startDigests(settings, node, failed('sending a digest failed')),
    ...startSendingDois(node, failed('sending DOIs failed')),
    startTidying({ ...node, thumbnails: createNodeThumbnails(settings, node), onError: failed('tidying failed') }),
    watchMinters({
      minters: node.minters,
      onWarning: (name, warning) => log.warn({ minter: name }, warning),
      onError: failed('looking at the minters failed'),
    }),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
};

const startArchive = (
  settings: Settings,
  node: Node,
  {
    log,
    failed,
  }: {
    readonly log: Pick<Log, 'error' | 'info' | 'warn'>;
    readonly failed: (what: string) => (error: unknown) => void;
  },
): readonly Stop[] => [
  startRepeating(node.tidyProposals, { periodMs: PROPOSALS_PERIOD_MS, onError: failed('tidying failed') }),
  startNumbering(node.catalogue.changes, failed('numbering the changes failed')),
  startDumping(node, failed('making a dump failed')),
  startIndexing(
    { searchIndex: node.catalogue.searchIndex, clock: node.clock },
    {
      onLeft: (items) => log.info({ items }, 'items left to be indexed anew'),
      onError: failed('indexing failed'),
    },
  ),
  startSigning({ ...node, onError: failed('signing failed') }),
  startChecking(settings, node, {
    onDamage({ file: { repository: item, path }, damage, healedFrom }) {
      if (damage !== undefined) log.error({ item, path, damage }, 'a file is damaged');
      else log.warn({ item, path, healedFrom }, 'a damaged file was fetched again');
    },
    onError: failed('checking the files failed'),
  }),
];
