import { useEffect } from 'react';
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
  useEffect(() => {
    // A question stays until it is answered, or something else is pasted.
    if (note.type === 'reading' || note.type === 'attachable') return undefined;
    const timer = setTimeout(onClose, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [note, onClose]);
  return (
    <>
      <span>{strings.pasted[note.type]}</span>
      {note.type === 'preview' && (
        <button type="button" onClick={onKeep}>
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
