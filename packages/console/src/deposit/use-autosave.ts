import { useEffect, useRef, useState } from 'preact/hooks';
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

/** Keeps what was written as a draft, a moment after each change. */
export const useAutosave = (written: Omit<Draft, 'id' | 'savedAt'>, draftId: string | undefined): Autosave => {
  const texts = useTexts(DEPOSIT);
  const { id: owner } = useSession().principal;
  const { language } = useLanguage();
  const id = useRef(draftId ?? createIdempotencyKey());
  const isForgotten = useRef(false);
  const first = useRef(JSON.stringify(written));
  const [saved, setSaved] = useState<{ readonly at: Date; readonly isKept: boolean }>();
  const text = JSON.stringify(written);
  useEffect(() => {
    if (text === first.current) return;
    const timer = setTimeout(() => {
      if (isForgotten.current || isEmptyDescription(written.description)) return;
      const at = new Date();
      setSaved({ at, isKept: saveDraft(owner, { ...written, id: id.current, savedAt: at.toISOString() }) });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
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
