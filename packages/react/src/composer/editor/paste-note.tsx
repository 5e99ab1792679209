'use client';

import { useEffect, useRef } from 'react';
import { useWords } from '../../words/words-context.ts';

/** The outcome of the last paste. */
export type Note =
  | { readonly type: 'preview' }
  | { readonly type: 'reading' }
  | { readonly type: 'tooLong' }
  /** Too long as well, but the app takes files. */
  | { readonly type: 'attachable' }
  | { readonly type: 'files' };

const SHOWN_MS = 6000;

/** One line below the text about the last paste. */
export function PasteNote({
  note,
  onKeep,
  onAttach,
  onClose,
}: {
  readonly note: Note;
  readonly onKeep: () => void;
  readonly onAttach: () => void;
  readonly onClose: () => void;
}) {
  const strings = useWords();
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // A question stays until it is answered, or something else is pasted.
    if (note.type === 'reading' || note.type === 'attachable') return undefined;
    const button = keep.current;
    const timer = setTimeout(() => {
      // The focus must not be lost with the button.
      if (button !== null && document.activeElement === button)
        button.addEventListener('blur', onClose, { once: true });
      else onClose();
    }, SHOWN_MS);
    return () => {
      clearTimeout(timer);
      button?.removeEventListener('blur', onClose);
    };
  }, [note, onClose]);
  return (
    <>
      <span>{strings.pasted[note.type]}</span>
      {note.type === 'preview' && (
        <button ref={keep} type="button" onClick={onKeep}>
          {strings.keepAsText}
        </button>
      )}
      {note.type === 'attachable' && (
        <>
          <button type="button" onClick={onAttach}>
            {strings.attachPasted}
          </button>
          <button type="button" onClick={onClose}>
            {strings.cancelEdit}
          </button>
        </>
      )}
    </>
  );
}
