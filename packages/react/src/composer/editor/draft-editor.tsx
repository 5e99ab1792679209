import {
  type RefObject,
  use,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import type { DraftBlock } from '@millrace/engine/document';
import type { EditorView } from '@codemirror/view';
import { FullScreenContext } from '../../embeds/full-screen-context.ts';
import { LiveRegion, useSaid } from '../../page/live-region.tsx';
import { createDraftEditor, type DraftEditor as Editor } from './create-draft-editor.ts';
import { draftField, referencesOf, selectedPreview } from './draft-field.ts';
import { DraftPreview } from './draft-preview.tsx';
import { createEmission } from './emission.ts';
import type { MessageFieldHandle, MessageFieldProps } from './message-field.tsx';
import { PasteNote } from './paste-note.tsx';
import { createPreviewHosts } from './preview-hosts.ts';
import { editPreview, removePreview, replacePreview, selectPreview } from './preview-keys.ts';
import { createReferences, referenceOf } from './reference.ts';
import { usePaste } from './use-paste.ts';

export interface DraftEditorProps extends Omit<MessageFieldProps, 'fieldRef'> {
  /** The place of the caret in the text area that it replaces. */
  readonly selection: { readonly anchor: number; readonly head: number };
  readonly handle: RefObject<MessageFieldHandle | null>;
}

/** The editor of a draft: Markdown with previews of its closed blocks. It is loaded when somebody begins to write. */
export function DraftEditor(props: DraftEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  const editor = useRef<Editor>(undefined);
  const [hosts] = useState(createPreviewHosts);
  const [references] = useState(createReferences);
  const [selected, setSelected] = useState<DraftBlock>();
  const [said, say] = useSaid();
  const screen = use(FullScreenContext);
  const shown = useSyncExternalStore(hosts.subscribe, hosts.all, hosts.all);
  const opener = useRef<(block: DraftBlock) => boolean>(() => false);
  const paste = usePaste({ latest, editor, references });
  const { onPaste, onKey } = paste;
  const ids = useIds();
  useLayoutEffect(() => {
    latest.current = props;
    opener.current = (block) => {
      const found = editor.current && hostOf(editor.current.view, shown, block);
      const button = found?.element.querySelectorAll<HTMLElement>('[data-opens]')[found.place];
      const id = button?.dataset['opens'];
      if (screen === undefined || id === undefined || editor.current === undefined) return false;
      screen.open(id, editor.current.view.contentDOM);
      return true;
    };
  });
  const emission = useRef<ReturnType<typeof createEmission>>(undefined);
  useLayoutEffect(() => {
    if (box.current === null) return undefined;
    const { text, selection, handle } = latest.current;
    const emit = createEmission(
      () => references.expand(made.view.state.doc.toString()),
      (now) => latest.current.onText(now),
    );
    emission.current = emit;
    const made: Editor = createDraftEditor({
      ...{ parent: box.current, hosts, references, text, selection },
      words: wordsOf(latest.current),
      onChange(view, hasText) {
        if (hasText) emit.changed();
        setSelected(selectedPreview(view.state));
      },
      onKeyDown(event) {
        if (!onKey(event)) latest.current.onKeyDown?.(event);
      },
      onPaste,
      open: (block) => opener.current(block),
    });
    editor.current = made;
    handle.current = {
      focus: () => made.view.focus(),
      text: () => emit.flush(),
      insert: (inserted) =>
        made.view.dispatch(made.view.state.replaceSelection(inserted), { userEvent: 'input.paste' }),
    };
    addEventListener('pagehide', emit.flush);
    made.view.contentDOM.addEventListener('blur', emit.flush);
    made.view.focus();
    return () => {
      removeEventListener('pagehide', emit.flush);
      emit.flush();
      handle.current = null;
      made.view.destroy();
    };
  }, [hosts, references, onPaste, onKey]);
  useLayoutEffect(() => {
    if (emission.current?.isOwn(props.text) === false) editor.current?.setText(props.text);
  }, [props.text]);
  const { id, label, describedBy, placeholder } = props;
  useEffect(
    () => editor.current?.setWords({ id, label, describedBy, placeholder }),
    [id, label, describedBy, placeholder],
  );
  const measure = useCallback(() => editor.current?.view.requestMeasure(), []);
  const act =
    (element: HTMLElement, change: (view: EditorView, block: DraftBlock) => void) => (place: number) => {
      const view = editor.current?.view;
      const block = view && groupAt(view, element)?.blocks[place];
      if (block !== undefined && view !== undefined) change(view, block);
    };
  const current = selected && editor.current && hostOf(editor.current.view, shown, selected);
  const words = current?.element.querySelector('fieldset')?.getAttribute('aria-label') ?? '';
  useEffect(() => say(words), [words, say]);
  return (
    <>
      <div ref={box} className={selected === undefined ? 'mr-draft' : 'mr-draft mr-draft-passive'} />
      {[...shown].map(([element, blocks]) =>
        createPortal(
          <DraftPreview
            id={ids(element)}
            blocks={blocks}
            references={references}
            selected={current?.element === element ? current.place : -1}
            onSelect={act(element, (view, block) => {
              selectPreview(view, block);
              view.focus();
            })}
            onEdit={act(element, editPreview)}
            onRemove={act(element, removePreview)}
            onKeep={act(element, keepAsText)}
            onSize={measure}
          />,
          element,
          ids(element),
        ),
      )}
      <PasteNote note={paste.note} onKeep={paste.keep} onClose={paste.close} />
      <LiveRegion said={said} as="status" />
    </>
  );
}

function wordsOf({ id, label, describedBy, placeholder }: DraftEditorProps) {
  return { id, label, describedBy, placeholder };
}

/** Puts the text that was pasted in the place of its preview. */
export function keepAsText(view: EditorView, block: DraftBlock): void {
  const reference = referenceOf(block, view.state.facet(referencesOf));
  if (reference !== undefined) replacePreview(view, block, reference.plain);
  view.focus();
}

/** A name for each element, the same as long as it is there. */
function useIds(): (element: HTMLElement) => string {
  const prefix = useId();
  const names = useRef(new WeakMap<HTMLElement, string>());
  const next = useRef(0);
  return (element) => {
    const name = names.current.get(element) ?? `draft-${prefix}-${next.current++}`;
    names.current.set(element, name);
    return name;
  };
}

/** The previews that an element stands for, where they are now. */
function groupAt(view: EditorView, element: HTMLElement) {
  const at = element.isConnected ? view.posAtDOM(element) : -1;
  return view.state.field(draftField).groups.find(({ from, to }) => from <= at && at <= to);
}

/** The element that a block is drawn in, and its place there. */
function hostOf(view: EditorView, shown: ReadonlyMap<HTMLElement, unknown>, block: DraftBlock) {
  for (const element of shown.keys()) {
    const place = groupAt(view, element)?.blocks.findIndex(({ from }) => from === block.from) ?? -1;
    if (place >= 0) return { element, place };
  }
  return undefined;
}
