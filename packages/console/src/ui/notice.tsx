import type { ComponentChildren } from 'preact';
import { useLanguage, useTexts } from '../i18n/language.ts';
import { describeError } from '../i18n/problems.ts';
import { SHELL } from '../shell/texts.ts';
import { Button } from './button.tsx';

/** A message to the reader; screen readers read `wrong` and `done` aloud when they appear. */
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

/** Shows why something was refused, in the reader's language. */
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

/** Shows why a list is empty, and what to do. */
export const EmptyState = ({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) => (
  <div class="empty">
    <p class="empty-title">{title}</p>
    {children}
  </div>
);
