import type { ComponentChildren } from 'preact';
import { useLanguage, useTexts } from '../i18n/language.ts';
import { describeError } from '../i18n/problems.ts';
import { SHELL } from '../shell/texts.ts';
import { Button } from './button.tsx';

/** Something to know before going on; `wrong` and `done` are said aloud when they come. */
export const Notice = ({
  kind,
  children,
}: {
  readonly kind: 'wrong' | 'done' | 'note';
  readonly children: ComponentChildren;
}) => (
  <div class={`notice notice-${kind}`} role={kind === 'wrong' ? 'alert' : kind === 'done' ? 'status' : undefined}>
    {children}
  </div>
);

/** What was refused, in the reader's language. */
export const ErrorNotice = ({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
}) => {
  const shell = useTexts(SHELL);
  const { language } = useLanguage();
  return (
    <Notice kind="wrong">
      <p>
        <strong>{shell.failedTitle}.</strong> {describeError(error, language)}
      </p>
      {onRetry !== undefined && <Button onClick={onRetry}>{shell.tryAgain}</Button>}
    </Notice>
  );
};

export const Loading = () => (
  <p class="hint" role="status">
    {useTexts(SHELL).loading}
  </p>
);

/** Where a list has nothing yet: why, and what to do. */
export const EmptyState = ({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) => (
  <div class="empty">
    <p class="empty-title">{title}</p>
    {children}
  </div>
);
