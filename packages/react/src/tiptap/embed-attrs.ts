import type { EmbedNodeAttrs } from '@millrace/engine/document';
import type { Node } from '@tiptap/pm/model';

/** The attributes of an embed, by their kinds. An embed may be without those that are not needed to find its content. */
const KINDS: Readonly<Record<keyof EmbedNodeAttrs, 'string' | 'number'>> = {
  id: 'string',
  type: 'string',
  status: 'string',
  contentRef: 'string',
  contentHash: 'string',
  filename: 'string',
  language: 'string',
  lineCount: 'number',
  wordCount: 'number',
  cellCount: 'number',
  rows: 'number',
  cols: 'number',
  title: 'string',
  url: 'string',
  problem: 'string',
};

/** The names of all attributes that an embed can have. */
export const EMBED_ATTRS: readonly (keyof EmbedNodeAttrs)[] = Object.keys(KINDS) as (keyof EmbedNodeAttrs)[];

/** The attributes of a node that is an embed. */
export function embedAttrs(node: Node): EmbedNodeAttrs {
  // The schema has these names; those that are not set are undefined.
  return node.attrs as unknown as EmbedNodeAttrs;
}

/** The attributes that an element of the clipboard holds, as far as they are what they should be. Never throws. */
export function readEmbedAttrs(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    const entries = Object.entries(typeof value === 'object' && value !== null ? value : {});
    return Object.fromEntries(
      entries.filter(
        ([name, each]) => Object.hasOwn(KINDS, name) && typeof each === KINDS[name as keyof EmbedNodeAttrs],
      ),
    );
  } catch {
    return {};
  }
}
