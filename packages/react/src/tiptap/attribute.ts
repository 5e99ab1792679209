import type { Attribute } from '@tiptap/core';

/** An attribute that a node may be without. TipTap would write null for it, and read `12` as a number. */
export function attribute(
  parseHTML: (element: HTMLElement) => unknown,
  fallback?: unknown,
): Partial<Attribute> {
  return { default: fallback, rendered: false, parseHTML };
}

/** An attribute of an element, as text; undefined when there is none. */
export function textOf(name: string): (element: HTMLElement) => string | undefined {
  return (element) => element.getAttribute(name) ?? undefined;
}
