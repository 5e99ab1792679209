import { type Editor, Node } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { attribute } from './attribute.ts';
import { messageDoc } from './message-doc.ts';

/** The whole document. The `mode` of a draft is its attribute. */
export const docNode: Node = Node.create({
  name: 'doc',
  topNode: true,
  content: 'block*',
  addAttributes: () => ({ mode: attribute(() => undefined) }),
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        attributes: (state) => ({ class: `mr-doc mr-editor ${isDraft({ state }) ? 'mr-draft' : ''}`.trim() }),
      },
    }),
  ],
  onBeforeCreate() {
    const { editor } = this;
    // ProseMirror would leave empty lists out, and name attributes that are not set.
    editor.getJSON = () => messageDoc(editor.state.doc) as unknown as ReturnType<Editor['getJSON']>;
  },
  onFocus() {
    addLine(this.editor);
  },
  onTransaction() {
    if (this.editor.isFocused) addLine(this.editor);
  },
});

/** Gives an empty document a line to write on, as soon as a person is in it. */
function addLine({ isEditable, state, view }: Editor): void {
  const { paragraph } = state.schema.nodes;
  if (!isEditable || state.doc.childCount > 0 || paragraph === undefined) return;
  view.dispatch(state.tr.insert(0, paragraph.create()).setMeta('addToHistory', false));
}

/** Tells whether a document is a draft, which is text as it was typed: it has no marks of its own. */
export function isDraft({ state }: Pick<Editor, 'state'>): boolean {
  return state.doc.attrs['mode'] === 'write';
}
