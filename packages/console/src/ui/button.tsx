import type { ComponentChildren } from 'preact';

/** `primary` is what the page is for; one a page. */
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
