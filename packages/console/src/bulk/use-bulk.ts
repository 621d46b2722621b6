import { useCallback, useRef, useState } from 'preact/hooks';
import type { ApiClient } from '../api/client.ts';
import { depositItem } from '../api/deposit.ts';
import { codeOf } from '../api/problem.ts';
import { defaultTarget } from '../files/chosen-files.ts';
import { useSession } from '../shell/session.ts';
import { beginRow, finishRow, type RowResult, recallRow } from './memory.ts';
import type { BulkRow } from './rows.ts';

export type RowStatus =
  | { readonly kind: 'wrong' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'deposited'; readonly result: RowResult }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface BulkRun {
  readonly isRunning: boolean;
  /** Whether the last run ended because no answer came. */
  readonly isBroken: boolean;
  readonly statusOf: (row: BulkRow) => RowStatus;
  readonly start: (rows: readonly BulkRow[]) => Promise<void>;
  readonly stop: () => void;
  readonly forget: () => void;
}

/** Deposits rows one after the other; a refused row does not hold up the others. */
export const useBulk = (): BulkRun => {
  const { client } = useSession();
  const [statuses, setStatuses] = useState<Readonly<Record<string, RowStatus>>>({});
  const [isRunning, setRunning] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const isStopped = useRef(false);

  const statusOf = useCallback(
    (row: BulkRow): RowStatus => {
      const known = statuses[row.fingerprint];
      if (known !== undefined) return known;
      const result = recallRow(row.fingerprint)?.result;
      if (result !== undefined) return { kind: 'deposited', result };
      return row.problems.length > 0 ? { kind: 'wrong' } : { kind: 'ready' };
    },
    [statuses],
  );

  const start = async (rows: readonly BulkRow[]): Promise<void> => {
    isStopped.current = false;
    setBroken(false);
    setRunning(true);
    for (const row of rows) {
      if (isStopped.current) break;
      const note = (status: RowStatus): void => setStatuses((all) => ({ ...all, [row.fingerprint]: status }));
      note({ kind: 'sending' });
      try {
        note({ kind: 'deposited', result: await depositRow(client, row) });
      } catch (error) {
        note({ kind: 'failed', error });
        if (codeOf(error) !== 'unreachable') continue;
        setBroken(true);
        break;
      }
    }
    setRunning(false);
  };
  return {
    isRunning,
    isBroken,
    statusOf,
    start,
    stop: () => {
      isStopped.current = true;
    },
    forget: () => setStatuses({}),
  };
};

const depositRow = async (client: ApiClient, row: BulkRow): Promise<RowResult> => {
  const { idempotencyKey } = beginRow(row.fingerprint);
  const { repository, persistentUrl } = await depositItem(client, {
    description: {
      metadata: row.metadata,
      ...(row.language !== '' && { language: row.language }),
      target: defaultTarget(row.files.map(({ path }) => path)),
    },
    files: row.files,
    idempotencyKey,
    begunUploads: new Map(),
    onProgress: () => {},
    signal: new AbortController().signal,
  });
  finishRow(row.fingerprint, { repository, persistentUrl });
  return { repository, persistentUrl };
};
