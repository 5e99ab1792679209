'use client';

import type { EditorView } from '@codemirror/view';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import type { DraftEditor } from './create-draft-editor.ts';
import type { References } from './draft/reference.ts';
import type { MessageFieldProps } from './message-field.tsx';
import type { ClipboardSource } from './paste/clipboard-payload.ts';
import { createPasting } from './paste/create-pasting.ts';
import type { Note } from './paste-note.tsx';

export interface PasteActions {
  /** Turns the last preview into the text that was pasted. */
  readonly keep: () => void;
  /** Gives a text that was too long to the app, as a file. */
  readonly attach: () => void;
  readonly close: () => void;
  readonly onPaste: (view: EditorView, data: ClipboardSource) => boolean;
  /** Hears keys first. True when one was for a paste. */
  readonly onKey: (event: KeyboardEvent) => boolean;
}

interface PasteParts {
  readonly latest: RefObject<Pick<MessageFieldProps, 'paste' | 'onFiles' | 'pasted'>>;
  readonly editor: RefObject<DraftEditor | undefined>;
  readonly references: References;
}

/** Pastes into an editor. The actions stay the same functions. */
export function usePaste({
  latest,
  editor,
  references,
}: PasteParts): PasteActions & { note: Note | undefined } {
  const [note, onNote] = useState<Note>();
  const pasting = useMemo(
    () => createPasting({ references, options: () => latest.current, onNote }),
    [references, latest],
  );
  useEffect(() => void pasting.load(), [pasting]);
  const actions = useMemo((): PasteActions => {
    const inView = (act: (view: EditorView) => void) => (): void => {
      const view = editor.current?.view;
      if (view === undefined) return;
      act(view);
      view.focus();
    };
    return {
      keep: inView(pasting.keep),
      attach: inView(pasting.attach),
      close: pasting.close,
      onPaste: pasting.paste,
      onKey(event) {
        const view = editor.current?.view;
        const isDone = view !== undefined && pasting.press(view, event);
        if (isDone) event.preventDefault();
        return isDone;
      },
    };
  }, [pasting, editor]);
  return { ...actions, note };
}
