import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { usePageWords } from '../../base/page-words.ts';

export interface WayRowProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly help: string;
  /** The word on the button that opens what is below; without it there is none. */
  readonly action?: { readonly text: string; readonly label: string; readonly isMain?: boolean };
  /** Stands beside the words, such as a button that takes the way back. */
  readonly beside?: ReactNode;
  /** Opened by the button. `close` gives the focus back to it. */
  readonly children?: (close: () => void) => ReactNode;
}

/** A way to open the chats: what it is, and what can be done with it, in its place. */
export function WayRow({ icon: Icon, title, help, action, beside, children }: WayRowProps) {
  const { cancel } = usePageWords();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  function close(): void {
    setOpen(false);
    // The button is there again after the next drawing.
    requestAnimationFrame(() => button.current?.focus());
  }
  return (
    <li className="app-provider">
      <Icon size={20} aria-hidden="true" />
      <div>
        <h3>{title}</h3>
        <p>{help}</p>
      </div>
      {open ? (
        <>
          <button type="button" className="mr-button" onClick={close}>
            {cancel}
          </button>
          {children?.(close)}
        </>
      ) : (
        <>
          {action && (
            <button
              ref={button}
              type="button"
              className={action.isMain ? 'mr-button mr-button-primary' : 'mr-button'}
              aria-label={action.label}
              onClick={() => setOpen(true)}
            >
              {action.text}
            </button>
          )}
          {beside}
        </>
      )}
    </li>
  );
}
