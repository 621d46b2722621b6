import { useTexts } from '../i18n/language.ts';
import { Notice } from '../ui/notice.tsx';
import type { Draft } from './drafts.ts';
import { DEPOSIT } from './texts.ts';

/** Tells that the files of a draft must be chosen again, and which they were. */
export const DraftNotice = ({ draft }: { readonly draft: Draft }) => {
  const texts = useTexts(DEPOSIT);
  return (
    <Notice kind="note">
      <p>{texts.draftOpened}</p>
      {draft.files.length > 0 && (
        <p class="hint">
          {texts.draftFiles} {draft.files.map(({ path }) => path).join(', ')}
        </p>
      )}
    </Notice>
  );
};
