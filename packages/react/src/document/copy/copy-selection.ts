import { type BlockNode, type Content, parseMarkdown, printBlocks, renderHtml } from '@millrace/engine';
import type { ClipboardEvent } from 'react';
import { selectedBlocks } from './selected-blocks.ts';

export interface Copied {
  readonly nodes: readonly BlockNode[];
  readonly contents: ReadonlyMap<string, Content>;
}

/**
 * Puts what is selected of a document on the clipboard as text, Markdown and HTML. A selection inside one embed is left to
 * the browser: code is copied as it stands.
 */
export function copySelection(event: ClipboardEvent<HTMLElement>, { nodes, contents }: Copied): void {
  const selection = getSelection();
  const range = selection?.rangeCount === 1 ? selection.getRangeAt(0) : undefined;
  if (selection === null || range === undefined || range.collapsed) return;
  const common = range.commonAncestorContainer;
  const element = common instanceof Element ? common : common.parentElement;
  if (element === null || !event.currentTarget.contains(element) || element.closest('.mr-embeds, input'))
    return;
  const selected = selectedBlocks(event.currentTarget, nodes, range);
  if (selected.nodes.length === 0) return;
  const markdown = printBlocks(selected.nodes, new Map([...contents, ...selected.contents]));
  event.clipboardData.setData('text/plain', selection.toString());
  event.clipboardData.setData('text/markdown', markdown);
  event.clipboardData.setData('text/html', renderHtml(parseMarkdown(markdown)));
  event.preventDefault();
}
