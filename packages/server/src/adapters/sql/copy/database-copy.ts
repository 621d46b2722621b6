import type { CopyStanding } from '../../../ports/node/copy-standing.ts';
import type { SqlDatabase } from '../engine/sql-database.ts';
import { createCopyCheck } from './check-rows.ts';
import { openCopyFile, readState } from './copy-file.ts';
import { type CopySource, Silence, SourceGone } from './copy-source.ts';
import { followSource } from './follow-source.ts';

/** How often the database is asked what has changed, and whether it is there. */
const PERIOD_MS = 500;
/** A copy that was further behind when the database was last there lacks too much. */
const MAX_LAG_MS = 60_000;

/** A copy of what readers need, in a file of the node, which follows its database. */
export interface DatabaseCopy {
  readonly file: SqlDatabase;
  standing(): CopyStanding;
  /** As of when the copy is, if it may be used now, in milliseconds since 1970. */
  usableAsOf(): number | undefined;
  /** Whether the database is gone without a word, so that whoever asks it waits for long. */
  isSilent(): boolean;
  /** Is called once when the database cannot be reached, and at once if that is so; returns how to stop waiting. */
  whenGone(listener: () => void): () => void;
  close(): Promise<void>;
}

/** Opens the copy, and begins to follow the database. */
export const openDatabaseCopy = async ({
  folder,
  source,
  maxAgeMs,
  onError,
}: {
  readonly folder: string;
  readonly source: CopySource;
  /** An older copy answers nobody. */
  readonly maxAgeMs: number;
  readonly onError: (error: unknown, what: string) => void;
}): Promise<DatabaseCopy> => {
  const file = await openCopyFile(folder);
  const check = createCopyCheck();
  let asOf = (await file.read(readState))?.asOf;
  let lastContact = Number.POSITIVE_INFINITY;
  let state: 'there' | 'silent' | 'gone' = 'there';
  const listeners = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let said = '';

  /** The same trouble is told once. */
  const tell = (error: unknown, what: string): void => {
    if (said === what) return;
    said = what;
    onError(error, what);
  };
  const follow = async (): Promise<void> => {
    try {
      const followed = await followSource(source, file, {
        check,
        onContact: (at) => {
          lastContact = at;
        },
      });
      state = 'there';
      if (followed.outcome === 'other-version') {
        tell(undefined, 'the tables of the database are of another version: the copy for readers is not followed');
        return;
      }
      said = '';
      if (followed.outcome === 'repaired')
        onError(undefined, 'the copy for readers differed from the database: it was made anew');
      asOf = Math.max(asOf ?? 0, followed.asOf);
    } catch (error) {
      if (isClosed) return;
      if (!(error instanceof SourceGone)) {
        tell(error, 'the copy for readers could not be brought up to date');
        return;
      }
      tell(error.cause, 'the database is gone: readers are answered from the copy');
      state = error.cause instanceof Silence ? 'silent' : 'gone';
      for (const listener of listeners) listener();
      listeners.clear();
    }
  };
  let turn = Promise.resolve();
  const followAgain = (): void => {
    turn = follow().then(() => {
      if (!isClosed) timer = setTimeout(followAgain, PERIOD_MS).unref();
    });
  };
  followAgain();

  const usableAsOf = (): number | undefined =>
    asOf !== undefined && lastContact - asOf <= MAX_LAG_MS && Date.now() - asOf <= maxAgeMs ? asOf : undefined;
  return {
    file,
    usableAsOf,
    standing: () => ({
      isGone: state !== 'there',
      ageSeconds: asOf === undefined ? undefined : Math.max(0, Math.ceil((Date.now() - asOf) / 1_000)),
      isUsable: usableAsOf() !== undefined,
    }),
    isSilent: () => state === 'silent',
    whenGone(listener) {
      if (state !== 'there') listener();
      else listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await source.close();
      await turn;
      await file.close();
    },
  };
};
