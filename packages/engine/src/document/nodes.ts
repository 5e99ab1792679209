import type { EmbedNodeAttrs } from './embed.ts';

/** A mark on text, with the names of TipTap's StarterKit. `highlight` is only in drafts. */
export type Mark =
  | { readonly type: 'bold' | 'italic' | 'strike' | 'code' }
  | { readonly type: 'link'; readonly attrs: { readonly href: string; readonly title?: string } }
  | { readonly type: 'highlight'; readonly attrs: { readonly kind: HighlightKind } };

/** Why a piece of a draft stands out: it is, or is about to become, one of these. */
export type HighlightKind = 'heading' | 'code' | 'table' | 'math' | 'url';

export interface TextNode {
  readonly type: 'text';
  readonly text: string;
  readonly marks?: readonly Mark[];
}

/** A node inside a paragraph or a heading. */
export type InlineNode =
  | TextNode
  | { readonly type: 'hardBreak' }
  | {
      readonly type: 'image';
      readonly attrs: { readonly src: string; readonly alt: string; readonly title?: string };
    }
  | { readonly type: 'inlineMath'; readonly attrs: { readonly latex: string } }
  | { readonly type: 'htmlInline'; readonly attrs: { readonly html: string } }
  | { readonly type: 'footnoteRef'; readonly attrs: { readonly label: string } };

/** An embed in a document. */
export interface EmbedNode {
  readonly type: 'embed';
  readonly attrs: EmbedNodeAttrs;
}

/** A block of a document, with the names of TipTap's StarterKit. */
export type BlockNode =
  | { readonly type: 'paragraph'; readonly content?: readonly InlineNode[] }
  | {
      readonly type: 'heading';
      readonly attrs: { readonly level: number };
      readonly content?: readonly InlineNode[];
    }
  | { readonly type: 'blockquote'; readonly content: readonly BlockNode[] }
  | {
      readonly type: 'bulletList' | 'taskList';
      readonly attrs: ListAttrs;
      readonly content: readonly ItemNode[];
    }
  | {
      readonly type: 'orderedList';
      readonly attrs: ListAttrs & { readonly start: number };
      readonly content: readonly ItemNode[];
    }
  | { readonly type: 'horizontalRule' }
  | { readonly type: 'blockMath'; readonly attrs: { readonly latex: string } }
  | { readonly type: 'htmlBlock'; readonly attrs: { readonly html: string } }
  | {
      readonly type: 'footnote';
      readonly attrs: { readonly label: string };
      readonly content: readonly BlockNode[];
    }
  | EmbedNode;

export interface ListAttrs {
  /** True when its items stand close together. */
  readonly tight: boolean;
}

/** An item of a list. */
export type ItemNode =
  | { readonly type: 'listItem'; readonly content: readonly BlockNode[] }
  | {
      readonly type: 'taskItem';
      readonly attrs: { readonly checked: boolean };
      readonly content: readonly BlockNode[];
    };

/** A message as TipTap and ProseMirror read it. */
export interface MessageDoc {
  readonly type: 'doc';
  /** A draft keeps its text as it was typed; in a message that is read, the text is what it says. */
  readonly attrs?: { readonly mode: 'write' };
  readonly content: readonly BlockNode[];
}
