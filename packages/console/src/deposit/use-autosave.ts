import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { createIdempotencyKey } from '../api/deposit.ts';
import { isEmptyDescription } from '../description/description.ts';
import { LOCALES, useLanguage, useTexts } from '../i18n/language.ts';
import { useSession } from '../shell/session.ts';
import { type Draft, forgetDraft, saveDraft } from './drafts.ts';
import { DEPOSIT } from './texts.ts';

/** Somebody who pauses this long has probably finished a word. */
const PAUSE_MS = 600;

export interface Autosave {
  /** Tells the reader when the draft was kept. */
  readonly message: string;
  readonly forget: () => void;
}

/** Names the draft in the address of the page, so that the page opens it when it is loaded again. */
const nameInAddress = (id: string): void => {
  const address = new URL(location.href);
  // Browsers take only so many changes of the address, and this is called at each key.
  if (address.searchParams.get('draft') === id) return;
  address.searchParams.set('draft', id);
  history.replaceState(null, '', address);
};

/** Keeps what was written as a draft, a moment after each change, and when the page is left. */
export const useAutosave = (written: Omit<Draft, 'id' | 'savedAt'>, draftId: string | undefined): Autosave => {
  const texts = useTexts(DEPOSIT);
  const { id: owner } = useSession().principal;
  const { language } = useLanguage();
  const id = useRef(draftId ?? createIdempotencyKey());
  const isForgotten = useRef(false);
  const first = useRef(JSON.stringify(written));
  const [saved, setSaved] = useState<{ readonly at: Date; readonly isKept: boolean }>();
  const text = JSON.stringify(written);
  const unsaved = useRef<(() => void) | undefined>(undefined);
  // Other effects wait for the next picture, and the page may be left before it is drawn.
  useLayoutEffect(() => {
    if (text === first.current) return;
    const save = (): void => {
      unsaved.current = undefined;
      if (isForgotten.current || isEmptyDescription(written.description)) return;
      const at = new Date();
      setSaved({ at, isKept: saveDraft(owner, { ...written, id: id.current, savedAt: at.toISOString() }) });
    };
    nameInAddress(id.current);
    unsaved.current = save;
    const timer = setTimeout(save, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  useLayoutEffect(() => {
    // Browsers may end a hidden page without a word.
    const saveNow = (): void => unsaved.current?.();
    addEventListener('pagehide', saveNow);
    document.addEventListener('visibilitychange', saveNow);
    return () => {
      removeEventListener('pagehide', saveNow);
      document.removeEventListener('visibilitychange', saveNow);
      saveNow();
    };
  }, []);
  const describe = (): string => {
    if (saved === undefined) return '';
    const time = new Intl.DateTimeFormat(LOCALES[language], { timeStyle: 'short' }).format(saved.at);
    return saved.isKept ? texts.draftSaved(time) : texts.draftFailed;
  };
  return {
    message: describe(),
    forget: () => {
      isForgotten.current = true;
      forgetDraft(owner, id.current);
    },
  };
};
