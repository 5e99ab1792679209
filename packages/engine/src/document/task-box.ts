import type { BlockNode, TextNode } from './nodes.ts';

/** The blocks of an item with its box as text: a list that is not all tasks, or has numbers, has no boxes to tick. Pure. */
export function withTaskBox(nodes: readonly BlockNode[], checked: boolean): readonly BlockNode[] {
  const box: TextNode = { type: 'text', text: checked ? '[x] ' : '[ ] ' };
  const alone: BlockNode = { type: 'paragraph', content: [{ type: 'text', text: checked ? '[x]' : '[ ]' }] };
  const [first, ...rest] = nodes;
  if (first?.type !== 'paragraph') return [alone, ...nodes];
  const [text, ...more] = first.content ?? [];
  if (text === undefined) return [alone, ...rest];
  const isPlain = text.type === 'text' && text.marks === undefined;
  const content = isPlain ? [{ ...text, text: box.text + text.text }, ...more] : [box, text, ...more];
  return [{ type: 'paragraph', content }, ...rest];
}

/** The blocks of an item without its box, and that box; undefined when they do not begin with one and more text. Pure. */
export function takeTaskBox(
  nodes: readonly BlockNode[],
): { readonly box: string; readonly nodes: readonly BlockNode[] } | undefined {
  const [first, ...rest] = nodes;
  if (first?.type !== 'paragraph') return undefined;
  const [text, ...more] = first.content ?? [];
  if (text?.type !== 'text' || text.marks !== undefined) return undefined;
  const [box = ''] = /^\[[ x]\] (?=\S|$)/.exec(text.text) ?? [];
  const after = text.text.slice(box.length);
  if (box === '' || (after === '' && (more.length === 0 || more[0]?.type === 'hardBreak'))) return undefined;
  const content = after === '' ? more : [{ ...text, text: after }, ...more];
  return { box, nodes: [{ type: 'paragraph', content }, ...rest] };
}
