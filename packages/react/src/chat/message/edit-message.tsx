'use client';

import { use, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { EnterKeyContext, isSend } from '../../page/enter-key.ts';
import type { MessageFieldHandle } from '../../page/message-field-handle.ts';
import { useWords } from '../../words/words-context.ts';
import { EditFieldContext, type EditFieldProps } from './edit-field.ts';

export interface EditMessageProps {
  readonly text: string;
  readonly busy: boolean;
  readonly onSend: (text: string) => void;
  readonly onCancel: () => void;
}

/** A message in its own box, to be changed. Enter sends, or what `EnterKeyContext` says, Shift+Enter breaks the line, Escape leaves all as it was. */
export function EditMessage({ text, busy, onSend, onCancel }: EditMessageProps) {
  const strings = useWords();
  const enter = use(EnterKeyContext);
  const Field = use(EditFieldContext) ?? PlainField;
  const [words, setWords] = useState(text);
  const field = useRef<MessageFieldHandle>(null);
  const canSend = !busy && words.trim() !== '';
  useEffect(() => field.current?.focus('end'), []);
  const send = (): void => {
    // The page may be some keys behind.
    const written = field.current?.sent() ?? words;
    if (!busy && written.trim() !== '') onSend(written);
  };

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onCancel();
    } else if (isSend(enter, event)) {
      event.preventDefault();
      send();
    }
  }

  return (
    <form
      className="mr-bubble mr-edit"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Field
        fieldRef={field}
        label={strings.editedMessage}
        placeholder=""
        text={words}
        onText={setWords}
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

function PlainField({ text, onText, label, onKeyDown, fieldRef }: EditFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(fieldRef, () => ({
    focus() {
      const end = area.current?.value.length ?? 0;
      area.current?.focus();
      area.current?.setSelectionRange(end, end);
    },
    sent: () => area.current?.value ?? '',
    insert: (words) => onText(text + words),
  }));
  return (
    <textarea
      ref={area}
      aria-label={label}
      dir="auto"
      rows={1}
      value={text}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={({ nativeEvent }) => {
        // Safari ends the composition before it sends the key that ended it; that key has code 229.
        if (!nativeEvent.isComposing && nativeEvent.keyCode !== 229) onKeyDown(nativeEvent);
      }}
    />
  );
}
