'use client';

import type { EditorView } from '@codemirror/view';
import type { DraftBlock } from '@millrace/engine/document';
import {
  type ComponentType,
  lazy,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import { FullScreenProvider } from '../../embeds/full-screen/full-screen-provider.tsx';
import { isTouch } from '../../page/is-touch.ts';
import { LiveRegion, useSaid } from '../../page/live-region.tsx';
import type { MessageFieldHandle } from '../../page/message-field-handle.ts';
import { previewsOf, referencesOf } from './draft/draft-field.ts';
import { editPreview, removePreview, replacePreview, selectPreview } from './draft/preview-keys.ts';
import { embedOf, referenceOf } from './draft/reference.ts';
import { DraftPreview } from './draft-preview.tsx';
import type { EarlyPaste, MessageFieldProps } from './message-field.tsx';
import { loadLate } from './paste/create-pasting.ts';
import { isInCode } from './paste/insert-pasted.ts';
import { type PastedTexts, pastedText } from './paste/pasted-text.ts';
import { groupAt, placeOf } from './preview-places.ts';
import { useDraftView } from './use-draft-view.ts';

export interface DraftEditorProps extends Omit<MessageFieldProps, 'fieldRef'> {
  /** The place of the caret in the text area that it replaces. */
  readonly selection: { readonly anchor: number; readonly head: number };
  readonly handle: RefObject<MessageFieldHandle | null>;
  /** The pastes into the text area. */
  readonly pastes: readonly EarlyPaste[];
}

/** A part that is loaded later. Without it people write on. */
function optional<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    const none = (): null => null;
    return { default: await load().catch(() => none) };
  });
}
const DraftCompletion = optional(async () => (await import('./draft-completion.tsx')).DraftCompletion);
const PasteNote = optional(async () => (await loadLate()).PasteNote);

/** The editor of a draft: Markdown with previews of its closed blocks. It is loaded when somebody begins to write. */
export function DraftEditor(props: DraftEditorProps) {
  return (
    <FullScreenProvider>
      <Draft {...props} />
    </FullScreenProvider>
  );
}

function Draft(props: DraftEditorProps) {
  const { box, editor, hosts, references, pasting, completion, selected } = useDraftView(props);
  const [said, say] = useSaid();
  const shown = useSyncExternalStore(hosts.subscribe, hosts.all, hosts.all);
  const measure = useCallback(() => editor.current?.view.requestMeasure(), [editor]);
  const act =
    <Result,>(element: HTMLElement, change: (view: EditorView, block: DraftBlock) => Result) =>
    (place: number): Result | undefined => {
      const view = editor.current?.view;
      const block = view && groupAt(view, element)?.blocks[place];
      return block === undefined || view === undefined ? undefined : change(view, block);
    };
  const current = selected && editor.current && placeOf(editor.current.view, hosts, selected);
  useEffect(() => {
    if (selected === undefined) say('');
  }, [selected, say]);
  return (
    <>
      <div ref={box} className={selected === undefined ? 'mr-draft' : 'mr-draft mr-draft-passive'} />
      {[...shown].map(([element, blocks]) =>
        createPortal(
          <DraftPreview
            id={idOf(element)}
            blocks={blocks}
            references={references}
            pasted={props.pasted}
            selected={current?.element === element ? current.place : -1}
            onSelect={act(element, takePreview)}
            onMenu={(place) => act(element, takeForMenu)(place) !== false}
            onEdit={act(element, editPreview)}
            onRemove={act(element, removePreview)}
            onKeep={act(element, (view, block) => keepAsText(view, block, props.pasted))}
            onSize={measure}
            onNamed={say}
          />,
          element,
          idOf(element),
        ),
      )}
      {props.completions !== undefined && (
        <Suspense fallback={null}>
          <DraftCompletion
            editor={editor}
            sources={props.completions}
            onMode={props.onMode}
            isInCode={isInCode}
            handle={completion}
          />
        </Suspense>
      )}
      <div className="mr-draft-note" role="status">
        {pasting.note !== undefined && (
          <Suspense fallback={null}>
            <PasteNote
              note={pasting.note}
              onKeep={pasting.keep}
              onAttach={pasting.attach}
              onClose={pasting.close}
            />
          </Suspense>
        )}
      </div>
      <LiveRegion said={said} as="status" />
    </>
  );
}

/** Selects a preview that was pressed. */
function takePreview(view: EditorView, block: DraftBlock): void {
  selectPreview(view, block);
  view.focus();
}

/** Selects the preview that a menu is for, so that the keys behind the menu are the editor's. False when it is a part of what is selected. */
function takeForMenu(view: EditorView, block: DraftBlock): boolean {
  const { from, to } = view.state.selection.main;
  const isPart = from <= block.from && block.to <= to && to - from > block.to - block.from;
  // A finger that stays wants no keyboard.
  if (!isPart && !isTouch()) takePreview(view, block);
  return !isPart;
}

/** Puts the text that was pasted in the place of its preview. */
function keepAsText(view: EditorView, block: DraftBlock, pasted: PastedTexts | undefined): void {
  const references = view.state.facet(referencesOf);
  const reference = referenceOf(block, references);
  const put = (text: string | undefined): void => {
    // It may have moved while the text was read, or be gone.
    const now = previewsOf(view.state).find(({ source }) => source === block.source);
    if (now !== undefined && text !== undefined) replacePreview(view, now, text);
    // A text that can't be read any more is not the end: the preview has all of it.
    else if (now !== undefined) editPreview(view, now);
    view.focus();
  };
  const text = reference?.plain ?? pastedText(pasted, embedOf(block, references, 'draft'));
  if (typeof text !== 'object') put(text);
  else text.then(put, () => put(undefined));
}

const ids = new WeakMap<HTMLElement, string>();
let count = 0;

/** A name for an element, the same as long as it is there. */
function idOf(element: HTMLElement): string {
  const id = ids.get(element) ?? `draft-${count++}`;
  ids.set(element, id);
  return id;
}
