import type { EmbedNodeAttrs } from '@millrace/engine';
import { type Content, type DraftBlock, draftEmbed } from '@millrace/engine/document';

/** A preview's attributes and what it stands for. */
export interface ShownEmbed {
  readonly attrs: EmbedNodeAttrs;
  readonly content: Content;
}

/** Something pasted that stands in the text as a short fence, so that a long text costs nothing until somebody edits it. */
export interface Reference extends ShownEmbed {
  /** The Markdown that it is sent as. */
  readonly markdown: string;
  /** The text that "Keep as text" puts in its place. */
  readonly plain: string;
}

/** The references of an editor. They stay for undo, as long as the editor is there. */
export interface References {
  /** Takes one in. Returns the text that stands for it. */
  add(reference: Reference): string;
  /** The reference that a text stands for. */
  get(text: string): Reference | undefined;
  /** A text with each reference in full. Linear. */
  expand(text: string): string;
}

/** This sign stands for an object in a text; nobody types it. */
const SIGN = '\ufffc';
const OPEN = `\`\`\`${SIGN}`;
/** A longer text stands for no reference. */
const LONGEST = 64;
const TOKEN = /^```\ufffc[0-9a-z-]{1,50}\n```$/gm;

export function createReferences(): References {
  const all = new Map<string, Reference>();
  // A text that was copied out of another editor stands for nothing here.
  const name = Math.random().toString(36).slice(2);
  return {
    add(reference) {
      const token = `${OPEN}${name}-${all.size}\n\`\`\``;
      all.set(token, reference);
      return token;
    },
    get: (text) => all.get(text),
    expand(text) {
      if (all.size === 0 || !text.includes(OPEN)) return text;
      return text.replace(TOKEN, (token, at: number) => {
        const reference = all.get(token);
        return reference === undefined ? token : apart(text, at, token.length, reference);
      });
    },
  };
}

/** A table ends at an empty line, so it gets one where there is none. */
function apart(text: string, at: number, length: number, { attrs, markdown }: Reference): string {
  if (attrs.type !== 'sheet') return markdown;
  const before = /(?:^|\n[ \t]*\n)$/.test(text.slice(Math.max(0, at - 200), at)) ? '' : '\n';
  const behind = /^\n[ \t]*(?:\n|$)/.test(text.slice(at + length, at + length + 200)) ? '' : '\n';
  return before + markdown + behind;
}

/** The reference that a closed block stands for. */
export function referenceOf({ source }: DraftBlock, references: References): Reference | undefined {
  if (source?.type !== 'code' || source.to - source.from > LONGEST) return undefined;
  return references.get(source.text.sliceString(source.from, source.to).trimEnd());
}

/** The embed of a closed block: that of its reference, or the one that its text makes. */
export function embedOf(block: DraftBlock, references: References, id: string): ShownEmbed {
  const reference = referenceOf(block, references);
  if (reference === undefined) return draftEmbed(block, { messageId: id, index: 0 });
  return { attrs: { ...reference.attrs, id: `${id}:0` }, content: reference.content };
}
