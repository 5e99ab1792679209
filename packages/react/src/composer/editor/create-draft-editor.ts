import { Compartment, EditorState, Prec, Transaction } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { isTouch } from '../../page/is-touch.ts';
import { forgottenEnd, hearComposition } from './composition.ts';
import { fromOutside, referencesOf } from './draft/draft-field.ts';
import { draftFlavours } from './draft/draft-flavours.ts';
import { draftLaws, withFollowUps } from './draft/draft-laws.ts';
import { deletedSelection, type PreviewDoors, pressPreviewKey } from './draft/preview-keys.ts';
import type { References } from './draft/reference.ts';
import { fieldKeys } from './field-keys.ts';
import type { PreviewHosts } from './preview-hosts.ts';
import { readsOn } from './read-on.ts';
import { sheetRoot } from './sheet-root.ts';
import { showDraft } from './show-draft.ts';

/** The words of a field and its names for screen readers. */
export interface FieldWords {
  readonly id: string | undefined;
  readonly label: string;
  readonly describedBy: string | undefined;
  readonly placeholder: string;
}

export interface DraftEditorOptions {
  readonly parent: HTMLElement;
  readonly hosts: PreviewHosts;
  readonly references: References;
  readonly text: string;
  readonly selection: { readonly anchor: number; readonly head: number };
  readonly words: FieldWords;
  readonly onChange: (view: EditorView, hasText: boolean) => void;
  /** Hears every key that no preview took; one that it prevents does nothing more. */
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** Hears a paste or a drop. True when it is done with it. */
  readonly onPaste: (view: EditorView, data: DataTransfer) => boolean;
  readonly doors: PreviewDoors;
}

export interface DraftEditor {
  readonly view: EditorView;
  setText(text: string): void;
  setWords(words: FieldWords): void;
}

/** An editor whose document is Markdown, with previews of its closed blocks. */
export function createDraftEditor(options: DraftEditorOptions): DraftEditor {
  const { parent, hosts, references, text, onChange } = options;
  const words = new Compartment();
  const view: EditorView = new EditorView({
    parent,
    root: sheetRoot(),
    state: EditorState.create({
      doc: text,
      extensions: [
        referencesOf.of(references),
        draftLaws,
        showDraft(hosts),
        readsOn,
        EditorView.lineWrapping,
        EditorView.perLineTextDirection.of(true),
        words.of(named(options.words)),
        Prec.high(heard(options)),
        forgottenEnd,
        deletedSelection,
        // A preview that is dragged out is there in full, as one that is copied is.
        EditorView.clipboardOutputFilter.of((dragged) => references.expand(dragged)),
        keymap.of(fieldKeys),
      ],
    }),
    dispatchTransactions(transactions, target) {
      const all = withFollowUps(transactions);
      const had = target.contentDOM.contains(document.activeElement);
      target.update(all);
      // The focus was on a preview that is gone.
      if (had && !target.contentDOM.contains(document.activeElement)) target.focus();
      onChange(
        target,
        all.some(({ docChanged }) => docChanged),
      );
    },
  });
  hearComposition(view);
  view.dispatch({ selection: within(view, options.selection) });
  return {
    view,
    setText: (next) => setText(view, next),
    setWords: (next) => view.dispatch({ effects: words.reconfigure(named(next)) }),
  };
}

/** A text area counts a break as it was given; the editor has one sign for it. */
function within({ state }: EditorView, { anchor, head }: DraftEditorOptions['selection']) {
  const { length } = state.doc;
  return { anchor: Math.min(anchor, length), head: Math.min(head, length) };
}

function named({ id, label, describedBy, placeholder: shown }: FieldWords) {
  return [
    placeholder(shown),
    EditorView.contentAttributes.of({
      'aria-label': label,
      // It is prose that people write here, not code.
      spellcheck: 'true',
      autocorrect: 'on',
      autocapitalize: 'sentences',
      translate: 'yes',
      ...(id !== undefined && { id }),
      ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
    }),
  ];
}

function heard({ onKeyDown, onPaste, doors }: DraftEditorOptions) {
  // A part of the text that is moved within it is the editor's own.
  let isMoved = false;
  return EditorView.domEventHandlers({
    focus(_event, view) {
      // A dialog that gives the focus back gives no selection: the next key would be read at another place.
      view.focus();
    },
    dragstart() {
      isMoved = true;
    },
    dragend() {
      isMoved = false;
    },
    drop({ dataTransfer, clientX: x, clientY: y }, view) {
      if (dataTransfer === null || isMoved) return false;
      view.dispatch({ selection: { anchor: view.posAtCoords({ x, y }, false) } });
      view.focus();
      return onPaste(view, dataTransfer);
    },
    keydown(event, view) {
      // Safari ends the composition before it sends the key that ended it; that key has code 229. It breaks no line either.
      if (event.isComposing || event.keyCode === 229) return event.key === 'Enter' && !isTouch();
      if (pressPreviewKey(view, event, doors)) return true;
      onKeyDown(event);
      return event.defaultPrevented;
    },
    paste: ({ clipboardData }, view) => clipboardData !== null && onPaste(view, clipboardData),
    copy: (event, view) => copy(event, view),
    cut(event, view) {
      const isDone = copy(event, view);
      if (isDone) view.dispatch(view.state.replaceSelection(''), { userEvent: 'delete.cut', filter: false });
      return isDone;
    },
  });
}

/** Puts previews on the clipboard as what they stand for. False when the editor can copy the text itself. */
function copy({ clipboardData }: ClipboardEvent, { state }: EditorView): boolean {
  const flavours = clipboardData === null ? undefined : draftFlavours(state);
  for (const [type, text] of Object.entries(flavours ?? {})) clipboardData?.setData(type, text);
  return flavours !== undefined;
}

/** Exchanges only the part that differs, so that the caret stays. */
function setText(view: EditorView, text: string): void {
  const old = view.state.doc.toString();
  const next = text.replace(/\r\n?/g, '\n');
  if (old === next) return;
  const least = Math.min(old.length, next.length);
  let from = 0;
  while (from < least && old.charCodeAt(from) === next.charCodeAt(from)) from++;
  let same = 0;
  while (
    same < least - from &&
    old.charCodeAt(old.length - 1 - same) === next.charCodeAt(next.length - 1 - same)
  )
    same++;
  view.dispatch({
    changes: { from, to: old.length - same, insert: next.slice(from, next.length - same) },
    annotations: [fromOutside.of(true), Transaction.addToHistory.of(false)],
  });
}
