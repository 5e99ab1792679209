import type { Tag } from './grammar.ts';
import { nextTagNode, type TagNode } from './tag-trie.ts';

/** The common part of the readers of text and of calls: they read tags, also tags that come in pieces. */
export abstract class TagReader {
  /** How far a tag has been read at whose end the text was over. */
  protected node: TagNode<Tag> | null = null;

  /** A whole tag was read. */
  protected abstract tag(tag: Tag, text: string): void;
  /** Takes text that began like a tag and is none. */
  protected abstract noTag(text: string): void;
  /** Takes in a part of a text that is no tag. */
  protected abstract takePart(text: string, from: number, to: number): void;

  /** Reads on in a tag that began in an earlier text. Returns where it stopped. */
  protected takeTag(start: TagNode<Tag>, text: string, from: number, to: number): number {
    let node = start;
    for (let i = from; i < to; i++) {
      const next = nextTagNode(node, text.charCodeAt(i));
      if (next === null) {
        this.node = null;
        this.noTag(node.text);
        return i;
      }
      if (next.tag !== null) {
        this.node = null;
        this.tag(next.tag, next.text);
        return i + 1;
      }
      node = next;
    }
    this.node = node;
    return to;
  }

  /** Reads a tag of a set at its `<`. Returns where it stopped, with all from `from` on taken in; -1 if there is none. */
  protected takeTagAt(set: TagNode<Tag>, text: string, from: number, at: number, to: number): number {
    let node = set;
    for (let i = at + 1; i < to; i++) {
      const next = nextTagNode(node, text.charCodeAt(i));
      if (next === null) return -1;
      if (next.tag !== null) {
        this.takePart(text, from, at);
        this.tag(next.tag, next.text);
        return i + 1;
      }
      node = next;
    }
    this.takePart(text, from, at);
    this.node = node;
    return to;
  }
}
