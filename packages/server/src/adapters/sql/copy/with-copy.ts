import { type Refusal, refuse } from '@perene/api/refusals';
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
    try {
      return await orGone(readSource(work));
    } catch (error) {
      if (!isDatabaseGone(error)) throw error;
      return readCopy(work, asOf);
    }
  };
  /** Waits no longer once the database is gone. */
  const orGone = <Result>(asked: Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      const stop = copy.whenGone(() => reject(goneWithoutWord()));
      asked.then(resolve, reject).finally(stop);
    });
  /** Where the connection breaks, the database itself fails at once. */
  const refuseSilent = (): void => {
    if (copy.isSilent()) throw goneWithoutWord();
  };
  return {
    ...source,
    async transaction(work, locks) {
      refuseSilent();
      return source.transaction(work, locks);
    },
    async read(work) {
      if (mayUseCopy()) return readEither(work);
      refuseSilent();
      return orGone(source.read(work));
    },
    async readAside(statement, values, limits) {
      refuseSilent();
      return orGone(source.readAside(statement, values, limits));
    },
    touches: { ...source.touches, follow: () => forgetCopied(source.touches.follow()) },
    async close() {
      await copy.close();
      await source.close();
    },
  };
};

const goneWithoutWord = (): Refusal =>
  refuse('database-failed', { reason: 'unreached', database: 'PostgreSQL', cause: 'it does not answer' });

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
