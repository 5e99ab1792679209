'use client';

import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { ModeInfo } from '@millrace/engine/run';
import {
  type RefObject,
  useCallback,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type CompletionPlace, completionAt } from '../completion/completion-at.ts';
import { type CompletionItem, completionId } from '../completion/completion-item.ts';
import { CompletionList } from '../completion/completion-list.tsx';
import { completionText } from '../completion/completion-text.ts';
import type { CompletionSources, CompletionState } from '../completion/create-completions.ts';
import { useCompletions } from '../completion/use-completions.ts';
import type { DraftEditor } from './create-draft-editor.ts';

/** So much of the text before the caret is looked at. */
const NEAR = 600;

/** The completion at the caret, as the editor uses it. */
export interface CompletionHandle {
  /** Looks at what stands before the caret now. */
  look(view: EditorView): void;
  /** Hears keys first. True when one was for the list. */
  onKey(event: KeyboardEvent): boolean;
}

interface DraftCompletionProps {
  readonly editor: RefObject<DraftEditor | undefined>;
  readonly sources: CompletionSources;
  readonly onMode: ((mode: ModeInfo) => void) | undefined;
  /** Tells whether the caret stands where nothing is completed. It stays the same function. */
  readonly isInCode: (state: EditorState) => boolean;
  readonly handle: RefObject<CompletionHandle | null>;
}

/** Completes files, commands and modes at the caret of a draft. It comes behind the editor, which is there sooner without it. */
export function DraftCompletion({ editor, sources, onMode, isInCode, handle }: DraftCompletionProps) {
  const listId = useId();
  const [place, setPlace] = useState<CompletionPlace>();
  const [active, setActive] = useState(0);
  // The place of a list that was closed: it stays closed while the same word is written.
  const closed = useRef(-1);
  const state = useCompletions(place, sources);
  const latest = useRef({ place, state, active, onMode });
  useLayoutEffect(() => {
    latest.current = { place, state, active, onMode };
  });
  const look = useCallback(
    (view: EditorView) => {
      const found = isInCode(view.state) ? undefined : placeIn(view);
      if (found === undefined) closed.current = -1;
      const next = found?.from === closed.current ? undefined : found;
      setPlace((before) =>
        before?.from === next?.from && before?.query === next?.query && before?.to === next?.to
          ? before
          : next,
      );
      setActive(0);
    },
    [isInCode],
  );
  const choose = useCallback(
    (item: CompletionItem) => {
      const { place: now, onMode: changeMode } = latest.current;
      const view = editor.current?.view;
      if (now === undefined || view === undefined) return;
      const insert = completionText(item);
      view.dispatch({
        changes: { from: now.from, to: now.to, insert },
        selection: { anchor: now.from + insert.length },
        userEvent: 'input.complete',
      });
      if (item.type === 'mode') changeMode?.(item.mode);
      view.focus();
    },
    [editor],
  );
  const onKey = useCallback(
    (event: KeyboardEvent) => {
      const { place: now, state: shown, active: at } = latest.current;
      const { items } = shown;
      if (now === undefined || shown.status === 'idle' || event.ctrlKey || event.metaKey || event.altKey)
        return false;
      const item = items[at];
      if (event.key === 'Escape') {
        closed.current = now.from;
        setPlace(undefined);
      } else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && item !== undefined)
        choose(item);
      else if (event.key === 'ArrowDown' && items.length > 0) setActive((at + 1) % items.length);
      else if (event.key === 'ArrowUp' && items.length > 0) setActive((at + items.length - 1) % items.length);
      else return false;
      event.preventDefault();
      return true;
    },
    [choose],
  );
  useAttributes(editor, listId, place === undefined ? undefined : state, active);
  useImperativeHandle(handle, () => ({ look, onKey }), [look, onKey]);
  useLayoutEffect(() => {
    if (editor.current !== undefined) look(editor.current.view);
  }, [editor, look]);
  if (place === undefined) return null;
  return (
    <div className="mr-draft-completion">
      <CompletionList
        listId={listId}
        trigger={place.trigger}
        {...state}
        activeIndex={active}
        onActive={setActive}
        onChoose={choose}
      />
    </div>
  );
}

/** Tells screen readers which item of the list is the active one. */
function useAttributes(
  editor: RefObject<DraftEditor | undefined>,
  listId: string,
  state: CompletionState | undefined,
  active: number,
): void {
  useLayoutEffect(() => {
    const content = editor.current?.view.contentDOM;
    const item = state?.items[active];
    if (content === undefined || item === undefined) return undefined;
    content.setAttribute('aria-controls', listId);
    content.setAttribute('aria-activedescendant', completionId(listId, item));
    return () => {
      content.removeAttribute('aria-controls');
      content.removeAttribute('aria-activedescendant');
    };
  }, [editor, listId, state, active]);
}

/** The place of a completion at the caret, by its positions in the text. */
function placeIn({ state }: EditorView): CompletionPlace | undefined {
  const { main } = state.selection;
  if (!main.empty) return undefined;
  const from = Math.max(0, main.head - NEAR);
  // A slash counts only at the very beginning.
  const lead = from === 0 ? '' : 'x ';
  const found = completionAt(lead + state.sliceDoc(from, main.head), lead.length + main.head - from);
  if (found === undefined) return undefined;
  const shift = from - lead.length;
  return { ...found, from: found.from + shift, to: found.to + shift };
}
