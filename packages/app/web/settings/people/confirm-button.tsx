import { closeOnEscape } from '@millrace/react';
import { useId, useRef, useState } from 'react';
import { usePageWords } from '../../base/page-words.ts';

export interface ConfirmButtonProps {
  /** The word on the button. */
  readonly text: string;
  /** The button's name, which says whom or what it is for. */
  readonly label: string;
  readonly question: string;
  readonly onConfirm: () => void;
}

/** A button for something that nobody can undo: it asks first, in its place. The focus goes to the way out. */
export function ConfirmButton({ text, label, question, onConfirm }: ConfirmButtonProps) {
  const strings = usePageWords();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  function close(): void {
    setOpen(false);
    // The button is there again after the next drawing.
    requestAnimationFrame(() => button.current?.focus());
  }
  if (!open) {
    return (
      <button
        ref={button}
        type="button"
        className="mr-button"
        aria-label={label}
        onClick={() => setOpen(true)}
      >
        {text}
      </button>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a question and its answers are no fields
    <div
      className="app-confirm"
      role="group"
      aria-labelledby={id}
      onKeyDown={(event) => closeOnEscape(event, close)}
    >
      <p id={id} dir="auto">
        {question}
      </p>
      <button
        type="button"
        className="mr-button mr-button-warning"
        onClick={() => {
          close();
          onConfirm();
        }}
      >
        {text}
      </button>
      {/* biome-ignore lint/a11y/noAutofocus: the button that asked is gone, and Enter must not answer twice */}
      <button type="button" className="mr-button" autoFocus onClick={close}>
        {strings.cancel}
      </button>
    </div>
  );
}
