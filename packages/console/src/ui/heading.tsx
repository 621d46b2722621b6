import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useSiteName } from '../shell/frame/site.ts';

/** On the first page that is loaded, the browser decides where the focus is. */
let isFirstPage = true;

/** The title of a page, which is also the title of the document and gets the focus when the page is entered. */
export const Heading = ({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const site = useSiteName() || 'Perene';
  useEffect(() => {
    document.title = `${title} · ${site}`;
  }, [title, site]);
  useLayoutEffect(() => {
    if (!isFirstPage) heading.current?.focus();
    isFirstPage = false;
  }, []);
  return (
    <div class="heading">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  );
};
