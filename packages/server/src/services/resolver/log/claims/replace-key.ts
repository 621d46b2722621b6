import { misfit, refuse } from '@perene/api/refusals';
import { parsePublicKey } from '@perene/core/trust';
import type { Members } from '../../../../ports/federation/members.ts';
import type { LogAppender } from '../append-log.ts';
import type { ArchiveKeyOperations } from '../log-operations.ts';

export const createArchiveKeys = ({
  log,
  members,
}: {
  readonly log: LogAppender;
  readonly members: Pick<Members, 'find'>;
}): ArchiveKeyOperations => ({
  async replaceKey(service, given) {
    const key = parsePublicKey(given);
    if (!key.ok) throw refuse('archive-key-refused', { reason: 'unfit', ...misfit(key) });
    if ((await members.find(service)) === undefined) throw refuse('archive-not-found', { service });
    const [outcome] = await log.append([{ kind: 'replacement', archiveService: service, key: key.value }]);
    if (outcome === 'refused') throw refuse('archive-key-refused', { reason: 'used', service });
    return { service, key: key.value };
  },
});
