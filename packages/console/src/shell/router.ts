import { useEffect, useState } from 'preact/hooks';

/** Where the reader is. */
export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
}

const NAVIGATED = 'perene:navigated';

const readPlace = (): Place => ({ path: location.pathname, query: new URLSearchParams(location.search) });

/** Goes to another page of the console, without asking the server for it. */
export const navigate = (address: string, { replace = false }: { readonly replace?: boolean } = {}): void => {
  history[replace ? 'replaceState' : 'pushState'](null, '', address);
  dispatchEvent(new Event(NAVIGATED));
};

export const usePlace = (): Place => {
  const [place, setPlace] = useState(readPlace);
  useEffect(() => {
    const update = (): void => setPlace(readPlace());
    addEventListener('popstate', update);
    addEventListener(NAVIGATED, update);
    return () => {
      removeEventListener('popstate', update);
      removeEventListener(NAVIGATED, update);
    };
  }, []);
  return place;
};

type LinkClick = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'defaultPrevented'>;

/** The browser handles clicks that ask for a new tab or a download. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented }: LinkClick): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey && !defaultPrevented;

export const isConsoleAddress = (address: string): boolean => /^\/console(?:[/?#]|$)/.test(address);

/** Follows links to the console inside the console; the browser follows all others. */
export const followLinks = (event: MouseEvent): void => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || !isPlain(event) || link.target !== '' || link.hasAttribute('download')) return;
  const address = link.getAttribute('href') ?? '';
  if (!isConsoleAddress(address)) return;
  event.preventDefault();
  navigate(address);
};
