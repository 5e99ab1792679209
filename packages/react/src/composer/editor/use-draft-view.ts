'use client';

import type { EditorView } from '@codemirror/view';
import type { DraftBlock } from '@millrace/engine/document';
import { type RefObject, use, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FullScreenContext } from '../../embeds/full-screen-context.ts';
import { createDraftEditor, type DraftEditor } from './create-draft-editor.ts';
import { selectedPreview } from './draft/draft-field.ts';
import { actAt } from './draft/hold-place.ts';
import { createReferences, type References } from './draft/reference.ts';
import { sentText } from './draft/sent-text.ts';
import type { CompletionHandle } from './draft-completion.tsx';
import type { DraftEditorProps } from './draft-editor.tsx';
import { createEmission, type Emission } from './emission.ts';
import { nextFrame } from './next-frame.ts';
import type { ClipboardSource } from './paste/clipboard-payload.ts';
import { createPreviewHosts, type PreviewHosts } from './preview-hosts.ts';
import { itemAt, openMenu, placeOf } from './preview-places.ts';
import { usePaste } from './use-paste.ts';

export interface DraftView {
  /** The element that the editor is in. */
  readonly box: RefObject<HTMLDivElement | null>;
  readonly editor: RefObject<DraftEditor | undefined>;
  readonly hosts: PreviewHosts;
  readonly references: References;
  readonly pasting: ReturnType<typeof usePaste>;
  /** The completion, when it is there. */
  readonly completion: RefObject<CompletionHandle | null>;
  /** The preview that is selected. */
  readonly selected: DraftBlock | undefined;
}

/** An editor as long as the component is there, with the text and the words of its props. */
export function useDraftView(props: DraftEditorProps): DraftView {
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<DraftEditor>(undefined);
  const emission = useRef<Emission>(undefined);
  const latest = useRef(props);
  const [hosts] = useState(createPreviewHosts);
  const [references] = useState(createReferences);
  const [selected, setSelected] = useState<DraftBlock>();
  const pasting = usePaste({ latest, editor, references });
  const { onPaste, onKey } = pasting;
  const completion = useRef<CompletionHandle>(null);
  const screen = useRef(use(FullScreenContext));
  useLayoutEffect(() => {
    latest.current = props;
  });
  useLayoutEffect(() => {
    if (box.current === null) return undefined;
    const { text, selection, handle } = latest.current;
    const itemOf = (block: DraftBlock): HTMLElement | undefined => {
      const found = placeOf(made.view, hosts, block);
      return found && itemAt(found);
    };
    const emit = createEmission(
      () => references.expand(made.view.state.doc.toString()),
      (now) => latest.current.onText(now),
    );
    const frame = nextFrame(() => {
      emit.tell();
      completion.current?.look(made.view);
      setSelected(selectedPreview(made.view.state));
    });
    const made: DraftEditor = createDraftEditor({
      ...{ parent: box.current, hosts, references, text, selection, onPaste },
      words: wordsOf(latest.current),
      onChange(_view, hasText) {
        if (hasText) emit.changed();
        frame.ask();
      },
      onKeyDown(event) {
        // The previews that are drawn decide where Tab leads to.
        if (event.key === 'Tab') frame.now();
        if (!completion.current?.onKey(event) && !onKey(event)) latest.current.onKeyDown?.(event);
      },
      doors: {
        open(block) {
          const id = itemOf(block)?.querySelector<HTMLElement>('[data-opens]')?.dataset['opens'];
          if (id !== undefined) screen.current?.open(id, made.view.contentDOM);
          return id !== undefined;
        },
        menu: (block) => openMenu(itemOf(block)),
      },
    });
    editor.current = made;
    emission.current = emit;
    handle.current = handleOf(made.view, emit);
    // The page keeps the text before it is gone: a change that React puts off would come too late.
    const leave = (): void => void flushSync(() => emit.flush());
    addEventListener('pagehide', leave);
    made.view.contentDOM.addEventListener('blur', emit.flush);
    made.view.focus();
    pasteEarly(made.view, latest.current.pastes, onPaste);
    return () => {
      removeEventListener('pagehide', leave);
      frame.stop();
      emit.flush();
      handle.current = null;
      made.view.destroy();
    };
  }, [hosts, references, onPaste, onKey]);
  useLayoutEffect(() => {
    if (emission.current?.isOwn(props.text) !== false) return;
    editor.current?.setText(props.text);
    emission.current.shown(props.text);
  }, [props.text]);
  const { id, label, describedBy, placeholder } = props;
  useEffect(
    () => editor.current?.setWords({ id, label, describedBy, placeholder }),
    [id, label, describedBy, placeholder],
  );
  return { box, editor, hosts, references, pasting, completion, selected };
}

/** Reads what was pasted before the editor was there, if it still stands as it was pasted. */
function pasteEarly(
  view: EditorView,
  pastes: DraftEditorProps['pastes'],
  onPaste: (view: EditorView, data: ClipboardSource) => boolean,
): void {
  for (const { at, text, data } of pastes.toReversed()) {
    const from = Math.min(at, view.state.doc.length);
    const to = Math.min(from + text.length, view.state.doc.length);
    if (view.state.sliceDoc(from, to) === text) actAt(view, { from, to }, () => onPaste(view, data));
  }
}

function wordsOf({ id, label, describedBy, placeholder }: DraftEditorProps) {
  return { id, label, describedBy, placeholder };
}

function handleOf(view: EditorView, emit: Emission) {
  return {
    focus(at?: 'end') {
      if (at === 'end') view.dispatch({ selection: { anchor: view.state.doc.length } });
      view.focus();
    },
    // The page has the text before it hears that it is sent: only then can it take it out of the field.
    sent: () =>
      sentText(
        flushSync(() => emit.flush()),
        view.state.doc,
      ),
    insert: (text: string) => view.dispatch(view.state.replaceSelection(text), { userEvent: 'input.paste' }),
  };
}
