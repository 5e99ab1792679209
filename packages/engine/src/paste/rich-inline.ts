import type { DocNode } from '../document/doc-tree.ts';
import type { InlineNode, Mark } from '../document/nodes.ts';
import { singleSpaced } from './single-spaced.ts';

const MARKS: Readonly<Record<string, Mark>> = {
  strong: { type: 'bold' },
  em: { type: 'italic' },
  s: { type: 'strike' },
  code: { type: 'code' },
};
// The order of marks in a document that is read.
const ORDER: readonly Mark['type'][] = ['link', 'bold', 'italic', 'strike', 'code'];

/** The text of a paragraph with its marks, single spaces and breaks. Pure. Linear. */
export function richInline(nodes: readonly DocNode[], without?: Mark['type']): readonly InlineNode[] {
  const line = new InlineWriter(without);
  line.add(nodes, []);
  return line.end();
}

class InlineWriter {
  private readonly nodes: InlineNode[] = [];
  private parts: string[] = [];
  private marks: readonly Mark[] = [];
  /** A space that is written when text follows it on the line. */
  private space = false;
  private breaks = 0;
  private hasText = false;
  private readonly without: Mark['type'] | undefined;

  constructor(without: Mark['type'] | undefined) {
    this.without = without;
  }

  add(nodes: readonly DocNode[], marks: readonly Mark[]): void {
    for (const node of nodes) {
      if (node.type === 'text') this.text(node.text, marks);
      else if (node.name === 'br') {
        if (this.hasText) this.breaks++;
        this.space = false;
      } else this.add(node.children, withMark(marks, markOf(node.name, node.href), this.without));
    }
  }

  end(): readonly InlineNode[] {
    this.flush();
    return this.nodes;
  }

  private text(text: string, marks: readonly Mark[]): void {
    const words = singleSpaced(text);
    const core = words.trim();
    if (words.startsWith(' ')) this.space = true;
    if (core === '') return;
    this.beginText(marks);
    this.parts.push(core);
    this.space = words.endsWith(' ');
  }

  /** Writes what stands before a text. Spaces between texts of other marks have none. */
  private beginText(marks: readonly Mark[]): void {
    const isSame = sameMarks(marks, this.marks);
    if (this.breaks > 0) {
      this.flush();
      this.nodes.push({ type: 'hardBreak' });
      this.breaks = 0;
    } else if (this.space && this.hasText && isSame) this.parts.push(' ');
    else if (this.space && this.hasText) {
      this.flush();
      this.marks = [];
      this.parts.push(' ');
    }
    this.space = false;
    this.hasText = true;
    if (sameMarks(marks, this.marks)) return;
    this.flush();
    this.marks = marks;
  }

  private flush(): void {
    const text = this.parts.join('');
    this.parts = [];
    if (text === '') return;
    const { marks } = this;
    const last = this.nodes.at(-1);
    if (last?.type === 'text' && sameMarks(last.marks ?? [], marks))
      this.nodes[this.nodes.length - 1] = { ...last, text: last.text + text };
    else this.nodes.push({ type: 'text', text, ...(marks.length > 0 && { marks }) });
  }
}

function markOf(name: string, href: string | undefined): Mark | undefined {
  if (name === 'a') return href === undefined ? undefined : { type: 'link', attrs: { href } };
  return Object.hasOwn(MARKS, name) ? MARKS[name] : undefined;
}

function withMark(
  marks: readonly Mark[],
  mark: Mark | undefined,
  without: Mark['type'] | undefined,
): readonly Mark[] {
  if (mark === undefined || mark.type === without || marks.some(({ type }) => type === mark.type))
    return marks;
  return [...marks, mark].sort((a, b) => ORDER.indexOf(a.type) - ORDER.indexOf(b.type));
}

function sameMarks(a: readonly Mark[], b: readonly Mark[]): boolean {
  return a === b || (a.length === b.length && a.every((mark, i) => isSame(mark, b[i])));
}

function isSame(a: Mark, b: Mark | undefined): boolean {
  if (a.type === 'link') return b?.type === 'link' && a.attrs.href === b.attrs.href;
  return a.type === b?.type;
}
