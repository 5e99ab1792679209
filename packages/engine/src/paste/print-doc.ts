import type { DocElement, DocNode } from '../document/doc-tree.ts';
import { isInline } from '../document/html-text.ts';
import { escapeHtml, safeAddress } from './escape-html.ts';
import { singleSpaced } from './single-spaced.ts';

/** A document's tree as HTML of its elements alone, a line for each block at the top. Pure. Linear. */
export function printDoc(nodes: readonly DocNode[]): string {
  const printer = new DocPrinter();
  return nodes
    .filter((node) => !isEmpty(node))
    .map((node) => printer.block(node))
    .join('\n');
}

/** Tells whether a block has nothing to show. */
function isEmpty(node: DocNode): boolean {
  if (node.type === 'text') return node.text.trim() === '';
  return node.name !== 'hr' && node.children.every(isEmpty);
}

/** Prints into one list, so that what is nested deep is copied once. */
class DocPrinter {
  private readonly parts: string[] = [];
  /** The index behind the last tag: only texts follow. */
  private tag = 0;
  /** True at the beginning of a block, where spaces are left out. */
  private isStart = false;

  /** One block, printed. */
  block(node: DocNode): string {
    this.parts.length = 0;
    this.tag = 0;
    this.isStart = false;
    if (node.type === 'text') this.text(node.text, false);
    else this.element(node, false);
    return this.parts.join('');
  }

  private add(nodes: readonly DocNode[], isCode: boolean): void {
    for (const node of nodes) {
      if (node.type === 'text') this.text(node.text, isCode);
      else this.element(node, isCode);
    }
  }

  private text(text: string, isCode: boolean): void {
    const spaced = isCode ? text : singleSpaced(text);
    const kept = this.isStart ? spaced.trimStart() : spaced;
    if (kept === '') return;
    this.isStart = false;
    this.parts.push(escapeHtml(kept));
  }

  private element({ name, href, children }: DocElement, isCode: boolean): void {
    if (name === 'br' || name === 'hr') {
      this.write(`<${name}>`);
      return;
    }
    const address = href === undefined ? undefined : safeAddress(href);
    const isLink = name === 'a';
    if (isLink && address === undefined) {
      this.add(children, isCode);
      return;
    }
    const isBlock = !isInline(name) && name !== 'pre';
    this.write(address === undefined ? `<${name}>` : `<${name} href="${escapeHtml(address)}">`);
    this.isStart = isBlock;
    this.add(children, isCode || name === 'pre');
    if (isBlock) this.trimEnd();
    this.write(`</${name}>`);
  }

  private trimEnd(): void {
    while (this.parts.length > this.tag) {
      const last = (this.parts.pop() ?? '').trimEnd();
      if (last === '') continue;
      this.parts.push(last);
      return;
    }
  }

  private write(tag: string): void {
    this.parts.push(tag);
    this.tag = this.parts.length;
    this.isStart = false;
  }
}

/** A plain text as a document: a paragraph for each part between empty lines. Pure. Linear. */
export function textDoc(text: string): string {
  return text
    .split(/\n[ \t]*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => `<p>${part.split('\n').map(escapeHtml).join('<br>')}</p>`)
    .join('\n');
}
