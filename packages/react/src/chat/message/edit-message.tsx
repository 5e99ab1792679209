import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isTouch } from '../../page/is-touch.ts';
import { useWords } from '../../words/words-context.ts';

export interface EditMessageProps {
  readonly text: string;
  readonly busy: boolean;
  readonly onSend: (text: string) => void;
  readonly onCancel: () => void;
}

/** A message in its own box, to be changed. Enter sends, Shift+Enter breaks the line, Escape leaves all as it was. */
export function EditMessage({ text, busy, onSend, onCancel }: EditMessageProps) {
  const strings = useWords();
  const [words, setWords] = useState(text);
  const field = useRef<HTMLTextAreaElement>(null);
  const canSend = !busy && words.trim() !== '';
  useEffect(() => {
    const end = field.current?.value.length ?? 0;
    field.current?.focus();
    field.current?.setSelectionRange(end, end);
  }, []);

  function onKeyDown(event: KeyboardEvent): void {
    // Safari ends the composition before it sends the key that ended it; that key has code 229.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      onCancel();
    } else if (event.key === 'Enter' && !event.shiftKey && !isTouch()) {
      event.preventDefault();
      if (canSend) onSend(words);
    }
  }

  return (
    <form
      className="mr-bubble mr-edit"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) onSend(words);
      }}
    >
      <textarea
        ref={field}
        aria-label={strings.editedMessage}
        dir="auto"
        rows={1}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p>
        <button type="button" className="mr-button" onClick={onCancel}>
          {strings.cancelEdit}
        </button>
        <button type="submit" className="mr-button mr-button-ink" aria-disabled={!canSend}>
          {strings.sendEdited}
        </button>
      </p>
    </form>
  );
}
