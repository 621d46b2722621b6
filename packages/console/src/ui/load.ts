import { useCallback, useEffect, useState } from 'preact/hooks';
import type { Page } from '../api/types.ts';

export type Loaded<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'ready'; readonly value: Value };

/**
 * Loads when the page is entered, and again when one of `inputs` changes; late answers to earlier requests are dropped.
 */
export const useLoad = <Value>(
  ask: () => Promise<Value>,
  inputs: readonly unknown[],
): { readonly loaded: Loaded<Value>; readonly reload: () => void } => {
  const [loaded, setLoaded] = useState<Loaded<Value>>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const settle = (next: Loaded<Value>): void => {
      if (isCurrent) setLoaded(next);
    };
    setLoaded({ state: 'loading' });
    ask().then(
      (value) => settle({ state: 'ready', value }),
      (error: unknown) => settle({ state: 'failed', error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [...inputs, attempt]);
  return { loaded, reload: useCallback(() => setAttempt((count) => count + 1), []) };
};

export interface PagedList<Entry> {
  readonly entries: readonly Entry[];
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly hasMore: boolean;
  readonly more: () => void;
  readonly reload: () => void;
}

/** A list that is read page by page, by cursors. */
export const usePagedList = <Entry>(
  read: (cursor: string | undefined) => Promise<Page<Entry>>,
  inputs: readonly unknown[],
): PagedList<Entry> => {
  const [earlier, setEarlier] = useState<readonly Entry[]>([]);
  const [cursor, setCursor] = useState<string | undefined>(undefined);
  useEffect(() => {
    setEarlier([]);
    setCursor(undefined);
  }, inputs);
  const { loaded, reload } = useLoad(() => read(cursor), [...inputs, cursor]);
  const page = loaded.state === 'ready' ? loaded.value : undefined;
  const entries = page === undefined ? earlier : [...earlier, ...page.entries];
  return {
    entries,
    isLoading: loaded.state === 'loading',
    error: loaded.state === 'failed' ? loaded.error : undefined,
    hasMore: page?.next !== undefined,
    more: () => {
      setEarlier(entries);
      setCursor(page?.next);
    },
    reload,
  };
};
