import { type ComponentChildren, createContext } from 'preact';
import { useCallback, useContext, useEffect, useRef, useState } from 'preact/hooks';

const SHOWN_MS = 6_000;

const ToastContext = createContext<(text: string) => void>(() => {});

/** Returns a function that tells in a few words what has just been done, also to screen readers. */
export const useToast = (): ((text: string) => void) => useContext(ToastContext);

export const ToastProvider = ({ children }: { readonly children: ComponentChildren }) => {
  const [text, setText] = useState('');
  const timer = useRef(0);
  const show = useCallback((shown: string) => {
    setText(shown);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setText(''), SHOWN_MS);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <ToastContext.Provider value={show}>
      {children}
      <div class="toasts" role="status" aria-live="polite">
        {text !== '' && <p class="toast">{text}</p>}
      </div>
    </ToastContext.Provider>
  );
};
