'use client';

import { ArrowUp, Square } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId } from 'react';
import { isTouch } from '../../page/is-touch.ts';
import { useWords } from '../../words/words-context.ts';

export interface TrayInputProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onSend: () => void;
  readonly onStop: () => void;
  readonly running: boolean;
  readonly placeholder: string;
  readonly inputRef: RefObject<HTMLTextAreaElement | null>;
}

/** The place to write. Enter sends, Shift+Enter breaks the line, and so does Enter by touch; Escape stops an answer. */
export function TrayInput(props: TrayInputProps) {
  const strings = useWords();
  const { text, onText, onSend, onStop, running, placeholder, inputRef } = props;
  const id = useId();
  function onKeyDown(event: KeyboardEvent): void {
    // Enter may belong to the word that is being composed; 229 is what some browsers say of such keys.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'Escape' && running) onStop();
    if (event.key !== 'Enter' || event.shiftKey || isTouch()) return;
    event.preventDefault();
    if (!running) onSend();
  }
  return (
    <form
      className="mr-tray-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!running) onSend();
      }}
    >
      <label className="mr-sr-only" htmlFor={id}>
        {strings.trayMessage}
      </label>
      <textarea
        id={id}
        ref={inputRef}
        rows={1}
        dir="auto"
        value={text}
        placeholder={placeholder}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {running ? (
        <button type="button" className="mr-send" aria-label={strings.trayStop} onClick={onStop}>
          <Square size={16} fill="currentColor" aria-hidden="true" />
        </button>
      ) : (
        <button
          type="submit"
          className="mr-send"
          aria-label={strings.traySend}
          aria-disabled={text.trim() === ''}
        >
          <ArrowUp size={18} aria-hidden="true" />
        </button>
      )}
    </form>
  );
}
