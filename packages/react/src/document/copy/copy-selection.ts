'use client';

import { type BlockNode, type Content, printBlocks } from '@millrace/engine/document';
import { type ClipboardEvent, type RefObject, useLayoutEffect } from 'react';
import { markdownHtml } from './markdown-html.ts';
import { partIn } from './part-in.ts';
import { selectedBlocks } from './selected-blocks.ts';

export interface Copied {
  readonly nodes: readonly BlockNode[];
  readonly contents: ReadonlyMap<string, Content>;
}

/** The documents that are drawn, by their elements. */
const shown = new WeakMap<Element, Copied>();

/** Lets what an element draws be copied as Markdown. */
export function useCopied(element: RefObject<Element | null>, { nodes, contents }: Copied): void {
  useLayoutEffect(() => {
    if (element.current !== null) shown.set(element.current, { nodes, contents });
  });
}

/**
 * Puts the selection on the clipboard as text, Markdown and HTML: of the document that is the event's element, or of all
 * below it, one after the other, with what the person wrote between them as it stands. A selection inside one embed is left to
 * the browser: code is copied as it stands. So is one without a document.
 */
export function copySelection(event: ClipboardEvent<HTMLElement>): void {
  const selection = getSelection();
  const range = selection?.rangeCount === 1 ? selection.getRangeAt(0) : undefined;
  if (event.isDefaultPrevented() || selection === null || range === undefined || range.collapsed) return;
  // A field has its own selection, beside that of the page.
  if (event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]')) return;
  const common = range.commonAncestorContainer;
  const element = common instanceof Element ? common : common.parentElement;
  if (element === null || !event.currentTarget.contains(element) || element.closest('.mr-embeds')) return;
  const markdown = markdownIn(event.currentTarget, range);
  if (markdown === '') return;
  event.clipboardData.setData('text/plain', isPlain(range) ? selection.toString() : markdown);
  event.clipboardData.setData('text/markdown', markdown);
  event.clipboardData.setData('text/html', markdownHtml(markdown));
  event.preventDefault();
}

/** Tells whether the text that is seen says it all. That of a preview is only a beginning, that of a formula is there twice. */
function isPlain(range: Range): boolean {
  return range.cloneContents().querySelector('.mr-embeds, .mr-formula, .mr-remote-image') === null;
}

function markdownIn(root: Element, range: Range): string {
  if (shown.has(root)) return documentIn(root, range);
  const parts = [...root.querySelectorAll('.mr-doc, .mr-user-text:not(:has(.mr-doc))')].filter(
    (part) => range.intersectsNode(part) && part.checkVisibility(),
  );
  if (!parts.some((part) => shown.has(part))) return '';
  const printed = parts.map((part) => (shown.has(part) ? documentIn(part, range) : textIn(part, range)));
  return printed.filter((markdown) => markdown !== '').join('\n\n');
}

function documentIn(element: Element, range: Range): string {
  const copied = shown.get(element);
  if (copied === undefined) return '';
  const { nodes, contents } = selectedBlocks(element, copied, range);
  return printBlocks(nodes, new Map([...copied.contents, ...contents]));
}

function textIn(element: Element, range: Range): string {
  return partIn(element, range).toString().trim();
}
