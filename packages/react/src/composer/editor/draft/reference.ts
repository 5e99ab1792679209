import type { Text } from '@codemirror/state';
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
  readonly isEmpty: boolean;
  /** Takes one in; one of the same content that is there already is kept once. Returns the text that stands for it. */
  add(reference: Reference): string;
  /** The reference that a text stands for. */
  get(text: string): Reference | undefined;
  /** A text with each reference in full. Linear. */
  expand(text: string): string;
  /** The same for the clipboard. */
  copied(text: string): string;
  /** The text whose references were copied last, if this is what the clipboard got for it. */
  ownText(copied: string): string | undefined;
}

/** This sign stands for an object in a text; nobody types it. */
const SIGN = '\ufffc';
/** The beginning of the text that stands for a reference. */
const TOKEN_START = `\`\`\`${SIGN}`;
/** A longer text stands for no reference. */
const LONGEST_TOKEN = 64;
/** So far an empty line is looked for. */
const NEAR = 200;
const TOKEN = /^```\ufffc[0-9a-z-]{1,50}\n```$/gm;

export function createReferences(): References {
  const all = new Map<string, Reference>();
  const contents = new Map<string, Reference>();
  // A text that was copied out of another editor stands for nothing here.
  const name = Math.random().toString(36).slice(2);
  let last: { readonly text: string; readonly copied: string } | undefined;
  return {
    get isEmpty() {
      return all.size === 0;
    },
    add(reference) {
      const token = `${TOKEN_START}${name}-${all.size}\n\`\`\``;
      const { contentRef } = reference.attrs;
      const known = contents.get(contentRef);
      const kept = known !== undefined && isSame(known, reference) ? known : reference;
      contents.set(contentRef, kept);
      all.set(token, kept);
      return token;
    },
    get: (text) => all.get(text),
    copied(text) {
      const copied = this.expand(text);
      last = copied === text ? undefined : { text, copied };
      return copied;
    },
    // Some systems have other line breaks on the clipboard.
    ownText: (copied) =>
      last !== undefined && last.copied === copied.replace(/\r\n?/g, '\n') ? last.text : undefined,
    expand(text) {
      if (!text.includes(TOKEN_START)) return text;
      return text.replace(TOKEN, (token, at: number) => {
        const reference = all.get(token);
        if (reference === undefined) return token;
        const end = at + token.length;
        return inFull(reference, text.slice(Math.max(0, at - NEAR), at), text.slice(end, end + NEAR));
      });
    },
  };
}

/** Tells whether two references of one content also have its name and its texts in common. Pure. */
function isSame(known: Reference, { markdown, plain }: Reference): boolean {
  return known.markdown === markdown && known.plain === plain;
}

/** The Markdown of a reference between two texts. A table ends at an empty line, so it gets one where there is none. Pure. */
function inFull({ attrs, markdown }: Reference, before: string, behind: string): string {
  if (attrs.type !== 'sheet') return markdown;
  const isApart = before === '' || /\n[ \t]*\n$/.test(before);
  const end = /^\n[ \t]*\n/.test(behind) ? '' : behind.startsWith('\n') ? '\n' : '\n\n';
  return `${isApart ? '' : '\n'}${markdown}${end}`;
}

/** The reference that a closed block stands for. */
export function referenceOf(block: DraftBlock, references: References): Reference | undefined {
  const token = references.isEmpty ? undefined : tokenOf(block);
  return token === undefined ? undefined : references.get(token);
}

/** The texts of short blocks: what a block comes from stays the same. */
const texts = new WeakMap<object, string>();

/** The text of a closed block that is as short as one that stands for a reference. */
export function tokenOf({ source }: DraftBlock): string | undefined {
  if (source?.type !== 'code' || source.to - source.from > LONGEST_TOKEN) return undefined;
  const text = texts.get(source) ?? source.text.sliceString(source.from, source.to).trimEnd();
  texts.set(source, text);
  return text;
}

/** The Markdown of a reference in the place of a block. */
export function fullText(
  doc: Text,
  { from, to }: Pick<DraftBlock, 'from' | 'to'>,
  reference: Reference,
): string {
  const before = doc.sliceString(Math.max(0, from - NEAR), from);
  return inFull(reference, before, doc.sliceString(to, Math.min(to + NEAR, doc.length)));
}

interface Searched {
  readonly from: number;
  readonly to: number;
  readonly found: readonly number[];
}
/** The parts of texts that were searched last: several laws ask for the same. */
const searched = new WeakMap<Text, Searched>();

/** The places in a part of a text, and just around it, at which the text of a reference begins. */
export function tokenStarts(doc: Text, from: number, to: number): readonly number[] {
  const known = searched.get(doc);
  if (known?.from === from && known.to === to) return known.found;
  const found: number[] = [];
  // The rest of one may be whole again.
  let at = doc.lineAt(Math.max(0, from - LONGEST_TOKEN)).from;
  // Line by line: to make one string of megabytes takes longer than to look through them.
  for (const piece of doc.iterRange(at, Math.min(to + LONGEST_TOKEN, doc.length))) {
    for (let i = piece.indexOf(TOKEN_START); i >= 0; i = piece.indexOf(TOKEN_START, i + 1))
      found.push(at + i);
    at += piece.length;
  }
  searched.set(doc, { from, to, found });
  return found;
}

/** The text at a place, as far as it can stand for a reference; undefined for any other text. */
export function tokenAt(doc: Text, from: number): string | undefined {
  const text = doc.sliceString(from, Math.min(from + LONGEST_TOKEN, doc.length));
  return /^```\ufffc[0-9a-z-]{1,50}\n```/.exec(text)?.[0];
}

/** The embed of a closed block: that of its reference, or the one that its text makes. */
export function embedOf(block: DraftBlock, references: References, id: string): ShownEmbed {
  const reference = referenceOf(block, references);
  if (reference === undefined) return draftEmbed(block, { messageId: id, index: 0 });
  return { attrs: { ...reference.attrs, id: `${id}:0` }, content: reference.content };
}
