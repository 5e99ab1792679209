import type { MessageDoc } from '@millrace/engine/document';
import type { Node } from '@tiptap/pm/model';

/** Blocks that say what is in them even when it is nothing. */
const HOLDERS: ReadonlySet<string> = new Set([
  'doc',
  'blockquote',
  'bulletList',
  'orderedList',
  'taskList',
  'listItem',
  'taskItem',
  'footnote',
]);

/**
 * The document of an editor as `parseMessage` gives it: attributes that are not set are left out, and a holder without blocks
 * has an empty list. `editor.getJSON()` gives the same. Pure.
 */
export function messageDoc(doc: Node): MessageDoc {
  // The schema has these nodes and no others, unless the app has added some.
  return toJson(doc) as unknown as MessageDoc;
}

interface Json {
  readonly type: string;
  readonly [name: string]: unknown;
}

function toJson(node: Node): Json {
  const content = node.children.map(toJson);
  const hasContent = content.length > 0 || HOLDERS.has(node.type.name);
  // An editor lets a person make an image bold; a document of ours has marks on text alone.
  const marks = node.isText
    ? node.marks.map(({ type, attrs }) => ({ type: type.name, ...given(attrs) }))
    : [];
  return {
    type: node.type.name,
    ...given(node.attrs),
    ...(hasContent && { content }),
    ...(marks.length > 0 && { marks }),
    ...(node.isText && { text: node.text }),
  };
}

/** The attributes that have a value. */
function given(attrs: Readonly<Record<string, unknown>>): { readonly attrs?: object } {
  const set = Object.entries(attrs).filter(([, value]) => value !== undefined);
  return set.length > 0 ? { attrs: Object.fromEntries(set) } : {};
}
