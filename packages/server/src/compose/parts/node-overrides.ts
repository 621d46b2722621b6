import type { SqlDatabase } from '../../adapters/sql/engine/sql-database.ts';
import type { Catalogue } from '../../ports/archive/catalogue.ts';
import type { DoiRegistry } from '../../ports/dois/doi-registry.ts';
import type { Mail } from '../../ports/federation/mail.ts';
import type { Messenger } from '../../ports/federation/messenger.ts';
import type { PeerArchives } from '../../ports/federation/peer-archives.ts';
import type { CopyStanding } from '../../ports/node/copy-standing.ts';
import type { Follower } from '../../ports/node/touches.ts';
import type { Clock } from '../../ports/system/clock.ts';
import type { Secrets } from '../../ports/system/secrets.ts';
import type { JudgeVisits } from '../../services/archive/usage/judge-visits.ts';

/** The parts that a test or a command brings in place of those that the settings ask for. */
export interface NodeOverrides {
  /** A database with its tables; the node closes it. */
  readonly database?: SqlDatabase;
  /** How the copy of that database stands, if the node keeps one. */
  readonly copyStanding?: () => CopyStanding;
  /** Tells what was changed; without it, the database does. */
  readonly follower?: Follower;
  readonly clock?: Clock;
  readonly secrets?: Secrets;
  readonly mail?: Mail;
  readonly messenger?: Messenger;
  readonly peers?: PeerArchives;
  /** Who judges visits; in a worker, the first process does. */
  readonly judgeVisits?: JudgeVisits;
  readonly registry?: DoiRegistry;
  /** Wraps the real catalogue for the services. */
  readonly aroundCatalogue?: (catalogue: Catalogue) => Catalogue;
  /** Is called with failures of work in the background. */
  readonly onError?: (error: unknown, what: string) => void;
}
