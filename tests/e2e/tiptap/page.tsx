import '@millrace/react/styles.css';
import '@millrace/react/math.css';
import type { Content, MessageDoc } from '@millrace/engine/document';
import { createMemoryStore, parseMessage, toMarkdown } from '@millrace/engine/document';
import { editorContent, messageDoc, millraceExtensions } from '@millrace/react/tiptap';
import { Editor } from '@tiptap/core';
import { UndoRedo } from '@tiptap/extensions';

// A page as users of TipTap write it: their editor with their undo, and our extensions.

type Mode = 'read' | 'write';
type Kept = 'map' | 'store' | 'nowhere';

declare global {
  interface Window {
    /** Loads a text, with its contents in a map or in a store, or in a store that does not have them. */
    load(text: string, mode: Mode, kept: Kept): Promise<void>;
    /** The texts whose documents do not come back as they are, by `getJSON` after loading them and after setting them. */
    lost(texts: readonly string[]): readonly string[];
    doc(): MessageDoc;
    markdown(): Promise<unknown>;
    undo(): void;
    /** Copies the whole document into an empty editor, as the clipboard does: as HTML. */
    copyAll(): void;
  }
}

const styles = new CSSStyleSheet();
styles.replaceSync('body { background: var(--mr-bg); color: var(--mr-ink); font: var(--mr-text-16); }');
document.adoptedStyleSheets = [styles];

const element = document.createElement('main');
document.querySelector('#root')?.append(element);
let editor: Editor | undefined;
let kept: { get(ref: string): Promise<Content | undefined> } = { get: async () => undefined };

function create(doc: MessageDoc, contents: Parameters<typeof millraceExtensions>[0]['contents']): Editor {
  return new Editor({
    element,
    content: editorContent(doc),
    extensions: [...millraceExtensions({ contents }), UndoRedo],
    editorProps: { attributes: { 'aria-label': 'Message' } },
    // What the schema does not have is an error, not left out.
    enableContentCheck: true,
  });
}

window.load = async (text, mode, where) => {
  editor?.destroy();
  const { doc, contents } = parseMessage(text, { mode, messageId: 'm' });
  const map = new Map(contents);
  const store = createMemoryStore();
  if (where === 'store') for (const [ref, content] of contents) await store.put(ref, content);
  kept = where === 'map' ? { get: async (ref) => map.get(ref) } : store;
  editor = create(doc, where === 'map' ? map : store);
};

window.lost = (texts) => {
  const modes: readonly Mode[] = ['read', 'write'];
  const isSame = (doc: MessageDoc): boolean =>
    sorted(editor?.getJSON()) === sorted(doc) && sorted(window.doc()) === sorted(doc);
  return texts.flatMap((text) =>
    modes.flatMap((mode) => {
      const { doc, contents } = parseMessage(text, { mode, messageId: 'm' });
      editor?.destroy();
      editor = create(doc, new Map(contents));
      const isLoaded = isSame(doc);
      editor.commands.setContent({ type: 'doc', content: [] });
      editor.commands.setContent(editorContent(doc));
      return isLoaded && sorted(editor.getJSON()['content']) === sorted(doc.content)
        ? []
        : `${mode}: ${text}`;
    }),
  );
};

/** A value as text, whatever the order of its names; a name without a value is told. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (each === undefined) return 'undefined';
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
    return Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

window.doc = () => {
  if (editor === undefined) throw new Error('Load a text first.');
  return messageDoc(editor.state.doc);
};
window.markdown = async () => toMarkdown(window.doc(), kept);
window.undo = () => editor?.commands.undo();
window.copyAll = () => {
  const html = editor?.getHTML() ?? '';
  editor?.commands.setContent({ type: 'doc', content: [] });
  editor?.commands.setContent(html, { parseOptions: { preserveWhitespace: 'full' } });
};
