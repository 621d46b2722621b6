import { countCopyUses, mayUseCopy, noteCopyUse } from '../../../memory/copy-use.ts';
import { noteUnwatched } from '../../../memory/reading-notes.ts';
import { isDatabaseGone } from '../../../ports/node/copy-standing.ts';
import type { Follower } from '../../../ports/node/touches.ts';
import type { Reading } from '../engine/run-work.ts';
import type { SqlDatabase } from '../engine/sql-database.ts';
import type { DatabaseCopy } from './database-copy.ts';

/**
 * The database, with its copy for readers while it is gone. Only what is allowed to is read from the copy; everything else
 * fails as without one, and a statement that needs a table which is not copied fails as well.
 */
export const withCopy = (source: SqlDatabase, copy: DatabaseCopy): SqlDatabase => {
  const readCopy = async <Result>(work: Reading<Result>, asOf: number): Promise<Result> => {
    noteUnwatched();
    noteCopyUse(asOf);
    try {
      return await copy.file.read(work);
    } finally {
      noteCopyUse(asOf);
    }
  };
  /** A connection may be lost without the database: the next one tells. */
  const readSource = <Result>(work: Reading<Result>): Promise<Result> =>
    source.read(work).catch((error: unknown) => {
      if (!isDatabaseGone(error)) throw error;
      return source.read(work);
    });
  const readEither = async <Result>(work: Reading<Result>): Promise<Result> => {
    const asOf = copy.usableAsOf();
    if (asOf === undefined) return source.read(work);
    if (copy.standing().isGone) return readCopy(work, asOf);
    const read = readSource(work).then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    );
    const outcome = await Promise.race([read, copy.gone()]);
    if (outcome !== undefined && 'result' in outcome) return outcome.result;
    if (outcome !== undefined && !isDatabaseGone(outcome.error)) throw outcome.error;
    return readCopy(work, asOf);
  };
  return {
    ...source,
    read: (work) => (mayUseCopy() ? readEither(work) : source.read(work)),
    touches: { ...source.touches, follow: () => forgetCopied(source.touches.follow()) },
    async close() {
      await copy.close();
      await source.close();
    },
  };
};

/** What was read from a copy is never remembered: while it is read, and afterwards, everything may have been touched. */
const forgetCopied = (follower: Follower): Follower => {
  let uses = countCopyUses();
  return {
    hear() {
      const heard = follower.hear();
      const now = countCopyUses();
      if (now === uses) return heard;
      uses = now;
      return { currency: heard.currency, names: 'all' };
    },
  };
};
