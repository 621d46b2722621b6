import type { ComponentChildren } from 'preact';

/** A button. `primary` marks the main action of a page; a page has one. */
export const Button = ({
  kind = 'plain',
  type = 'button',
  ...rest
}: {
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly type?: 'button' | 'submit';
  readonly onClick?: (event: MouseEvent) => void;
  readonly disabled?: boolean;
  readonly children: ComponentChildren;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string;
}) => <button class={`button button-${kind}`} type={type} {...rest} />;

export const LinkButton = ({
  href,
  kind = 'plain',
  children,
}: {
  readonly href: string;
  readonly kind?: 'primary' | 'plain';
  readonly children: ComponentChildren;
}) => (
  <a class={`button button-${kind}`} href={href}>
    {children}
  </a>
);
