import { embedMarkdown } from '@millrace/engine/document';
import { type Editor, Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, type Transaction } from '@tiptap/pm/state';
import { embedAttrs } from './embed-attrs.ts';
import type { EmbedContents } from './embed-contents.ts';
import { readSource } from './read-source.ts';
import { selectionPlugin } from './selection-plugin.ts';
import { isInSource, openSource, selectEnd, sourceNode, sourcePlugin, tellSource } from './source-plugin.ts';

/** Backspace behind an embed opens it as text; when the caret leaves the text, it is read again. */
export function editSource(contents: EmbedContents): Extension {
  return Extension.create({
    name: 'millraceSource',
    // Before the keys of lists and of TipTap itself.
    priority: 1000,
    addProseMirrorPlugins: () => [sourcePlugin(), selectionPlugin()],
    addKeyboardShortcuts() {
      const { editor } = this;
      return {
        Backspace: () => (isInSource(editor.state) ? isAtEdge(editor, 'start') : open(editor, contents)),
        Delete: () => isInSource(editor.state) && isAtEdge(editor, 'end'),
        Enter: () => isInSource(editor.state) && insertBreak(editor),
        'Shift-Enter': () => isInSource(editor.state) && insertBreak(editor),
      };
    },
    onTransaction() {
      if (!isInSource(this.editor.state)) close(this.editor, contents);
    },
    onBlur() {
      close(this.editor, contents);
    },
  });
}

/** Its text is not joined with the blocks beside it. */
function isAtEdge({ state: { selection } }: Editor, edge: 'start' | 'end'): boolean {
  const { empty, $from } = selection;
  const { size } = $from.parent.content;
  return empty && size > 0 && $from.parentOffset === (edge === 'start' ? 0 : size);
}

function insertBreak({ state, view }: Editor): boolean {
  view.dispatch(state.tr.insertText('\n').scrollIntoView());
  return true;
}

function open({ state, view }: Editor, contents: EmbedContents): boolean {
  const pos = embedBehindCaret(state);
  const node = pos === undefined ? null : state.doc.nodeAt(pos);
  if (pos === undefined || node === null) return false;
  const tr = openTransaction(state, pos, node, contents);
  // As long as its content is not there, nothing of it may be lost: it is only selected.
  view.dispatch(tr ?? state.tr.setSelection(NodeSelection.create(state.doc, pos)));
  return true;
}

/** The place of the embed that is selected, or that the caret stands directly behind. */
function embedBehindCaret({ selection, doc }: EditorState): number | undefined {
  if (selection instanceof NodeSelection)
    return selection.node.type.name === 'embed' ? selection.from : undefined;
  const { empty, $from } = selection;
  if (!empty || ($from.parent.isTextblock && $from.parentOffset > 0)) return undefined;
  const end = $from.parent.isTextblock ? $from.before() : $from.pos;
  const before = doc.resolve(end).nodeBefore;
  return before?.type.name === 'embed' ? end - before.nodeSize : undefined;
}

function openTransaction(
  { tr, schema }: EditorState,
  pos: number,
  node: Node,
  contents: EmbedContents,
): Transaction | undefined {
  const attrs = embedAttrs(node);
  const content = contents.get(attrs.contentRef);
  if (content === undefined && attrs.url === undefined) return undefined;
  const text = embedMarkdown(attrs, content ?? '');
  const line = schema.nodeFromJSON({ type: 'paragraph', content: [{ type: 'text', text }] });
  tr.replaceWith(pos, pos + node.nodeSize, line);
  return selectEnd(tellSource(tr, { type: 'open', open: { pos, attrs, text } }), pos);
}

/** Reads the open text again. A text that is being composed is left alone. */
function close({ state, view }: Editor, contents: EmbedContents): void {
  const source = openSource(state);
  const node = sourceNode(state);
  if (source === undefined || node === undefined || view.composing) return;
  const text = plainText(node);
  const tr = tellSource(state.tr, { type: 'close', text });
  if (text !== undefined)
    tr.replaceWith(source.pos, source.pos + node.nodeSize, closedNodes(state, text, contents));
  view.dispatch(tr);
}

function closedNodes(state: EditorState, text: string, contents: EmbedContents): readonly Node[] {
  const { doc, schema } = state;
  const source = openSource(state);
  if (source === undefined) return [];
  const { attrs } = source;
  if (text === source.text) return [schema.nodeFromJSON({ type: 'embed', attrs })];
  const taken = new Set<string>();
  doc.descendants((each) => {
    if (each.type.name === 'embed') taken.add(embedAttrs(each).id);
  });
  const read = readSource(text, doc.attrs['mode'] === 'write' ? 'write' : 'read', attrs.id, taken);
  for (const [ref, content] of read.contents) contents.put(ref, content);
  return read.nodes.map((each) => schema.nodeFromJSON(each));
}

/** The text of a paragraph that has nothing else in it; undefined for any other. Marks mean nothing in it. */
function plainText(node: Node): string | undefined {
  return node.children.every(({ isText }) => isText) ? node.textContent : undefined;
}
