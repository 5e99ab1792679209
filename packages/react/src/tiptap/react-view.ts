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
      stopEvent: (event) => event instanceof KeyboardEvent || isInControl(event, dom),
      destroy() {
        leave?.();
        // The editor may go while React draws.
        queueMicrotask(() => root.unmount());
      },
    };
  };
}

/** Tells whether an event comes from something in the node that is used by itself. The editor around it may look like that too. */
function isInControl({ target }: Event, dom: HTMLElement): boolean {
  const control = target instanceof Element ? target.closest(CONTROLS) : null;
  return dom.contains(control);
}

const CONTROLS = 'a, button, input, select, textarea, [role="menu"]';
