import { forEachConcurrently } from '../../../concurrency/for-each-concurrently.ts';
import type { DamageNews, FileChecks, HeldFile } from '../../../ports/archive/file-checks.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import type { HealFile } from './heal-file.ts';

const MAX_DAMAGED = 1_000;
/** A large file that comes slowly holds up no others. */
const HEALED_AT_A_TIME = 4;

/** Fetches every file that is known to be damaged from copies elsewhere, also those that are found meanwhile. */
export const healFiles = async (
  {
    checks,
    clock,
    heal,
    tell,
  }: {
    readonly checks: Pick<FileChecks, 'damaged' | 'note'>;
    readonly clock: Pick<Clock, 'now'>;
    readonly heal: HealFile;
    readonly tell: (news: DamageNews) => Promise<void>;
  },
  { signal }: { readonly signal: AbortSignal },
): Promise<void> => {
  const tried = new Set<string>();
  async function* untried(): AsyncGenerator<HeldFile> {
    for (;;) {
      const found = (await checks.damaged(MAX_DAMAGED)).filter((file) => !tried.has(nameOf(file)));
      if (found.length === 0) return;
      for (const file of found) {
        if (signal.aborted) return;
        tried.add(nameOf(file));
        yield file;
      }
    }
  }
  await forEachConcurrently(untried(), { limit: HEALED_AT_A_TIME }, async (file) => {
    const healedFrom = await heal(file, signal);
    if (healedFrom === undefined) return;
    await checks.note([{ file, at: clock.now(), damage: undefined, healedFrom }]);
    await tell({ file, healedFrom });
  });
};

const nameOf = ({ repository, path }: HeldFile): string => `${repository} ${path}`;
