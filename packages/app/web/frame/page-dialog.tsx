import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { MENU_BUTTON } from './sidebar.tsx';

export interface PageDialogProps {
  readonly label: string;
  readonly className: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A window over the page. The browser keeps the focus inside and gives it back to what had it; Escape and a press beside it close it. */
export function PageDialog({ label, className, onClose, children }: PageDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      // The element that had it may be out of sight by now, as one of the menu on a small screen is.
      const isThere = before instanceof HTMLElement && before.checkVisibility({ visibilityProperty: true });
      (isThere ? before : document.getElementById(MENU_BUTTON))?.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog with Escape itself
    <dialog
      ref={dialog}
      className={`app-dialog ${className}`}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Under StrictMode it is closed and opened again: the event comes late.
      onClose={() => dialog.current?.open !== true && onClose()}
      onClick={({ target }) => target === dialog.current && onClose()}
    >
      {children}
    </dialog>
  );
}
