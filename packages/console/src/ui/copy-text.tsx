import { useRef } from 'preact/hooks';
import { useTexts } from '../i18n/language.ts';
import { SHELL } from '../shell/texts.ts';
import { Button } from './button.tsx';
import { useToast } from './toasts.tsx';

/** Shows a text to copy: a click into it selects it, the button copies it. */
export const CopyText = ({ label, text }: { readonly label: string; readonly text: string }) => {
  const { copy, copied } = useTexts(SHELL);
  const toast = useToast();
  const input = useRef<HTMLInputElement>(null);
  const take = async (): Promise<void> => {
    // Browsers give the clipboard to secure pages only; on a plain http address the text can only be selected and
    // copied so.
    if (navigator.clipboard === undefined) {
      input.current?.select();
      document.execCommand('copy');
    } else await navigator.clipboard.writeText(text);
    toast(copied);
  };
  return (
    <div class="copy">
      <input
        ref={input}
        class="code"
        readOnly
        aria-label={label}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button onClick={take} aria-label={`${copy}: ${label}`}>
        {copy}
      </Button>
    </div>
  );
};
