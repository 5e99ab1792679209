import {
  type RefObject,
  use,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import { FullScreenContext } from '../../embeds/full-screen-context.ts';
import { LiveRegion, useSaid } from '../../page/live-region.tsx';
import { createDraftEditor, type DraftEditor as Editor } from './create-draft-editor.ts';
import { DraftPreview } from './draft-preview.tsx';
import type { DraftBlock } from './draft-ranges.ts';
import { draftField, selectedPreview } from './draft-state.ts';
import type { MessageFieldHandle, MessageFieldProps } from './message-field.tsx';
import { createPreviewHosts } from './preview-hosts.ts';
import { editPreview, removePreview, selectPreview } from './preview-keys.ts';

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
  const [selected, setSelected] = useState<DraftBlock>();
  const [said, say] = useSaid();
  const screen = use(FullScreenContext);
  const shown = useSyncExternalStore(hosts.subscribe, hosts.all, hosts.all);
  const opener = useRef<(block: DraftBlock) => boolean>(() => false);
  const ids = useIds();
  useLayoutEffect(() => {
    latest.current = props;
    opener.current = (block) => {
      const found = editor.current && hostOf(editor.current, shown, block);
      const button = found?.element.querySelectorAll<HTMLElement>('[data-opens]')[found.place];
      const id = button?.dataset['opens'];
      if (screen === undefined || id === undefined || editor.current === undefined) return false;
      screen.open(id, editor.current.view.contentDOM);
      return true;
    };
  });
  useLayoutEffect(() => {
    if (box.current === null) return undefined;
    const { text, selection, label, describedBy, placeholder, nonce, handle } = latest.current;
    const made = createDraftEditor({
      ...{ parent: box.current, hosts, text, selection, nonce },
      words: { label, describedBy, placeholder },
      onChange(view, changed) {
        if (changed !== undefined) latest.current.onText(changed);
        setSelected(selectedPreview(view.state));
      },
      onKeyDown: (event) => latest.current.onKeyDown?.(event),
      open: (block) => opener.current(block),
    });
    editor.current = made;
    handle.current = {
      focus: () => made.view.focus(),
      insert: (inserted) =>
        made.view.dispatch(made.view.state.replaceSelection(inserted), { userEvent: 'input.paste' }),
    };
    made.view.focus();
    return () => made.view.destroy();
  }, [hosts]);
  useLayoutEffect(() => editor.current?.setText(props.text), [props.text]);
  const { label, describedBy, placeholder } = props;
  useEffect(
    () => editor.current?.setWords({ label, describedBy, placeholder }),
    [label, describedBy, placeholder],
  );
  const measure = useCallback(() => editor.current?.view.requestMeasure(), []);
  const blockAt = (element: HTMLElement, place: number): DraftBlock | undefined => {
    const view = editor.current?.view;
    const at = view?.posAtDOM(element);
    const { groups } = view?.state.field(draftField) ?? { groups: [] };
    return groups.find(({ from, to }) => at !== undefined && from <= at && at <= to)?.blocks[place];
  };
  const act =
    (element: HTMLElement, change: (view: Editor['view'], block: DraftBlock) => void) => (place: number) => {
      const block = blockAt(element, place);
      if (block !== undefined && editor.current !== undefined) change(editor.current.view, block);
    };
  const current = selected && editor.current && hostOf(editor.current, shown, selected);
  const words = current?.element.querySelector('fieldset')?.getAttribute('aria-label') ?? '';
  useEffect(() => say(words), [words, say]);
  const portals = useMemo(() => [...shown], [shown]);
  return (
    <>
      <div ref={box} className={selected === undefined ? 'mr-draft' : 'mr-draft mr-draft-passive'} />
      {portals.map(([element, { sources }]) =>
        createPortal(
          <DraftPreview
            id={ids(element)}
            sources={sources}
            selected={current?.element === element ? current.place : -1}
            onSelect={act(element, (view, block) => {
              selectPreview(view, block);
              view.focus();
            })}
            onEdit={act(element, editPreview)}
            onRemove={act(element, removePreview)}
            onSize={measure}
          />,
          element,
          ids(element),
        ),
      )}
      <LiveRegion said={said} as="status" />
    </>
  );
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

/** The element that a block is drawn in, and its place there. */
function hostOf({ view }: Editor, shown: ReadonlyMap<HTMLElement, unknown>, block: DraftBlock) {
  const group = view.state
    .field(draftField)
    .groups.find(({ from, to }) => from <= block.from && block.to <= to);
  if (group === undefined) return undefined;
  for (const element of shown.keys()) {
    const at = element.isConnected ? view.posAtDOM(element) : -1;
    if (group.from <= at && at <= group.to)
      return { element, place: group.blocks.findIndex(({ from }) => from === block.from) };
  }
  return undefined;
}
