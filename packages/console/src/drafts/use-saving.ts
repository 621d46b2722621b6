import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiProblem } from '../api/problem.ts';
import { useSession } from '../shell/session.ts';
import { type Draft, type DraftContent, saveDraft } from './api.ts';

/** Somebody who pauses this long has probably finished a word. */
const PAUSE_MS = 600;

export type Saving =
  | { readonly kind: 'saved'; readonly at: Date }
  | { readonly kind: 'unsaved' | 'saving' | 'changed' }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Saves what was written a moment after each change and when the page is left; one request at a time. */
export const useSaving = (draft: Draft, onSaved: (draft: Draft) => void) => {
  const { client } = useSession();
  const [saving, setSaving] = useState<Saving>({ kind: 'saved', at: new Date(draft.updated) });
  const known = useRef(draft);
  const kept = useRef(JSON.stringify(draft.content));
  const next = useRef<DraftContent | undefined>(undefined);
  const running = useRef<Promise<unknown>>(Promise.resolve());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  /** Whatever changes the draft waits for what came before, so that each knows the revision. */
  const change = (work: (latest: Draft) => Promise<Draft>): Promise<Draft> => {
    const done = running.current.then(async () => {
      known.current = await work(known.current);
      onSaved(known.current);
      return known.current;
    });
    running.current = done.catch(() => undefined);
    return done;
  };

  const flush = async (): Promise<Draft> => {
    clearTimeout(timer.current);
    const content = next.current;
    if (content === undefined) {
      await running.current;
      return known.current;
    }
    next.current = undefined;
    setSaving({ kind: 'saving' });
    try {
      const saved = await change((latest) => saveDraft(client, latest, content));
      kept.current = JSON.stringify(content);
      setSaving(next.current === undefined ? { kind: 'saved', at: new Date() } : { kind: 'unsaved' });
      return saved;
    } catch (error) {
      next.current ??= content;
      const isChanged = error instanceof ApiProblem && error.details.code === 'draft-changed';
      setSaving(isChanged ? { kind: 'changed' } : { kind: 'failed', error });
      throw error;
    }
  };

  const write = (content: DraftContent): void => {
    if (JSON.stringify(content) === kept.current && next.current === undefined) return;
    next.current = content;
    setSaving({ kind: 'unsaved' });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => flush().catch(() => undefined), PAUSE_MS);
  };

  useEffect(() => {
    // Browsers may end a hidden page without a word.
    const leave = (): void => {
      if (next.current !== undefined) flush().catch(() => undefined);
    };
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', leave);
    return () => {
      removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', leave);
      leave();
    };
  }, []);

  return { saving, write, flush, change };
};
