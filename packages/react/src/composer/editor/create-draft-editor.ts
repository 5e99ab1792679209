import { history, historyKeymap, insertNewline, standardKeymap } from '@codemirror/commands';
import { Compartment, EditorState, Prec, Transaction } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { showDraft } from './draft-decorations.ts';
import type { DraftBlock } from './draft-ranges.ts';
import { draftLaws, followUp, fromOutside, setComposing } from './draft-state.ts';
import type { PreviewHosts } from './preview-hosts.ts';
import { pressPreviewKey } from './preview-keys.ts';

/** The words of a field and its names for screen readers. */
export interface FieldWords {
  readonly label: string;
  readonly describedBy: string | undefined;
  readonly placeholder: string;
}

export interface DraftEditorOptions {
  readonly parent: HTMLElement;
  readonly hosts: PreviewHosts;
  readonly text: string;
  readonly selection: { readonly anchor: number; readonly head: number };
  readonly words: FieldWords;
  /** The nonce of the page's policy for style elements. */
  readonly nonce: string | undefined;
  readonly onChange: (view: EditorView, text: string | undefined) => void;
  /** Hears every key that no preview took; one that it prevents does nothing more. */
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly open: (block: DraftBlock) => boolean;
}

export interface DraftEditor {
  readonly view: EditorView;
  setText(text: string): void;
  setWords(words: FieldWords): void;
}

/** An editor whose document is Markdown, with previews of its closed blocks. */
export function createDraftEditor(options: DraftEditorOptions): DraftEditor {
  const { parent, hosts, text, selection, nonce, onChange } = options;
  const words = new Compartment();
  const view: EditorView = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        nonce === undefined ? [] : EditorView.cspNonce.of(nonce),
        draftLaws,
        showDraft(hosts),
        history(),
        EditorView.lineWrapping,
        EditorView.perLineTextDirection.of(true),
        words.of(named(options.words)),
        Prec.high(keys(options)),
        composition,
        keymap.of([
          { key: 'Enter', run: insertNewline, shift: insertNewline },
          ...historyKeymap,
          ...standardKeymap,
        ]),
      ],
    }),
    dispatchTransactions(trs, target) {
      const all = [...trs];
      const last = all.at(-1);
      const next = last && followUp(last);
      if (last !== undefined && next !== undefined) all.push(last.state.update(next));
      target.update(all);
      onChange(target, all.some(({ docChanged }) => docChanged) ? target.state.doc.toString() : undefined);
    },
  });
  view.dispatch({ selection });
  return {
    view,
    setText: (next) => setText(view, next),
    setWords: (next) => view.dispatch({ effects: words.reconfigure(named(next)) }),
  };
}

function named({ label, describedBy, placeholder: shown }: FieldWords) {
  return [
    placeholder(shown),
    EditorView.contentAttributes.of({
      'aria-label': label,
      ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
    }),
  ];
}

function keys({ onKeyDown, open }: DraftEditorOptions) {
  return EditorView.domEventHandlers({
    keydown(event, view) {
      // Safari ends the composition before it sends the key that ended it; that key has code 229.
      if (event.isComposing || event.keyCode === 229) return false;
      if (pressPreviewKey(view, event, open)) return true;
      onKeyDown(event);
      return event.defaultPrevented;
    },
  });
}

const composition = EditorView.domEventHandlers({
  compositionstart(_event, view) {
    view.dispatch({ effects: setComposing.of(true) });
    return false;
  },
  compositionend(_event, view) {
    // The text of the composition is read after this event.
    setTimeout(() => view.dispatch({ effects: setComposing.of(false) }));
    return false;
  },
});

/** Exchanges only the part that differs, so that the caret stays. */
function setText(view: EditorView, text: string): void {
  const old = view.state.doc.toString();
  const next = text.replace(/\r\n?/g, '\n');
  if (old === next) return;
  const least = Math.min(old.length, next.length);
  let from = 0;
  while (from < least && old[from] === next[from]) from++;
  let same = 0;
  while (same < least - from && old[old.length - 1 - same] === next[next.length - 1 - same]) same++;
  view.dispatch({
    changes: { from, to: old.length - same, insert: next.slice(from, next.length - same) },
    annotations: [fromOutside.of(true), Transaction.addToHistory.of(false)],
  });
}
