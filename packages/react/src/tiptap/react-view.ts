'use client';

import { mergeAttributes, type NodeViewRenderer } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

/** Draws a node, and draws it again by `redraw`. */
export interface DrawnNode {
  /** The class of its place in the document. */
  readonly className?: string;
  draw(node: Node): ReactNode;
  /** Begins to follow what the node shows. Returns the end of it. */
  follow?(node: Node, redraw: () => void): () => void;
}

/** Around each component that the extensions draw: providers of the app. */
export type Wrap = (drawn: ReactNode) => ReactNode;

/** A node view that a React component draws in an element of its own. */
export function reactView(
  tag: 'div' | 'span',
  { className = '', draw, follow }: DrawnNode,
  wrap: Wrap,
): NodeViewRenderer {
  return ({ node: first, HTMLAttributes }) => {
    let node = first;
    const dom = document.createElement(tag);
    const attributes = mergeAttributes({ class: className }, HTMLAttributes);
    for (const [name, value] of Object.entries(attributes)) dom.setAttribute(name, String(value));
    const root = createRoot(dom);
    const redraw = (): void => root.render(wrap(draw(node)));
    let leave = follow?.(node, redraw);
    redraw();
    return {
      dom,
      update(next) {
        if (next.type !== node.type) return false;
        node = next;
        leave?.();
        leave = follow?.(node, redraw);
        redraw();
        return true;
      },
      // React changes what is inside, and its buttons work. A click beside them selects the node.
      ignoreMutation: () => true,
      stopEvent: (event) => event instanceof KeyboardEvent || isInControl(event),
      destroy() {
        leave?.();
        // The editor may go while React draws.
        queueMicrotask(() => root.unmount());
      },
    };
  };
}

function isInControl({ target }: Event): boolean {
  return target instanceof Element && target.closest(CONTROLS) !== null;
}

/** Only elements that are used by a press: the editor around the node has a `tabindex`, and so has code that can be scrolled. */
const CONTROLS = 'a, button, input, select, textarea, [role="menu"]';
