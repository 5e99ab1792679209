import type { Node } from '@tiptap/pm/model';
import { NodeSelection, Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/** Keeps the selection of the editor true where the browser's own would lose an embed. */
export function selectionPlugin(): Plugin {
  return new Plugin({
    props: {
      handleDOMEvents: { keydown: readSelection },
      handleClickOn: selectAtom,
      handleDoubleClickOn: selectAtom,
    },
  });
}

/** The browser tells of a new selection a frame late. A quicker key would meet the old one, and Backspace would be the browser's
 * own, which deletes the embed. */
function readSelection({ dom, composing }: EditorView): boolean {
  if (!composing) dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
  return false;
}

/** The browser puts its caret beside a node that is clicked again, or twice. The node is selected all the same. */
function selectAtom(view: EditorView, _pos: number, node: Node, nodePos: number): boolean {
  if (!node.isAtom || !NodeSelection.isSelectable(node)) return false;
  view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, nodePos)));
  view.focus();
  return true;
}
