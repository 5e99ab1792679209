import type { EmbedNodeAttrs } from '@millrace/engine/document';
import { closeHistory, isHistoryTransaction } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/** An embed that stands there as its Markdown, in one paragraph. */
export interface OpenSource {
  /** Before the paragraph. */
  readonly pos: number;
  /** The embed as it was. */
  readonly attrs: EmbedNodeAttrs;
  /** Its text as it was opened. */
  readonly text: string;
}

interface SourceState {
  readonly open: OpenSource | undefined;
  /** All that was opened or closed, by its text: an undo may bring it back. */
  readonly known: ReadonlyMap<string, Omit<OpenSource, 'pos'>>;
}

/** Tells the plugin that an embed was opened; or closed, with the text that it had. */
type Told =
  | { readonly type: 'open'; readonly open: OpenSource }
  | { readonly type: 'close'; readonly text: string | undefined };

const key = new PluginKey<SourceState>('millraceSource');

/** The embed that is open as text. */
export function openSource(state: EditorState): OpenSource | undefined {
  return key.getState(state)?.open;
}

/** Says what a transaction does to the open embed. It can be undone alone. */
export function tellSource(tr: Transaction, told: Told): Transaction {
  return closeHistory(tr.setMeta(key, told));
}

/** The paragraph of the open embed. */
export function sourceNode(state: EditorState): Node | undefined {
  const open = openSource(state);
  return open === undefined ? undefined : (state.doc.nodeAt(open.pos) ?? undefined);
}

/** Tells whether the caret is in the open embed. */
export function isInSource(state: EditorState): boolean {
  const open = openSource(state);
  const node = sourceNode(state);
  if (open === undefined || node === undefined) return false;
  const { head } = state.selection;
  return head > open.pos && head < open.pos + node.nodeSize;
}

/** Knows which embed is open as text, also after an undo, and pastes only text into it. */
export function sourcePlugin(): Plugin<SourceState> {
  return new Plugin<SourceState>({
    key,
    state: { init: () => ({ open: undefined, known: new Map() }), apply: nextState },
    appendTransaction(transactions, before, state) {
      // An undo takes back the letters that are typed into it before it takes back the opening.
      if (transactions.some((tr) => tr.getMeta(key) !== undefined)) return closeHistory(state.tr);
      const open = openSource(state);
      const isBack = open !== undefined && openSource(before) === undefined;
      return isBack && !isInSource(state) ? selectEnd(state.tr, open.pos) : null;
    },
    props: {
      decorations(state) {
        const open = openSource(state);
        const node = sourceNode(state);
        if (open === undefined || node === undefined) return null;
        const look = { class: 'mr-source', dir: 'ltr', spellcheck: 'false' };
        const place = Decoration.node(open.pos, open.pos + node.nodeSize, look);
        return DecorationSet.create(state.doc, [place]);
      },
      handlePaste(view, event) {
        const text = event.clipboardData?.getData('text/plain') ?? '';
        if (!isInSource(view.state) || text === '') return false;
        view.dispatch(view.state.tr.insertText(text.replace(/\r\n?/g, '\n')).scrollIntoView());
        return true;
      },
    },
  });
}

/** Puts the caret at the end of a paragraph. */
export function selectEnd(tr: Transaction, pos: number): Transaction {
  const size = tr.doc.nodeAt(pos)?.nodeSize ?? 2;
  return tr.setSelection(TextSelection.create(tr.doc, pos + size - 1)).scrollIntoView();
}

function nextState(tr: Transaction, { open, known }: SourceState): SourceState {
  // Only `tellSource` sets it.
  const told = tr.getMeta(key) as Told | undefined;
  switch (told?.type) {
    case 'open': {
      const { text, attrs } = told.open;
      return { open: told.open, known: new Map(known).set(text, { text, attrs }) };
    }
    case 'close':
      return {
        open: undefined,
        known: open === undefined || told.text === undefined ? known : new Map(known).set(told.text, open),
      };
    case undefined: {
      if (!tr.docChanged) return { open, known };
      const back = isHistoryTransaction(tr) ? broughtBack(tr, known) : undefined;
      return { open: (open && moved(open, tr)) ?? back, known };
    }
  }
}

function moved(open: OpenSource, tr: Transaction): OpenSource | undefined {
  const { pos, deletedAfter } = tr.mapping.mapResult(open.pos, 1);
  const isThere = !deletedAfter && tr.doc.nodeAt(pos)?.type.name === 'paragraph';
  return isThere ? { ...open, pos } : undefined;
}

/** The text of an embed in what an undo has changed. */
function broughtBack(tr: Transaction, known: SourceState['known']): OpenSource | undefined {
  let found: OpenSource | undefined;
  tr.mapping.maps.forEach((map, i) => {
    map.forEach((_from, _to, start, end) => {
      const rest = tr.mapping.slice(i + 1);
      tr.doc.nodesBetween(rest.map(start, -1), rest.map(end, 1), (node, pos) => {
        const source = node.type.name === 'paragraph' ? known.get(node.textContent) : undefined;
        if (source !== undefined) found ??= { ...source, pos };
        return found === undefined;
      });
    });
  });
  return found;
}
